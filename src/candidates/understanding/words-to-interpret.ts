import type { Word } from '../../search/text/word';
import { findGenres, type Genre, GENRE_WORDS_MAX } from './genre-names';

const DASH = /^(?:[-\u2010-\u2015\u2212]| [-\u2010-\u2015\u2212] )$/;

/** A range of words of a query: the indexes of the first word and of the word after the last. */
export interface WordSpan {
  readonly start: number;
  readonly end: number;
}

/** Returns whether a word, by its index, is in a range. */
export function isInSpan({ start, end }: WordSpan, index: number): boolean {
  return index >= start && index < end;
}

/** A range of words and the genres that they name. */
export interface GenreSpan extends WordSpan {
  readonly genres: readonly Genre[];
}

/**
 * The words of one query. Remembers which words are interpreted, such as those of phrases, exclusions and years, so
 * that they are not interpreted again.
 */
export class WordsToInterpret {
  readonly folded: readonly string[];
  private readonly interpreted: boolean[];

  constructor(
    readonly text: string,
    readonly words: readonly Word[],
  ) {
    this.folded = words.map((word) => word.folded);
    this.interpreted = words.map(() => false);
  }

  /** The folded words; an empty text for each interpreted word. */
  get uninterpreted(): string[] {
    return this.folded.map((word, index) => (this.interpreted[index] === true ? '' : word));
  }

  markInterpreted({ start, end }: WordSpan): void {
    this.interpreted.fill(true, start, end);
  }

  /** Returns a copy in which the words at the indexes are interpreted, too. */
  withInterpreted(indexes: readonly number[]): WordsToInterpret {
    const copy = new WordsToInterpret(this.text, this.words);
    for (const index of this.words.keys())
      copy.interpreted[index] = this.isInterpreted(index) || indexes.includes(index);
    return copy;
  }

  /** Returns whether only a dash, with a space on both sides or on none, is between a word and the word before it. */
  isDashBefore(index: number): boolean {
    const between = this.text.slice(this.words[index - 1]?.end, this.words[index]?.start);
    return index > 0 && index < this.words.length && DASH.test(between);
  }

  isInterpreted(index: number): boolean {
    return this.interpreted[index] === true;
  }

  /**
   * Returns the longest range of uninterpreted words that begins at `start` and names genres; null if there is none.
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
