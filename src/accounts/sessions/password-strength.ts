/** Which passwords are too easy to guess. */

/** The judgement of zxcvbn below which a password is refused: guessed with fewer than a million attempts. */
const SCORE_MIN = 2;
/** Code units that are judged: the time grows faster than the length. */
const JUDGED_MAX_CHARS = 32;
/** Different characters from which a longer password needs no judgement. */
const VARIED_MIN_CHARS = 16;

type Judge = (password: string) => number;
let judge: Promise<Judge> | null = null;

/**
 * Whether a password is common: in lists of stolen passwords, a row of keys, a sequence, a repetition, or one of these
 * with the usual changes. Judges its first 32 code units.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const normal = password.normalize('NFC');
  const head = normal.slice(0, JUDGED_MAX_CHARS);
  if (normal.length > JUDGED_MAX_CHARS && new Set(head).size >= VARIED_MIN_CHARS) return false;
  return (await (judge ??= loadJudge()))(head) < SCORE_MIN;
}

/** Loaded with the first password that is set, since its word lists take 16 MB. */
async function loadJudge(): Promise<Judge> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  return (password) => zxcvbn.check(password).score;
}
