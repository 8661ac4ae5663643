/**
 * Stores the weights of the first page in the cursor. If the next pages used newer counts of the lexicon, candidates
 * could move from one page to another.
 */
import { incompleteWord } from '../query-lexemes';
import type { SearchQuery } from '../search-query';
import type { LexiconCounts } from './lexicon-counts';
import { weighWords } from './term-weights';
import type { Correction, WeightedWord } from './weighted-word';

/**
 * Maximum size of all corrections in a cursor, in bytes. A cursor has at most 2 KB. All pages, including the first, use
 * only the corrections that fit.
 */
const CORRECTIONS_MAX_BYTES = 700;

/**
 * For each word: its weight, the bits of its properties, the factor of its stem, and its corrections. Each correction
 * has the folded word, the lexeme and the factor.
 */
type Weights = readonly (readonly [number, number, number, ...(readonly [string, string, number])[]])[];

/* Bits of the properties of a word. */
const KNOWN = 1;
const RATHER_NAME = 2;

/**
 * Encodes the weights as a text for a cursor key. Keeps the best correction of each word, then the second ones, and so
 * on, while they fit.
 */
export function encodeWeights(words: readonly WeightedWord[]): string {
  const keptCounts = words.map(() => 0);
  const byRank = words
    .flatMap(({ corrections }, wordIndex) => corrections.map((correction, rank) => ({ correction, rank, wordIndex })))
    .sort((a, b) => a.rank - b.rank);
  let budget = CORRECTIONS_MAX_BYTES;
  for (const { correction, rank, wordIndex } of byRank) {
    // In JSON, the factor, quotes, commas and brackets of a correction take about 12 bytes.
    budget -= Buffer.byteLength(correction.folded + correction.lexeme) + 12;
    if (budget <= 0) break;
    keptCounts[wordIndex] = rank + 1;
  }
  const weights: Weights = words.map(({ weight, isKnown, stemFactor, isRatherName, corrections }, index) => {
    const kept = corrections.slice(0, keptCounts[index]);
    const stored = kept.map(({ folded, lexeme, factor }): [string, string, number] => [folded, lexeme, factor]);
    const bits = (isKnown ? KNOWN : 0) | (isRatherName ? RATHER_NAME : 0);
    return [weight, bits, stemFactor, ...stored];
  });
  return JSON.stringify(weights);
}

/** Returns the words with the weights of a weights cursor. */
export function withEncodedWeights(words: readonly WeightedWord[], text: string): WeightedWord[] {
  const weights = JSON.parse(text) as Weights;
  return words.map((word, index) => {
    const entry = weights[index];
    if (entry === undefined) return word;
    const [weight, bits, stemFactor, ...corrections] = entry;
    const spellingsOf = new Map(word.corrections.map((each) => [each.lexeme, each.spellings]));
    return {
      ...word,
      weight,
      isKnown: (bits & KNOWN) !== 0,
      stemFactor,
      isRatherName: (bits & RATHER_NAME) !== 0,
      corrections: corrections.map(([folded, lexeme, factor]): Correction => {
        return { folded, lexeme, factor, spellings: spellingsOf.get(lexeme) ?? new Map() };
      }),
    };
  });
}

/** Whether the first page, whose weights `text` encodes, completed the last word although the catalog contains it. */
export function completesKnownWord(query: SearchQuery, counts: LexiconCounts, text: string): boolean {
  const incomplete = incompleteWord(query);
  const words = weighWords(query, counts);
  const index = words.findIndex(({ word, isKnown }) => word === incomplete && isKnown);
  return index >= 0 && withEncodedWeights(words, text)[index]?.isKnown === false;
}
