/** Validates `SERVICE_DEMO_OPTIONS` and adds the defaults. */
import { plainToInstance, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  Length,
  Matches,
  Max,
  Min,
  ValidateBy,
  ValidateIf,
  ValidateNested,
  validateSync,
  type ValidationError,
} from 'class-validator';
import { OperatorError } from '../../common/problems/operator-error';
import { cleanCatalogLine } from '../../common/text/text';
import { toSafeName } from './safe-name';

/** Names of the quirk packs. Each pack adds one kind of unusual case, such as NFO files, to some of the titles. */
export const QUIRK_PACKS = [
  'unicode',
  'specials',
  'multi_episode',
  'duplicates',
  'missing_metadata',
  'long_overviews',
  'nfo',
] as const;

/** Name of a quirk pack. */
export type QuirkPack = (typeof QUIRK_PACKS)[number];

/** Minimum and maximum, both inclusive. */
export type Range = readonly [min: number, max: number];

/** One library of the demo. */
export interface DemoLibraryOptions {
  readonly libraryKind: 'movies' | 'series';
  readonly name: string;
  /** Weight with which the titles of this kind are distributed over the libraries. */
  readonly weight: number;
  readonly seasonsPerSeries: Range;
  readonly episodesPerSeason: Range;
  /** Language for requests to the provider, such as `en-US`. */
  readonly language: string;
  /** Region for requests to the provider: an ISO 3166 code. */
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

/** The options are invalid. The message names the invalid member, but never contains its value. */
export class DemoOptionsError extends OperatorError {
  override readonly name = 'DemoOptionsError';
}

/** Maximum number of titles of one kind. */
export const MAX_COUNT = 5_000;
const MAX_LIBRARIES = 10;
const DEFAULT_COUNTS = { movies: 12, series: 3 } as const;

type LibraryKind = DemoLibraryOptions['libraryKind'];

const LANGUAGE = /^[a-z]{2}(?:-[A-Z]{2})?$/;
const REGION = /^[A-Z]{2}$/;

/** The member may be absent, but not null. */
const Optional = (): PropertyDecorator => ValidateIf((_object, value) => value !== undefined);

/** The member is allowed only in libraries of this kind. */
const OnlyFor = (kind: LibraryKind): PropertyDecorator =>
  ValidateBy({
    name: 'onlyFor',
    validator: { validate: (_value, details) => (details?.object as RawLibrary).library_kind === kind },
  });

/** The member is an array of two integers from 1 to `max`. The first must not be greater than the second. */
const IsRange = (max: number): PropertyDecorator => {
  const isBound = (value: unknown): boolean => Number.isInteger(value) && 1 <= Number(value) && Number(value) <= max;
  const isRange = (value: unknown): boolean =>
    Array.isArray(value) && value.length === 2 && value.every(isBound) && value[0] <= value[1];
  return ValidateBy({ name: 'isRange', validator: { validate: isRange } });
};

/** The name must be valid as a folder name on all common file systems, because the library's folder has this name. */
const IsFolderName = ValidateBy({
  name: 'isFolderName',
  validator: {
    validate: (value) =>
      typeof value === 'string' && toSafeName(value, 80) === value && cleanCatalogLine(value) === value,
  },
});

const IsSeed = ValidateBy({
  name: 'isSeed',
  validator: {
    validate: (value) =>
      typeof value === 'string' ? value.length >= 1 && value.length <= 128 : Number.isSafeInteger(value),
  },
});

class RawLibrary {
  @IsIn(['movies', 'series'])
  library_kind: LibraryKind;

  @Length(1, 80)
  @IsFolderName
  name: string;

  @Optional()
  @OnlyFor('movies')
  @IsInt()
  @Min(1)
  @Max(MAX_COUNT)
  movie_count?: number;

  @Optional()
  @OnlyFor('series')
  @IsInt()
  @Min(1)
  @Max(MAX_COUNT)
  series_count?: number;

  @Optional()
  @IsRange(100)
  seasons_per_series?: Range;

  @Optional()
  @IsRange(1000)
  episodes_per_season?: Range;

  @Optional()
  @Matches(LANGUAGE)
  language?: string;

  @Optional()
  @Matches(REGION)
  region?: string;

  @Optional()
  @IsBoolean()
  allow_deviations?: boolean;
}

class RawOptions {
  @Optional()
  @IsSeed
  seed?: string | number;

  @Optional()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_LIBRARIES)
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  @Type(() => RawLibrary)
  libraries?: RawLibrary[];

  @Optional()
  @IsBoolean()
  allow_deviations?: boolean;

  @Optional()
  @IsNumber()
  @Min(0)
  @Max(1)
  deviation_rate?: number;

  @Optional()
  @IsIn(QUIRK_PACKS, { each: true })
  @ArrayUnique()
  quirks?: QuirkPack[];

  @Optional()
  @Matches(LANGUAGE)
  language?: string;

  @Optional()
  @Matches(REGION)
  region?: string;
}

/** Counts from separate settings. They take precedence over the options. */
export interface DemoCounts {
  readonly movieCount?: number;
  readonly seriesCount?: number;
}

/** Validates the options and adds the defaults. Throws a `DemoOptionsError` that names the first invalid member. */
export function toDemoOptions(raw: object, counts: DemoCounts): DemoOptions {
  const options = plainToInstance(RawOptions, raw);
  const [error] = validateSync(options, { whitelist: true, forbidNonWhitelisted: true });
  if (error !== undefined)
    throw new DemoOptionsError(`SERVICE_DEMO_OPTIONS: ${toPath(error)} is unknown or has an invalid value.`);
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

/** Returns the setting, or the sum over the libraries if it is undefined. Returns 0 without a library of this kind. */
function toCount(
  kind: 'movies' | 'series',
  setting: number | undefined,
  libraries: readonly DemoLibraryOptions[],
): number {
  const ofKind = libraries.filter((library) => library.libraryKind === kind);
  if (ofKind.length === 0) return 0;
  return (
    setting ??
    Math.min(
      MAX_COUNT,
      ofKind.reduce((sum, library) => sum + library.weight, 0),
    )
  );
}

function requireDistinctNames(libraries: readonly DemoLibraryOptions[]): void {
  const names = new Set(libraries.map(({ name }) => name.normalize('NFC').toLowerCase()));
  if (names.size < libraries.length)
    throw new DemoOptionsError('SERVICE_DEMO_OPTIONS: libraries must have distinct names.');
}
