/** The words of a query while they are read: which ones have a meaning already. */
import type { Word } from '../../search/text/words';
import { findGenres, type Genre, GENRE_WORDS_MAX } from './genre-names';

/** Words of a query, by index: the first, and one past the last. */
export interface WordSpan {
  readonly start: number;
  readonly end: number;
}

/** Genres that words name. */
export interface GenreSpan extends WordSpan {
  readonly genres: readonly Genre[];
}

/** Words that stand between what a query asks for. */
export const JOINTS: ReadonlySet<string> = new Set([
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

/** The words of one query. Each word gets at most one meaning: what is taken is not read again. */
export class QueryReading {
  readonly folded: readonly string[];
  private readonly taken: boolean[];

  constructor(
    readonly text: string,
    readonly words: readonly Word[],
  ) {
    this.folded = words.map((word) => word.folded);
    this.taken = words.map(() => false);
  }

  take({ start, end }: WordSpan): void {
    this.taken.fill(true, start, end);
  }

  isTaken(index: number): boolean {
    return this.taken[index] === true;
  }

  /** The genres that the most words from `start` on name; null if these words name none, or are taken. */
  genreAt(start: number): GenreSpan | null {
    for (let end = Math.min(this.words.length, start + GENRE_WORDS_MAX); end > start; end -= 1) {
      if (this.taken.slice(start, end).includes(true)) continue;
      const genres = findGenres(this.folded.slice(start, end).join(' '));
      if (genres !== null) return { start, end, genres };
    }
    return null;
  }
}
