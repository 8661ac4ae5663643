/**
 * Stores the weights of the first page in the cursor, for the next pages. Otherwise a new count of the lexicon between
 * two pages could move candidates from one page to another.
 */
import type { Correction, WeightedWord } from './weighted-word';

/** Maximum size of all corrections in a cursor, in bytes. A cursor has at most 2 KB. */
const CORRECTIONS_MAX_BYTES = 700;

/**
 * For each word: its weight, 1 if the word is known or else 0, the factor of its stem, and its corrections. Each
 * correction has the folded word, the lexeme and the factor.
 */
type Weights = readonly (readonly [number, 0 | 1, number, ...(readonly [string, string, number])[]])[];

/** Encodes the weights as a text for a cursor key. */
export function weightsCursor(words: readonly WeightedWord[]): string {
  let budget = CORRECTIONS_MAX_BYTES;
  const weights: Weights = words.map(({ weight, isKnown, stemFactor, corrections }) => {
    const storedCorrections: [string, string, number][] = [];
    for (const { folded, lexeme, factor } of corrections) {
      // In JSON, the factor, quotes, commas and brackets of an entry take about 12 bytes.
      budget -= Buffer.byteLength(folded + lexeme) + 12;
      if (budget > 0) storedCorrections.push([folded, lexeme, factor]);
    }
    return [weight, isKnown ? 1 : 0, stemFactor, ...storedCorrections];
  });
  return JSON.stringify(weights);
}

/** Returns the words with the weights of a weights cursor. */
export function withWeightsCursor(words: readonly WeightedWord[], text: string): WeightedWord[] {
  const weights = JSON.parse(text) as Weights;
  return words.map((word, index) => {
    const entry = weights[index];
    if (entry === undefined) return word;
    const [weight, known, stemFactor, ...corrections] = entry;
    const spellingsOf = new Map(word.corrections.map((each) => [each.lexeme, each.spellings]));
    return {
      ...word,
      weight,
      isKnown: known === 1,
      stemFactor,
      corrections: corrections.map(([folded, lexeme, factor]): Correction => {
        return { folded, lexeme, factor, spellings: spellingsOf.get(lexeme) ?? new Map() };
      }),
    };
  });
}
