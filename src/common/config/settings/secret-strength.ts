/** How hard a secret is to guess, for one whose making is not known. */
import { deflateRawSync } from 'node:zlib';

/** Below it, a secret is refused. Random secrets of 128 bits or more have estimates above it. */
export const SECRET_MIN_BITS = 60;

/** What looks like words: a capital or none and small letters, perhaps joined by spaces or hyphens; or capitals. */
const WORDS = /[A-Z]?[a-z]{3,}(?:[ _.-][a-z]{2,})*|[A-Z]{4,}/g;
/** Random text often has shorter ones. */
const WORDS_MIN_CHARS = 4;
/** Bits of a letter in English text (Shannon 1951: 0.6 to 1.3). */
const WORD_BITS = 1.3;

/**
 * Estimated bits of entropy: the entropy of the single characters, less for characters that continue a sequence such as
 * `1234` or belong to a word, and less if parts repeat. Random text gets nearly its true value.
 */
export function estimateEntropyBits(secret: string): number {
  const codes = [...secret].map((character) => character.codePointAt(0) ?? 0);
  const perCharacter = shannonBits(codes);
  const fresh = codes.filter((_, index) => !continuesSequence(codes, index)).length;
  const inWords = (secret.match(WORDS) ?? []).filter(({ length }) => length >= WORDS_MIN_CHARS).join('').length;
  const bits = perCharacter * Math.max(0, fresh - inWords) + Math.min(WORD_BITS, perCharacter) * inWords;
  const bytes = Buffer.from(secret);
  return bits * Math.min(1, deflateRawSync(bytes, { level: 9 }).length / Math.max(1, bytes.length));
}

/** Entropy of one character, by how often each occurs. */
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
  const [one = 0, two = 0, three = 0] = codes.slice(index - 2, index + 1);
  return three - two === two - one && Math.abs(three - two) <= 1;
}
