/**
 * The weights a walk through the pages began with. They travel in the cursor: a lexicon counted anew between two pages
 * must not move candidates across the place where the walk stands.
 */
import type { Correction, WeightedWord } from './term-weights';

/** Characters of all corrections together; a cursor has at most 2 KB. */
const CORRECTIONS_MAX_CHARS = 700;

/** Per word: weight, whether it is known, the factor of its forms, and its corrections with their factors. */
type Pinned = readonly (readonly [number, 0 | 1, number, ...(readonly [string, string, number])[]])[];

/** As one text for a cursor key. */
export function pinWeights(words: readonly WeightedWord[]): string {
  let budget = CORRECTIONS_MAX_CHARS;
  const pinned: Pinned = words.map(({ weight, known, factor: own, corrections }) => {
    const kept: [string, string, number][] = [];
    for (const { folded, lexeme, factor } of corrections) {
      budget -= Buffer.byteLength(folded + lexeme) + 12;
      if (budget > 0) kept.push([folded, lexeme, factor]);
    }
    return [weight, known ? 1 : 0, own, ...kept];
  });
  return JSON.stringify(pinned);
}

/** The words with the weights of the first page. */
export function unpinWeights(words: readonly WeightedWord[], text: string): WeightedWord[] {
  const pinned = JSON.parse(text) as Pinned;
  return words.map((word, index) => {
    const entry = pinned[index];
    if (entry === undefined) return word;
    const [weight, known, factor, ...corrections] = entry;
    const spellingsOf = new Map(word.corrections.map((each) => [each.lexeme, each.spellings]));
    return {
      ...word,
      weight,
      known: known === 1,
      factor,
      corrections: corrections.map(([folded, lexeme, each]): Correction => {
        return { folded, lexeme, factor: each, spellings: spellingsOf.get(lexeme) ?? new Map() };
      }),
    };
  });
}
