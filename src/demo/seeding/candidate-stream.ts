/** Lists the titles of the provider. The order depends on the seed, but not on the size of the library. */
import type { DemoLibraryOptions } from '../planner/demo-options';
import { shuffle } from '../planner/seeded-choice';
import type { ProviderClient, ProviderRequest } from '../provider/provider-client';
import { ProviderError } from '../provider/provider-error';
import { isListedTitle, isPage } from '../provider/provider-shapes';

/** A library, its position in `DemoOptions.libraries`, and the seed. They determine its pseudo-random choices. */
export interface SeededLibrary {
  readonly options: DemoLibraryOptions;
  readonly index: number;
  readonly seed: string;
}

const FIRST_YEAR = 1950;
const LAST_YEAR = 2024;
/** The provider returns no later page of a list. */
const LAST_PAGE = 500;
/** Number of titles that are taken from one year before the next year follows. */
const TITLES_PER_TURN = 5;
/** Number of titles on a page of the provider. */
const PAGE_SIZE = 20;
/** Number of consecutive pages with errors after which the command fails. Refusals after page 1 do not count. */
const MAX_BAD_PAGES = 10;

/** Yields the id of each title once, without titles for adults. Ends after the last page of every year. */
export async function* listCandidates(
  provider: ProviderClient,
  library: SeededLibrary,
  request: ProviderRequest,
): AsyncGenerator<number> {
  const lists = new YearLists(provider, library, request);
  const yieldedIds = new Set<number>();
  for (let page = 1; page <= LAST_PAGE && lists.hasMore; page += 1) {
    for (let start = 0; start < PAGE_SIZE; start += TITLES_PER_TURN) {
      for (const year of lists.years) {
        const ids = await lists.read(year, page);
        for (const id of ids.slice(start, start + TITLES_PER_TURN)) {
          if (!yieldedIds.has(id)) yield id;
          yieldedIds.add(id);
        }
      }
    }
    lists.clearPages();
  }
}

/** The provider's lists of titles, one for each year, with the most popular titles first. Reads them page by page. */
class YearLists {
  readonly years: readonly number[];
  /** Years without further pages. */
  private readonly ended = new Set<number>();
  /** Ids on the current page of each year. */
  private pages = new Map<number, readonly number[]>();
  private badPages = 0;

  constructor(
    private readonly provider: ProviderClient,
    private readonly library: SeededLibrary,
    private readonly request: ProviderRequest,
  ) {
    const years = Array.from({ length: LAST_YEAR - FIRST_YEAR + 1 }, (_, index) => FIRST_YEAR + index);
    this.years = shuffle(years, library.seed, 'years', library.index);
  }

  get hasMore(): boolean {
    return this.ended.size < this.years.length;
  }

  /** Discards the current page of all years. */
  clearPages(): void {
    this.pages = new Map();
  }

  /** Returns the ids on a page of a year, in an order that depends on the seed. */
  async read(year: number, page: number): Promise<readonly number[]> {
    const cached = this.pages.get(year);
    if (cached !== undefined) return cached;
    const ids = this.ended.has(year) ? [] : await this.fetch(year, page);
    this.pages.set(year, ids);
    return ids;
  }

  private async fetch(year: number, page: number): Promise<readonly number[]> {
    const { options, seed, index } = this.library;
    try {
      const answer = await this.provider.get(this.path, isPage, {
        ...this.request,
        parameters: { ...this.parametersOf(year), page },
        // Some providers refuse a page after the last one instead of returning an empty page.
        mayBeRefused: page > 1,
      });
      this.badPages = 0;
      if (answer.results.length === 0 || page >= answer.total_pages) this.ended.add(year);
      const ids = answer.results.flatMap((item) => this.toId(item));
      return shuffle(ids, seed, 'page', options.libraryKind, index, year, page);
    } catch (error) {
      if (!(error instanceof ProviderError) || !error.concernsOneResource) throw error;
      if (error.isRefusal) this.ended.add(year);
      if (error.isRefusal && page > 1) return [];
      this.badPages += 1;
      if (this.badPages >= MAX_BAD_PAGES) throw error;
      return [];
    }
  }

  private toId(item: unknown): number[] {
    if (!isListedTitle(item)) {
      this.provider.countFailure();
      return [];
    }
    return item.adult === true ? [] : [item.id];
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
