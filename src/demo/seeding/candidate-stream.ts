/** The titles of the provider in the order in which a library takes them: decided by the seed, whatever the size. */
import type { ProviderClient, ProviderRequest } from '../provider/provider-client';
import { ProviderError } from '../provider/provider-error';
import { LISTED_TITLE, type ListedTitle, PAGE } from '../provider/provider-shapes';
import type { DemoLibraryOptions } from '../planner/demo-options';
import { shuffle } from '../planner/seeded-choice';

/** A library with its place among the libraries, which its choices depend on. */
export interface SeedLibrary {
  readonly options: DemoLibraryOptions;
  readonly index: number;
  readonly seed: string;
}

const FIRST_YEAR = 1950;
const LAST_YEAR = 2024;
const LAST_PAGE = 500;
/** Titles taken of a page before the next year has its turn. */
const TAKEN_AT_ONCE = 5;
const PAGE_SIZE = 20;
/** Pages in a row that cannot be used before the provider is taken to be broken. */
const MAX_BAD_PAGES = 10;

/** Ids of titles, each once, none for adults. Ends when the provider has no more. */
export async function* listCandidates(
  provider: ProviderClient,
  library: SeedLibrary,
  request: ProviderRequest,
): AsyncGenerator<number> {
  const lists = new YearLists(provider, library, request);
  const seen = new Set<number>();
  for (let page = 1; page <= LAST_PAGE && lists.hasMore; page += 1) {
    for (let start = 0; start < PAGE_SIZE; start += TAKEN_AT_ONCE) {
      for (const year of lists.years) {
        const ids = await lists.read(year, page);
        for (const id of ids.slice(start, start + TAKEN_AT_ONCE)) {
          if (!seen.has(id)) yield id;
          seen.add(id);
        }
      }
    }
    lists.forget();
  }
}

/** The lists of single years, most popular first, read page by page. */
class YearLists {
  readonly years: readonly number[];
  private readonly ended = new Set<number>();
  private pages = new Map<number, readonly number[]>();
  private badPages = 0;

  constructor(
    private readonly provider: ProviderClient,
    private readonly library: SeedLibrary,
    private readonly request: ProviderRequest,
  ) {
    const all = Array.from({ length: LAST_YEAR - FIRST_YEAR + 1 }, (_, index) => FIRST_YEAR + index);
    this.years = shuffle(all, library.seed, 'years', library.index);
  }

  get hasMore(): boolean {
    return this.ended.size < this.years.length;
  }

  /** Lets go of the page that all years have been read to. */
  forget(): void {
    this.pages = new Map();
  }

  /** The ids on a page of a year, in the order of the seed. */
  async read(year: number, page: number): Promise<readonly number[]> {
    const known = this.pages.get(year);
    if (known !== undefined) return known;
    const ids = this.ended.has(year) ? [] : await this.fetch(year, page);
    this.pages.set(year, ids);
    return ids;
  }

  private async fetch(year: number, page: number): Promise<readonly number[]> {
    const { options, seed, index } = this.library;
    try {
      const answer = await this.provider.get(this.path, PAGE, {
        ...this.request,
        parameters: { ...this.parametersOf(year), page },
      });
      this.badPages = 0;
      if (answer.results.length === 0 || page >= answer.total_pages) this.ended.add(year);
      const ids = answer.results.flatMap((item) => this.toId(item));
      return shuffle(ids, seed, 'page', options.libraryKind, index, year, page);
    } catch (error) {
      if (!(error instanceof ProviderError) || !error.concernsOneResource) throw error;
      this.badPages += 1;
      if (this.badPages >= MAX_BAD_PAGES) throw error;
      // Past the last page a provider may refuse instead of answering with nothing.
      if (error.failure === 'refused' || error.failure === 'not_found') this.ended.add(year);
      return [];
    }
  }

  private toId(item: unknown): number[] {
    if (!LISTED_TITLE(item)) {
      this.provider.countFailure();
      return [];
    }
    const { id, adult }: ListedTitle = item;
    return adult === true ? [] : [id];
  }

  private get path(): string {
    return this.library.options.libraryKind === 'movies' ? '/discover/movie' : '/discover/tv';
  }

  private parametersOf(year: number): Record<string, string | number> {
    const { language, region, libraryKind } = this.library.options;
    const shared = { sort_by: 'popularity.desc', include_adult: 'false', language };
    if (libraryKind === 'series') return { ...shared, first_air_date_year: year };
    return { ...shared, include_video: 'false', primary_release_year: year, region };
  }
}
