/** Refuses secrets that are easy to guess. */
import { deflateRawSync } from 'node:zlib';
import { refuse } from './setting-error';

/** Minimum estimated entropy of an accepted secret, in bits. Random secrets of 128 bits have higher estimates. */
export const SECRET_MIN_BITS = 60;

/**
 * Matches a word of lower-case letters, which can begin with a capital, and the words that separators join to it. Also
 * matches a word of capitals.
 */
const WORDS = /[A-Z]?[a-z]{3,}(?:[ _.-][a-z]{2,})*|[A-Z]{4,}/g;
/** Minimum length of a match of `WORDS` that counts. Random text often contains shorter ones. */
const WORDS_MIN_CHARS = 4;
/** Entropy of one letter of English text, in bits (Shannon 1951: 0.6 to 1.3). */
const WORD_BITS = 1.3;

const PLACEHOLDER = /change.?me|replace.?me|placeholder|example|your.{0,5}secret|super.?secret|insecure|password/i;

/** Requires a secret that is long, varied and not a placeholder. */
export function requireStrongSecret(value: string): string {
  if (Buffer.byteLength(value) < 32) refuse('must have at least 32 bytes');
  if (PLACEHOLDER.test(value)) refuse('must not be a placeholder');
  if (estimateEntropyBits(value) < SECRET_MIN_BITS) refuse('must be random, without words, sequences or repetitions');
  return value;
}

/**
 * Estimates the entropy of a secret, in bits, from the frequencies of its characters. Words, sequences such as `1234`
 * and repeated parts lower the estimate. Even for random text, the estimate is below the true entropy, because a short
 * text does not contain every possible character.
 */
export function estimateEntropyBits(secret: string): number {
  const codes = [...secret].map((character) => character.codePointAt(0) ?? 0);
  const perCharacter = shannonBits(codes);
  const unpredictableChars = codes.filter((_, index) => !continuesSequence(codes, index)).length;
  const wordChars = (secret.match(WORDS) ?? []).filter(({ length }) => length >= WORDS_MIN_CHARS).join('').length;
  const bits =
    perCharacter * Math.max(0, unpredictableChars - wordChars) + Math.min(WORD_BITS, perCharacter) * wordChars;
  const bytes = Buffer.from(secret);
  return bits * Math.min(1, deflateRawSync(bytes, { level: 9 }).length / Math.max(1, bytes.length));
}

/** Returns the Shannon entropy of one character in bits, from the frequencies of the characters. */
function shannonBits(codes: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / codes.length) * Math.log2(count / codes.length);
  return bits;
}

/** Whether the character follows from the two before it, as in `abc`, `321` and `aaa`. */
function continuesSequence(codes: readonly number[], index: number): boolean {
  if (index < 2) return false;
  const [first = 0, second = 0, third = 0] = codes.slice(index - 2, index + 1);
  return third - second === second - first && Math.abs(third - second) <= 1;
}
