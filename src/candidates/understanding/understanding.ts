/**
 * What a query asks of an item beside its words: years, genres, roles of people, phrases, and what an item must not be.
 * Reads the text of the query alone, never the catalog.
 */
import { isFiller, isKindWord, requestWords } from './fillers';
import { findGenres, type Genre, GENRE_WORDS_MAX } from './genre-names';
import { findPeriod } from './periods';
import { findPhrases, type Phrase } from './phrases';
import { findRoles, type RoleReading } from './roles';
import { findNumeral } from '../../search/text/numerals';
import type { Word } from '../../search/text/words';

/** Words of a query, by index: the first, and one past the last. */
export interface WordSpan {
  readonly start: number;
  readonly end: number;
}

/** Years of release that an item should have. */
export interface YearsDemand extends WordSpan {
  readonly kind: 'years';
  readonly from: number;
  readonly to: number;
  /** Whether the words ask for this only. They may be words of a title otherwise. */
  readonly certain: boolean;
}

/** A genre that an item should have. */
export interface GenreDemand extends WordSpan {
  readonly kind: 'genre';
  readonly genre: Genre;
  readonly certain: boolean;
}

export type Demand = YearsDemand | GenreDemand;

/** A genre or a word that an item should not have. */
export interface Exclusion extends WordSpan {
  /** The genres; empty if the words name none. */
  readonly genres: readonly Genre[];
  /** The words that are excluded, if they name no genre: from the first, to one past the last. */
  readonly words: WordSpan;
}

/** What a query asks for. */
export interface Understanding {
  readonly demands: readonly Demand[];
  readonly exclusions: readonly Exclusion[];
  readonly phrases: readonly Phrase[];
  readonly roles: RoleReading;
  /** Indexes of the words with which people ask for a title. */
  readonly requests: ReadonlySet<number>;
}

/** A genre at one end of a longer query is a word of its plot as often as a wish. */
const EDGE_WORDS_MAX = 6;
const NEGATIONS = new Set(['not', 'without', 'except', 'excluding', 'minus', 'no']);
const PREPOSITIONS = new Set(['from', 'of', 'in', 'during']);
const ARTICLES = new Set(['the', 'a', 'an', 'any']);
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

/** Reads the words of a query. Linear in their number. */
export function understand(text: string, words: readonly Word[]): Understanding {
  const phrases = findPhrases(text, words);
  return new Reader(text, words, phrases).read();
}

class Reader {
  private readonly folded: readonly string[];
  /** Words that are already read. */
  private readonly taken: boolean[];
  private ends = { first: -1, last: -1 };

  constructor(
    private readonly text: string,
    private readonly words: readonly Word[],
    private readonly phrases: readonly Phrase[],
  ) {
    this.folded = words.map((word) => word.folded);
    this.taken = words.map(() => false);
    // Quoted words are meant as they stand, unless the quotes contain the whole query.
    for (const { start, end } of phrases) this.take({ start, end });
  }

  read(): Understanding {
    const requests = requestWords(this.folded);
    const exclusions = this.exclusions();
    const years = this.years();
    const roles = findRoles(this.folded, (index) => this.taken[index] === true);
    const genres = this.genres(years !== null, exclusions.length > 0, requests);
    return {
      demands: [...(years === null ? [] : [years]), ...genres],
      exclusions,
      phrases: this.phrases,
      roles,
      requests,
    };
  }

  private take({ start, end }: WordSpan): void {
    this.taken.fill(true, start, end);
  }

  private years(): YearsDemand | null {
    const period = findPeriod(this.folded.map((word, index) => (this.taken[index] === true ? '' : word)));
    if (period === null) return null;
    this.take(period);
    const { from, to, start, end } = period;
    // "The Roaring Twenties" is a title; "in the twenties" is not.
    const before = this.folded.slice(Math.max(0, start - 2), start);
    const certain = !period.named || before.some((word) => PREPOSITIONS.has(word)) || this.folded.some(isKindWord);
    return { kind: 'years', from, to, start, end, certain };
  }

  /** "-word", "not comedy", "but not the comedy", "without comedy". */
  private exclusions(): Exclusion[] {
    const found: Exclusion[] = [];
    for (let index = 1; index < this.words.length; index += 1) {
      if (this.taken[index] === true) continue;
      const exclusion = this.isMinus(index) ? this.minusAt(index) : this.negationAt(index);
      if (exclusion === null) continue;
      found.push(exclusion);
      this.take(exclusion);
      index = exclusion.end - 1;
    }
    return found;
  }

