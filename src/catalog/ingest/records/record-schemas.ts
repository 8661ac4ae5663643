/** JSON Schema and TypeScript type of each record type. `record-reader.ts` checks what a schema cannot express. */
import { type Static, Type } from '@sinclair/typebox';
import { PERSON_ROLES } from '../../../database/entities/catalog/media-item.entity';
import { INTEGER_MAX, LIST_BOUNDS, POPULARITY_MAX } from './field-bounds';
import { closed, integer, list, oneOf, optional } from './schema-builders';

const text = Type.String();

const PERSON = closed({
  name: text,
  role: oneOf(PERSON_ROLES),
  character: optional(text),
  order: optional(integer(0, INTEGER_MAX)),
});

const FILE = closed({ path: text, size_bytes: integer(0, Number.MAX_SAFE_INTEGER) });

const AVAILABILITY_FIELDS = { available: optional(Type.Boolean()), files: list('files', FILE) };

const MOVIE_OR_SERIES_FIELDS = {
  media_id: text,
  library_id: text,
  title: text,
  original_title: optional(text),
  sort_title: optional(text),
  aliases: list('aliases', text),
  year: optional(integer(0, 9999)),
  runtime_minutes: optional(integer(0, 100_000)),
  overview: optional(text),
  tagline: optional(text),
  genres: list('genres', text),
  keywords: list('keywords', text),
  people: list('people', PERSON),
  studios: list('studios', text),
  countries: list('countries', text),
  original_language: optional(text),
  content_rating: optional(text),
  collection: optional(text),
  popularity: optional(Type.Number({ minimum: 0, maximum: POPULARITY_MAX })),
  external_ids: optional(
    Type.Unsafe<Record<string, string | number | null>>({
      type: 'object',
      maxProperties: LIST_BOUNDS.external_ids,
      additionalProperties: {
        anyOf: [
          { type: 'string', nullable: true },
          { type: 'integer', minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
        ],
      },
    }),
  ),
  provider_related: list('provider_related', text),
  ...AVAILABILITY_FIELDS,
};

const SEASON_FIELDS = {
  media_id: text,
  series_id: text,
  season_number: integer(0, INTEGER_MAX),
  title: optional(text),
  overview: optional(text),
  air_date: optional(text),
  ...AVAILABILITY_FIELDS,
};

const EPISODE_FIELDS = {
  media_id: text,
  series_id: text,
  season_id: text,
  season_number: integer(0, INTEGER_MAX),
  episode_number: integer(0, INTEGER_MAX),
  absolute_number: optional(integer(0, INTEGER_MAX)),
  title: optional(text),
  overview: optional(text),
  air_date: optional(text),
  runtime_minutes: optional(integer(0, 100_000)),
  people: list('people', PERSON),
  ...AVAILABILITY_FIELDS,
};

/** Schemas of the records. A client sends one record in each line. */
export const RECORD_SCHEMAS = {
  library: closed({
    type: Type.Literal('library'),
    library_id: text,
    name: text,
    library_kind: oneOf(['movies', 'series']),
  }),
  movie: closed({ type: Type.Literal('movie'), ...MOVIE_OR_SERIES_FIELDS, release_date: optional(text) }),
  series: closed({
    type: Type.Literal('series'),
    ...MOVIE_OR_SERIES_FIELDS,
    first_air_date: optional(text),
    last_air_date: optional(text),
    status: optional(text),
  }),
  season: closed({ type: Type.Literal('season'), ...SEASON_FIELDS }),
  episode: closed({ type: Type.Literal('episode'), ...EPISODE_FIELDS }),
  watch_state: closed({
    type: Type.Literal('watch_state'),
    username: text,
    media_id: text,
    position_seconds: integer(0, INTEGER_MAX),
    duration_seconds: integer(0, INTEGER_MAX),
    completed: optional(Type.Boolean()),
    last_watched_at: text,
  }),
  delete: closed({ type: Type.Literal('delete'), media_id: optional(text), library_id: optional(text) }),
};

export type RecordType = keyof typeof RECORD_SCHEMAS;

/** Whether a value is a record type. */
export function isRecordType(value: unknown): value is RecordType {
  return typeof value === 'string' && Object.hasOwn(RECORD_SCHEMAS, value);
}

/** A record of one type that passed its schema. Its values are not cleaned yet. */
export type RawRecordOf<Kind extends RecordType> = Static<(typeof RECORD_SCHEMAS)[Kind]>;

/** A record of any type that passed its schema. */
export type RawRecord = { [Kind in RecordType]: RawRecordOf<Kind> }[RecordType];

export type RawPerson = Static<typeof PERSON>;

export const RECORD_TYPES = Object.keys(RECORD_SCHEMAS) as RecordType[];
