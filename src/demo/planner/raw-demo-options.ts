import { Type } from 'class-transformer';
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
} from 'class-validator';
import { cleanCatalogLine } from '../../common/text/text';
import type { LibraryKind } from '../../database/entities/catalog/library.entity';
import { toSafeName } from './safe-name';

/** Names of the quirk packs. Each adds one kind of unusual case, such as NFO files, to some titles. */
export const QUIRK_PACKS = [
  'unicode',
  'specials',
  'multi_episode',
  'duplicates',
  'missing_metadata',
  'long_overviews',
  'nfo',
] as const;

export type QuirkPack = (typeof QUIRK_PACKS)[number];

/** Minimum and maximum, both inclusive. */
export type Range = readonly [min: number, max: number];

/** Maximum number of titles of one kind. */
export const MAX_COUNT = 5_000;
/** Maximum number of libraries of a demo. */
export const MAX_LIBRARIES = 10;

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

/** The name must be valid as a folder name on all common file systems. */
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

/** Members that a library can have. In the options themselves, they are the defaults of all libraries. */
class LibraryDefaults {
  @Optional()
  @Matches(LANGUAGE)
  language?: string;

  @Optional()
  @Matches(REGION)
  region?: string;

  /** Whether file names may deviate from the naming conventions, as in real collections. */
  @Optional()
  @IsBoolean()
  allow_deviations?: boolean;
}

/** A library in `SERVICE_DEMO_OPTIONS`. */
export class RawLibrary extends LibraryDefaults {
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
  @OnlyFor('series')
  @IsRange(100)
  seasons_per_series?: Range;

  @Optional()
  @OnlyFor('series')
  @IsRange(1000)
  episodes_per_season?: Range;
}

/** The content of `SERVICE_DEMO_OPTIONS`, with the validation rules of its members. */
export class RawOptions extends LibraryDefaults {
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

  /** Share of the titles whose file names deviate from the naming conventions, in libraries that allow deviations. */
  @Optional()
  @IsNumber()
  @Min(0)
  @Max(1)
  deviation_rate?: number;

  @Optional()
  @IsIn(QUIRK_PACKS, { each: true })
  @ArrayUnique()
  quirks?: QuirkPack[];
}
