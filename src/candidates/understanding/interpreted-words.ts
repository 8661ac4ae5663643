/** Keeps track of which words of a query are already interpreted. */
import type { Word } from '../../search/text/word';
import { findGenres, type Genre, GENRE_WORDS_MAX } from './genre-names';

/** A range of words of a query. `start` and `end` (exclusive) are indexes of words. */
export interface WordSpan {
  readonly start: number;
  readonly end: number;
}

/** A range of words and the genres that they name. */
export interface GenreSpan extends WordSpan {
  readonly genres: readonly Genre[];
}

/** Words that connect the parts of a query. */
export const CONNECTING_WORDS: ReadonlySet<string> = new Set([
  'from',
  'of',
  'in',
  'the',
  'with',
  'and',
  'a',
  'an',
  'made',
  'released',
  'about',
  'for',
  'by',
]);

/** The words of one query. Each word is interpreted at most once. */
export class InterpretedWords {
  readonly folded: readonly string[];
  private readonly interpreted: boolean[];

  constructor(
    readonly text: string,
    readonly words: readonly Word[],
  ) {
    this.folded = words.map((word) => word.folded);
    this.interpreted = words.map(() => false);
  }

  /** Marks words as interpreted. */
  markInterpreted({ start, end }: WordSpan): void {
    this.interpreted.fill(true, start, end);
  }

  /** Returns whether the word is already interpreted. */
  isInterpreted(index: number): boolean {
    return this.interpreted[index] === true;
  }

  /**
   * Returns the longest range of words that begins at `start`, names genres, and contains no interpreted word. Null if
   * there is none.
   */
  genreAt(start: number): GenreSpan | null {
    for (let end = Math.min(this.words.length, start + GENRE_WORDS_MAX); end > start; end -= 1) {
      if (this.interpreted.slice(start, end).includes(true)) continue;
      const genres = findGenres(this.folded.slice(start, end).join(' '));
      if (genres !== null) return { start, end, genres };
    }
    return null;
  }
}
