/** Detects passwords that are too easy to guess. */
import { keepResolved } from '../../common/processes/keep-resolved';

/** Minimum zxcvbn score. Passwords with a lower score can be found with fewer than a million attempts. */
const SCORE_MIN = 2;
/** Number of code units that zxcvbn reads. The time that it takes grows faster than linearly. */
const RATED_MAX_CHARS = 32;
/** A longer password is accepted without zxcvbn if at least this many of its first 32 code units are different. */
const VARIED_MIN_CHARS = 16;

type Rating = (password: string) => number;

/** Loads zxcvbn when it is first used, because the word lists take 16 MB. */
const loadRating = keepResolved(async (): Promise<Rating> => {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  return (password) => zxcvbn.check(password).score;
});

/**
 * Returns whether a password is common: in lists of stolen passwords, a row of keys, a sequence, a repetition, or a
 * usual variation of these. Reads the first 32 code units.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const normalized = password.normalize('NFC');
  const head = normalized.slice(0, RATED_MAX_CHARS);
  if (normalized.length > RATED_MAX_CHARS && new Set(head).size >= VARIED_MIN_CHARS) return false;
  return (await loadRating())(head) < SCORE_MIN;
}
