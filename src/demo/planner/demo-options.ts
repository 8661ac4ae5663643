import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { OperatorError } from '../../common/problems/operator-error';
import type { LibraryKind } from '../../database/entities/catalog/library.entity';
import type { DemoTargets } from '../running/demo-state';
import { MAX_COUNT, QUIRK_PACKS, type QuirkPack, type Range, type RawLibrary, RawOptions } from './raw-demo-options';

export interface DemoLibraryOptions {
  readonly libraryKind: LibraryKind;
  readonly name: string;
  /**
   * Number of titles from the options or the default. It is only a weight if the total for libraries of this kind comes
   * from another setting or a request, or is limited to `MAX_COUNT`.
   */
  readonly weight: number;
  readonly seasonsPerSeries: Range;
  readonly episodesPerSeason: Range;
  /** Language for requests to the provider, such as `en-US`. */
  readonly language: string;
  /** Region for requests to the provider: a two-letter ISO 3166-1 code, such as `US`. */
  readonly region: string;
  readonly allowDeviations: boolean;
}

/** Options of the demo. Together with the answers of the provider, they determine its content. */
export interface DemoOptions {
  readonly seed: string;
  readonly movieCount: number;
  readonly seriesCount: number;
  readonly libraries: readonly DemoLibraryOptions[];
  /** Share of the titles whose file names deviate from the naming conventions, 0..1. */
  readonly deviationRate: number;
  readonly quirks: readonly QuirkPack[];
}

const DEFAULT_COUNTS = { movies: 12, series: 3 } as const;

/**
 * Validates the options and adds the defaults. `counts` are separate settings, which take precedence. Throws an
 * `OperatorError` that names the first invalid member, but never contains its value.
 */
export function toDemoOptions(raw: object, counts: Partial<DemoTargets>): DemoOptions {
  const options = plainToInstance(RawOptions, raw);
  const [error] = validateSync(options, { whitelist: true, forbidNonWhitelisted: true });
  if (error !== undefined) {
    throw new OperatorError(`SERVICE_DEMO_OPTIONS: ${toPath(error)} is unknown or has an invalid value.`);
  }
  const libraries = (options.libraries ?? defaultLibraries()).map((library) => toLibrary(library, options));
  requireDistinctNames(libraries);
  return {
    seed: String(options.seed ?? 'demo'),
    movieCount: toCount('movies', counts.movieCount, libraries),
    seriesCount: toCount('series', counts.seriesCount, libraries),
    libraries,
    deviationRate: options.deviation_rate ?? 0.15,
    quirks: QUIRK_PACKS.filter((pack) => options.quirks?.includes(pack)),
  };
}

function toPath({ property, children: [child] = [] }: ValidationError): string {
  return child === undefined ? property : `${property}.${toPath(child)}`;
}

function defaultLibraries(): RawLibrary[] {
  return [
    { library_kind: 'movies', name: 'Demo Movies' },
    { library_kind: 'series', name: 'Demo Series' },
  ];
}

function toLibrary(library: RawLibrary, options: RawOptions): DemoLibraryOptions {
  const kind = library.library_kind;
  return {
    libraryKind: kind,
    name: library.name,
    weight: (kind === 'movies' ? library.movie_count : library.series_count) ?? DEFAULT_COUNTS[kind],
    seasonsPerSeries: library.seasons_per_series ?? [1, 3],
    episodesPerSeason: library.episodes_per_season ?? [1, 10],
    language: library.language ?? options.language ?? 'en-US',
    region: library.region ?? options.region ?? 'US',
    allowDeviations: library.allow_deviations ?? options.allow_deviations ?? true,
  };
}

/**
 * Returns the number of titles of a kind: the setting, or without it the sum of the libraries' weights, but at most
 * `MAX_COUNT`. Returns 0 if there is no library of this kind.
 */
function toCount(kind: LibraryKind, setting: number | undefined, libraries: readonly DemoLibraryOptions[]): number {
  const ofKind = libraries.filter((library) => library.libraryKind === kind);
  if (ofKind.length === 0) return 0;
  const sum = ofKind.reduce((total, library) => total + library.weight, 0);
  return setting ?? Math.min(MAX_COUNT, sum);
}

function requireDistinctNames(libraries: readonly DemoLibraryOptions[]): void {
  const names = new Set(libraries.map(({ name }) => name.normalize('NFC').toLowerCase()));
  if (names.size < libraries.length) {
    throw new OperatorError('SERVICE_DEMO_OPTIONS: libraries must have distinct names.');
  }
}
