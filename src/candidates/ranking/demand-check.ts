import { type LexemeUses, ProfileProbe, unpackUses } from '../../search/index/profile';
import { asksForCountry, genreStems, hasGenre, isInPeriod } from '../query/demand-lexemes';
import type { SearchQuery } from '../query/search-query';
import type { WeightedWord } from '../query/weights/weighted-word';
import type { Genre } from '../understanding/genre-names';
import type { Demand } from '../understanding/understanding';
import type { CandidateRow } from './candidate-row';

const NO_WORDS: readonly number[] = [];
const NO_LEXEMES: ReadonlySet<string> = new Set();

/** The fields of a row that `DemandCheck` reads. */
type CheckedRow = Pick<CandidateRow, 'year' | 'profile' | 'media_kind' | 'is_from_country'>;

/** Checks which demands of a query a row meets, and whether the query excludes it. */
export class DemandCheck {
  /** For each word of the query that has demands: the index of the word, and its demands. */
  private readonly demands: readonly (readonly [number, readonly Demand[]])[];
  private readonly excludedGenres: readonly (readonly Genre[])[];
  /** The stems of the demanded and excluded genres and of the excluded words. */
  private readonly stems: readonly string[];
  private readonly probe: ProfileProbe | null;

  constructor(
    private readonly query: SearchQuery,
    words: readonly WeightedWord[],
  ) {
    this.demands = words.flatMap(({ word: { demands } }, index) => (demands.length === 0 ? [] : [[index, demands]]));
    const { demands, exclusions } = query.understanding;
    this.excludedGenres = exclusions.map(({ genres }) => genres).filter((genres) => genres.length > 0);
    const demandedGenres = demands.flatMap((demand) => (demand.kind === 'genre' ? [demand.genre] : []));
    const genres = [...demandedGenres, ...this.excludedGenres.flat()];
    this.stems = [...new Set([...genres.flatMap((genre) => genreStems(genre).flat()), ...query.excludedWords.flat()])];
    this.probe = this.stems.length === 0 ? null : new ProfileProbe(this.stems);
  }

  /** The indexes of the words with demands. */
  get demandedWords(): readonly number[] {
    return this.demands.map(([index]) => index);
  }

  /** Returns the indexes of the words whose demands the document meets. */
  metBy(row: CheckedRow): readonly number[] {
    if (this.demands.length === 0) return NO_WORDS;
    const stems = this.genreStemsOf(row);
    return this.demands.flatMap(([index, demands]) => {
      const isMet = demands.every((demand) => {
        if (demand.kind === 'genre') return hasGenre(stems, demand.genre);
        return demand.kind === 'country' ? isFromCountry(this.query, row) : isInPeriod(row.year, demand);
      });
      return isMet ? [index] : [];
    });
  }

  /**
   * Returns whether an exclusion of the query applies to the document. An exclusion of genres applies if the genres,
   * keywords and collection of the document contain each genre of the exclusion. An exclusion of words applies if
   * fields other than the overview and the tagline contain each of its words.
   */
  isExcluded(row: CheckedRow): boolean {
    const { excludedWords } = this.query;
    if (this.excludedGenres.length + excludedWords.length === 0) return false;
    const stems = this.genreStemsOf(row);
    if (this.excludedGenres.some((genres) => genres.every((genre) => hasGenre(stems, genre)))) return true;
    const lexemes = this.lexemesOf(row, ({ title, people, context }) => title || people > 0 || context > 0);
    return excludedWords.some((words) => words.every((lexeme) => lexemes.has(lexeme)));
  }

  /** Returns those of `stems` that occur in the genres, keywords and collection. */
  private genreStemsOf(row: CheckedRow): ReadonlySet<string> {
    return this.lexemesOf(row, ({ context }) => context === 1);
  }

  /** Returns those of `stems` that the document contains. `accepts` decides by the fields in which a stem occurs. */
  private lexemesOf({ profile }: CheckedRow, accepts: (uses: LexemeUses) => boolean): ReadonlySet<string> {
    let lexemes: Set<string> | undefined;
    this.probe?.scan(profile, (index, packed) => {
      const lexeme = this.stems[index];
      if (lexeme !== undefined && accepts(unpackUses(packed))) (lexemes ??= new Set()).add(lexeme);
    });
    return lexemes ?? NO_LEXEMES;
  }
}

/**
 * Removes the demands for countries from the words if no row meets them; otherwise returns the words unchanged. A
 * catalog may list no countries, and only name them in titles and overviews.
 */
export function withoutUnmetCountries(
  query: SearchQuery,
  words: readonly WeightedWord[],
  rows: readonly CandidateRow[],
): readonly WeightedWord[] {
  if (!asksForCountry(query.understanding) || rows.some((row) => isFromCountry(query, row))) return words;
  return words.map((each) => {
    const demands = each.word.demands.filter(({ kind }) => kind !== 'country');
    return { ...each, word: { ...each.word, demands } };
  });
}

/**
 * Returns whether a document is from a country of the query and, if the query names kinds of items, of one of these
 * kinds: a French series does not meet the demand of "french movies".
 */
function isFromCountry({ namedKinds }: SearchQuery, row: CheckedRow): boolean {
  return row.is_from_country === true && (namedKinds.size === 0 || namedKinds.has(row.media_kind));
}
