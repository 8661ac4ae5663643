/** Finds exclusions in queries: "-word", "not comedy", "but not the comedy", "without comedy". */
import { isFiller } from './fillers';
import type { Genre } from './genre-names';
import type { InterpretedWords, WordSpan } from './interpreted-words';

/** A genre or a word that an item should not have. */
export interface Exclusion extends WordSpan {
  /** The genres; empty if the words name none. */
  readonly genres: readonly Genre[];
  /** The excluded words. They are compared with texts only if they name no genre. */
  readonly words: WordSpan;
}

const NEGATIONS = new Set(['not', 'without', 'except', 'excluding', 'minus', 'no']);
const ARTICLES = new Set(['the', 'a', 'an', 'any']);

/** Returns the exclusions of a query, and marks their words as interpreted. */
export function findExclusions(reading: InterpretedWords): Exclusion[] {
  const found: Exclusion[] = [];
  for (let index = 1; index < reading.words.length; index += 1) {
    if (reading.isInterpreted(index)) continue;
    const exclusion = isMinus(reading, index) ? minusExclusionAt(reading, index) : negatedGenreAt(reading, index);
    if (exclusion === null) continue;
    found.push(exclusion);
    reading.markInterpreted(exclusion);
    index = exclusion.end - 1;
  }
  return found;
}

function isMinus({ text, words }: InterpretedWords, index: number): boolean {
  const start = words[index]?.start ?? 0;
  return /^\s[-\u2212]$/.test(text.slice(Math.max(0, start - 2), start));
}

function minusExclusionAt(reading: InterpretedWords, index: number): Exclusion {
  const genre = reading.genreAt(index);
  const end = genre?.end ?? index + 1;
  return { start: index, end, genres: genre?.genres ?? [], words: { start: index, end } };
}

/** Recognizes only excluded genres, because many titles contain "without" or "not". */
function negatedGenreAt(reading: InterpretedWords, index: number): Exclusion | null {
  const { folded } = reading;
  if (!NEGATIONS.has(folded[index] ?? '')) return null;
  let at = index + 1;
  if (ARTICLES.has(folded[at] ?? '')) at += 1;
  const genre = reading.genreAt(at);
  if (genre === null) return null;
  const end = isFiller(folded[genre.end] ?? '') ? genre.end + 1 : genre.end;
  const start = folded[index - 1] === 'but' ? index - 1 : index;
  if (start === 0) return null;
  return { start, end, genres: genre.genres, words: { start: at, end: genre.end } };
}
