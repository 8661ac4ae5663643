/** Determines which demands of a query a document meets, by its year and its profile. */
import { ProfileProbe, unpackUses } from '../../search/index/profile';
import { genreStems } from '../query/demand-lexemes';
import type { SearchQuery } from '../query/search-query';
import type { WeightedWord } from '../query/weights/weighted-word';
import type { Genre } from '../understanding/genre-names';
import type { Demand } from '../understanding/understanding';

/** The fields of a row that the check reads. */
interface Checked {
  readonly year: number | null;
  readonly profile: string;
}

/** Checks rows against the demands and exclusions of one query. */
export class DemandCheck {
  /** The words of the query with demands: their indexes and demands. */
  private readonly demanding: readonly (readonly [number, readonly Demand[]])[];
  private readonly genres: readonly Genre[];
  private readonly stems: readonly string[];
  private readonly probe: ProfileProbe | null;
  /** A document is excluded if its titles, people or genres contain all lexemes of an entry. */
  private readonly excludedWords: readonly (readonly string[])[];
  private readonly excludedGenres: readonly (readonly Genre[])[];

  constructor(
    query: SearchQuery,
    words: readonly WeightedWord[],
  ) {
    this.demanding = [...words.entries()].flatMap(([index, { word }]) =>
      word.demands.length === 0 ? [] : [[index, word.demands] as const],
    );
    const { demands, exclusions } = query.understanding;
    const asked = demands.flatMap((demand) => (demand.kind === 'genre' ? [demand.genre] : []));
    this.excludedGenres = exclusions.map(({ genres }) => genres).filter((genres) => genres.length > 0);
    this.excludedWords = query.excludedWords;
    this.genres = [...new Set([...asked, ...this.excludedGenres.flat()])];
    this.stems = [
      ...new Set([...this.genres.flatMap((genre) => genreStems(genre).flat()), ...this.excludedWords.flat()]),
    ];
    this.probe = this.stems.length === 0 ? null : new ProfileProbe(this.stems);
  }

  /** Returns the indexes of the words whose demands the document meets. */
  metBy(row: Checked): number[] {
    if (this.demanding.length === 0) return [];
    const has = this.genresOf(row);
    return this.demanding.flatMap(([index, demands]) => {
      const isMet = demands.every((demand) =>
        demand.kind === 'genre'
          ? has.has(demand.genre)
          : row.year !== null && row.year >= demand.from && row.year <= demand.to,
      );
      return isMet ? [index] : [];
    });
  }

  /** Returns whether the document has a genre or words that the query excludes. */
  isExcluded(row: Checked): boolean {
    if (this.excludedGenres.length + this.excludedWords.length === 0) return false;
    const has = this.genresOf(row);
    if (this.excludedGenres.some((genres) => genres.every((genre) => has.has(genre)))) return true;
    const found = this.lexemesOf(row, (packed) => {
      const { title, people, context } = unpackUses(packed);
      return title || people > 0 || context > 0;
    });
    return this.excludedWords.some((lexemes) => lexemes.every((lexeme) => found.has(lexeme)));
  }

  private genresOf(row: Checked): Set<Genre> {
    const found = this.lexemesOf(row, (packed) => unpackUses(packed).context === 1);
    return new Set(
      this.genres.filter((genre) => genreStems(genre).some((label) => label.every((stem) => found.has(stem)))),
    );
  }

  private lexemesOf({ profile }: Checked, counts: (packed: number) => boolean): Set<string> {
    const found = new Set<string>();
    this.probe?.scan(profile, (index, packed) => {
      const lexeme = this.stems[index];
      if (lexeme !== undefined && counts(packed)) found.add(lexeme);
    });
    return found;
  }
}
