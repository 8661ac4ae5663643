/** `SERVICE_DEMO_OPTIONS`: what the demo's libraries are made of. */
import Joi from 'joi';
import { OperatorError } from '../../common/problems/operator-error';
import { cleanCatalogLine } from '../../common/text/text';
import { toSafeName } from './safe-name';

/** Named packs of oddities that a media tree may have. */
export const QUIRK_PACKS = [
  'unicode',
  'specials',
  'multi_episode',
  'duplicates',
  'missing_metadata',
  'long_overviews',
  'nfo',
] as const;

/** One of the packs. */
export type QuirkPack = (typeof QUIRK_PACKS)[number];

/** Smallest and largest number. */
export type Range = readonly [min: number, max: number];

/** One library of the demo. */
export interface DemoLibraryOptions {
  readonly libraryKind: 'movies' | 'series';
  readonly name: string;
  /** Share of the titles of its kind. */
  readonly weight: number;
  readonly seasonsPerSeries: Range;
  readonly episodesPerSeason: Range;
  /** As the provider takes it, such as `en-US`. */
  readonly language: string;
  /** ISO 3166 code. */
  readonly region: string;
  readonly allowDeviations: boolean;
}

/** All that decides what the demo looks like, beside the provider's answers. */
export interface DemoOptions {
  readonly seed: string;
  readonly movieCount: number;
  readonly seriesCount: number;
  readonly libraries: readonly DemoLibraryOptions[];
  /** Share of the titles whose names deviate from the conventions, 0..1. */
  readonly deviationRate: number;
  readonly quirks: readonly QuirkPack[];
}

/** The options cannot be used; names the member, never its value. */
export class DemoOptionsError extends OperatorError {
  override readonly name = 'DemoOptionsError';
}

/** Titles of one kind. */
export const MAX_COUNT = 5_000;
const MAX_LIBRARIES = 10;
const DEFAULT_COUNTS = { movies: 12, series: 3 } as const;

interface RawLibrary {
  library_kind: 'movies' | 'series';
  name: string;
  movie_count?: number;
  series_count?: number;
  seasons_per_series?: Range;
  episodes_per_season?: Range;
  language?: string;
  region?: string;
  allow_deviations?: boolean;
}

interface RawOptions {
  seed?: string | number;
  libraries?: RawLibrary[];
  allow_deviations?: boolean;
  deviation_rate?: number;
  quirks?: QuirkPack[];
  language?: string;
  region?: string;
}

const count = Joi.number().strict().integer().min(1).max(MAX_COUNT);
const language = Joi.string().pattern(/^[a-z]{2}(?:-[A-Z]{2})?$/);
const region = Joi.string().pattern(/^[A-Z]{2}$/);
const range = (max: number): Joi.Schema =>
  Joi.array()
    .length(2)
    .ordered(Joi.number().strict().integer().min(1).max(max), Joi.number().strict().integer().min(1).max(max))
    .custom((value: Range) => {
      if (value[0] > value[1]) throw new Error('the first number must not be above the second');
      return value;
    });

const SCHEMA = Joi.object<RawOptions>({
  seed: Joi.alternatives(Joi.string().min(1).max(128), Joi.number().strict().integer()),
  libraries: Joi.array()
    .min(1)
    .max(MAX_LIBRARIES)
    .items(
      Joi.object<RawLibrary>({
        library_kind: Joi.string().valid('movies', 'series').required(),
        name: Joi.string().min(1).max(80).custom(requireFolderName).required(),
        movie_count: count.when('library_kind', { is: 'series', then: Joi.forbidden() }),
        series_count: count.when('library_kind', { is: 'movies', then: Joi.forbidden() }),
        seasons_per_series: range(100),
        episodes_per_season: range(1000),
        language,
        region,
        allow_deviations: Joi.boolean().strict(),
      }),
    ),
  allow_deviations: Joi.boolean().strict(),
  deviation_rate: Joi.number().strict().min(0).max(1),
  quirks: Joi.array()
    .items(Joi.string().valid(...QUIRK_PACKS))
    .unique(),
  language,
  region,
}).unknown(false);

/** Counts that settings of their own give; they win over the options. */
export interface DemoCounts {
  readonly movieCount?: number;
  readonly seriesCount?: number;
}

/** Reads the options. Throws a `DemoOptionsError` that names the first bad member. */
export function toDemoOptions(raw: unknown, counts: DemoCounts): DemoOptions {
  const result = SCHEMA.validate(raw, { convert: false, abortEarly: true });
  if (result.error !== undefined) {
    const member = result.error.details[0]?.path.join('.') ?? '';
    throw new DemoOptionsError(
      `SERVICE_DEMO_OPTIONS: ${member === '' ? 'the object' : member} is not allowed as it is.`,
    );
  }
  const options: RawOptions = result.value;
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

/** The setting, else the sum over the libraries; 0 when no library is of that kind. */
function toCount(
  kind: 'movies' | 'series',
  setting: number | undefined,
  libraries: readonly DemoLibraryOptions[],
): number {
  const own = libraries.filter((library) => library.libraryKind === kind);
  if (own.length === 0) return 0;
  return (
    setting ??
    Math.min(
      MAX_COUNT,
      own.reduce((sum, library) => sum + library.weight, 0),
    )
  );
}

/** A library's name is its folder's name: nothing that a file system, or a path, would understand otherwise. */
function requireFolderName(name: string): string {
  if (toSafeName(name, 80) !== name || cleanCatalogLine(name) !== name) throw new Error('must be a plain folder name');
  return name;
}

function requireDistinctNames(libraries: readonly DemoLibraryOptions[]): void {
  const names = new Set(libraries.map(({ name }) => name.normalize('NFC').toLowerCase()));
  if (names.size < libraries.length)
    throw new DemoOptionsError('SERVICE_DEMO_OPTIONS: libraries must have distinct names.');
}