  private isMinus(index: number): boolean {
    const start = this.words[index]?.start ?? 0;
    return /^\s[-\u2212]$/.test(this.text.slice(Math.max(0, start - 2), start));
  }

  private minusAt(index: number): Exclusion {
    const genre = this.genreAt(index);
    const end = genre?.end ?? index + 1;
    return { start: index, end, genres: genre?.genres ?? [], words: { start: index, end } };
  }

  /** Genres only: "without" and "not" are words of many titles. */
  private negationAt(index: number): Exclusion | null {
    if (!NEGATIONS.has(this.folded[index] ?? '')) return null;
    let at = index + 1;
    if (ARTICLES.has(this.folded[at] ?? '')) at += 1;
    const genre = this.genreAt(at);
    if (genre === null) return null;
    const end = isFiller(this.folded[genre.end] ?? '') ? genre.end + 1 : genre.end;
    const start = this.folded[index - 1] === 'but' ? index - 1 : index;
    if (start === 0) return null;
    return { start, end, genres: genre.genres, words: { start: at, end: genre.end } };
  }

  private genreAt(start: number): (WordSpan & { genres: readonly Genre[] }) | null {
    for (let end = Math.min(this.words.length, start + GENRE_WORDS_MAX); end > start; end -= 1) {
      if (this.taken.slice(start, end).includes(true)) continue;
      const genres = findGenres(this.folded.slice(start, end).join(' '));
      if (genres !== null) return { start, end, genres };
    }
    return null;
  }

  /**
   * Genres at the ends of a query, or beside years or a word such as "movies". In between, they are words of titles and
   * plots. A genre is certain beside one of those; elsewhere it may be a word of a title too.
   */
  private genres(hasYears: boolean, hasExclusions: boolean, requests: ReadonlySet<number>): GenreDemand[] {
    this.ends = this.findEnds();
    const found: (WordSpan & { genres: readonly Genre[] })[] = [];
    for (let index = 0; index < this.words.length; index += 1) {
      const genre = this.genreAt(index);
      if (genre === null) continue;
      found.push(genre);
      index = genre.end - 1;
    }
    const others = this.words.filter(
      ({ stop, folded }, index) =>
        this.taken[index] !== true &&
        !requests.has(index) &&
        !stop &&
        !isFiller(folded) &&
        !found.some(({ start, end }) => index >= start && index < end),
    );
    // "Scary Movie 4" is a title.
    const isNumber = others.length > 0 && others.every(({ folded }) => findNumeral(folded) !== null);
    if (isNumber) return [];
    const isAll = others.length === 0 && this.words.length > 1 && !hasExclusions;
    return found.flatMap((span) => {
      const certain =
        (isAll && (hasYears || this.hasYear() || this.isBesideFiller(span))) ||
        (this.isBesideFiller(span) && (span.end === this.words.length - 1 || span.start === 0)) ||
        (hasYears && this.isBesideTaken(span));
      const isAtEnd = this.isAtEnd(span) && others.length <= EDGE_WORDS_MAX;
      if (!certain && !isAtEnd) return [];
      return span.genres.map((genre): GenreDemand => ({
        kind: 'genre',
        genre,
        start: span.start,
        end: span.end,
        certain,
      }));
    });
  }

  /** The first and the last word that is neither read yet nor a joint. */
  private findEnds(): { first: number; last: number } {
    const isOpen = (word: string, index: number): boolean =>
      this.taken[index] !== true && !isFiller(word) && !JOINTS.has(word);
    return { first: this.folded.findIndex(isOpen), last: this.folded.findLastIndex(isOpen) };
  }

  private hasYear(): boolean {
    return this.folded.some((word) => /^(?:18|19|20)\d\d$/.test(word));
  }

  /** Beside "movies", "films", "series" and the like, which it describes. */
  private isBesideFiller({ end }: WordSpan): boolean {
    return isKindWord(this.folded[end] ?? '');
  }

  private isBesideTaken({ start, end }: WordSpan): boolean {
    const before = this.folded.slice(0, start).findLastIndex((word) => !JOINTS.has(word) && !isFiller(word));
    const after = this.folded.findIndex((word, index) => index >= end && !JOINTS.has(word) && !isFiller(word));
    return (before >= 0 && this.taken[before] === true) || (after >= 0 && this.taken[after] === true);
  }

  private isAtEnd({ start, end }: WordSpan): boolean {
    return this.ends.first === start || this.ends.last === end - 1;
  }
}
