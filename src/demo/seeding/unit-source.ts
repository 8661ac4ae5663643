import type { DemoOptions } from '../planner/demo-options';
import { planMovie } from '../planner/movie-plan';
import type { PlannedUnit, TakenNames } from '../planner/planned-unit';
import { chooseSeasons, planSeries } from '../planner/series-plan';
import type { ProviderClient, ProviderRequest } from '../provider/provider-client';
import {
  isMovie,
  isSeason,
  isSeries,
  type ProviderMovie,
  type ProviderSeason,
  type ProviderSeries,
} from '../provider/provider-shapes';
import type { SeededLibrary } from './candidate-stream';

/**
 * A title as fetched from the provider, before it is planned. `unsuitable` is a title for adults, or a series in which
 * too few seasons have enough episodes.
 */
export type FetchedTitle =
  | { readonly kind: 'movie'; readonly movie: ProviderMovie }
  | { readonly kind: 'series'; readonly series: ProviderSeries; readonly seasons: readonly ProviderSeason[] }
  | { readonly kind: 'unsuitable' };

const MOVIE_PARTS = 'credits,release_dates,keywords,alternative_titles';
const SERIES_PARTS = ['aggregate_credits', 'content_ratings', 'external_ids'];
/** Maximum number of parts that one request appends to a title. */
const MAX_APPENDED = 20;

/** Fetches and plans titles for one library. */
export class UnitSource {
  constructor(
    private readonly provider: ProviderClient,
    private readonly library: SeededLibrary,
    private readonly options: DemoOptions,
    private readonly request: ProviderRequest,
  ) {}

  /** Fetches the data that `plan` needs. Throws a `ProviderError`, or the abort reason of the request. */
  async fetch(id: number): Promise<FetchedTitle> {
    if (this.library.options.libraryKind === 'series') return this.fetchSeries(id);
    const movie = await this.provider.get(`/movie/${id}`, isMovie, this.withParts(MOVIE_PARTS));
    return movie.adult === true ? { kind: 'unsuitable' } : { kind: 'movie', movie };
  }

  /** Plans the folder of a title. Returns null if the title is unsuitable, or if no regular season has an episode. */
  plan(title: FetchedTitle, taken: TakenNames): PlannedUnit | null {
    const { options: library } = this.library;
    if (title.kind === 'movie') return planMovie(title.movie, library, this.options, taken);
    return title.kind === 'series' ? planSeries(title.series, title.seasons, library, this.options, taken) : null;
  }

  /** Requests the first seasons together with the series, because `chooseSeasons` usually chooses these. */
  private async fetchSeries(id: number): Promise<FetchedTitle> {
    const [, maxSeasons] = this.library.options.seasonsPerSeries;
    const firstSeason = this.options.quirks.includes('specials') ? 0 : 1;
    const length = Math.min(maxSeasons + 1 - firstSeason, MAX_APPENDED - SERIES_PARTS.length);
    const requestedSeasons = Array.from({ length }, (_, index) => index + firstSeason);
    const parts = [...SERIES_PARTS, ...requestedSeasons.map((season) => `season/${season}`)];
    const series = await this.provider.get(`/tv/${id}`, isSeries, this.withParts(parts.join()));
    if (series.adult === true) return { kind: 'unsuitable' };
    const chosenSeasons = chooseSeasons(series, this.library.options, this.options);
    if (chosenSeasons === null) return { kind: 'unsuitable' };
    const receivedSeasons = chosenSeasons.filter((season) => requestedSeasons.includes(season));
    const missingSeasons = chosenSeasons.filter((season) => !requestedSeasons.includes(season));
    const seasons = this.readSeasons(series, receivedSeasons);
    for (let start = 0; start < missingSeasons.length; start += MAX_APPENDED) {
      const numbers = missingSeasons.slice(start, start + MAX_APPENDED);
      const parameters = this.withParts(numbers.map((season) => `season/${season}`).join());
      seasons.push(...this.readSeasons(await this.provider.get(`/tv/${id}`, isSeries, parameters), numbers));
    }
    return { kind: 'series', series, seasons };
  }

  private readSeasons(series: ProviderSeries, numbers: readonly number[]): ProviderSeason[] {
    const appended = series as ProviderSeries & Readonly<Record<string, unknown>>;
    return numbers.flatMap((number) => {
      const season = appended[`season/${number}`];
      if (isSeason(season) && season.season_number === number) return [season];
      this.provider.countFailure();
      return [];
    });
  }

  private withParts(parts: string): ProviderRequest {
    return { ...this.request, parameters: { language: this.library.options.language, append_to_response: parts } };
  }
}
