/** The shape of each record type as JSON Schemas, compiled once; what they cannot say is in `record-reader.ts`. */
import Ajv, { type ErrorObject, type ValidateFunction } from 'ajv';
import { cleanCatalogLine } from '../../common/text';
import { boundText } from '../../common/summary';
import { INTEGER_MAX, LIST_BOUNDS } from './field-bounds';
import { LineError, type LineErrorCode } from './line-error';
import type { RawRecord } from './raw-record';

type Properties = Record<string, object>;

const requiredText = { type: 'string' };
/** Null and a text with nothing in it mean the same as no field at all. */
const text = { type: 'string', nullable: true };

function integer(minimum: number, maximum: number): object {
  return { type: 'integer', minimum, maximum };
}

function optional(schema: object): object {
  return { ...schema, nullable: true };
}

function list(field: keyof typeof LIST_BOUNDS, items: object): object {
  return { type: 'array', nullable: true, maxItems: LIST_BOUNDS[field], items };
}

function closed(required: string[], properties: Properties): object {
  return { type: 'object', additionalProperties: false, required, properties };
}

const person = closed(['name', 'role'], {
  name: requiredText,
  role: { enum: ['actor', 'director', 'writer', 'creator', 'composer', 'producer'] },
  character: text,
  order: optional(integer(0, INTEGER_MAX)),
});

const PRESENCE_FIELDS: Properties = {
  available: { type: 'boolean', nullable: true },
  files: list(
    'files',
    closed(['path', 'size_bytes'], { path: requiredText, size_bytes: integer(0, Number.MAX_SAFE_INTEGER) }),
  ),
};

const TITLE_FIELDS: Properties = {
  media_id: requiredText,
  library_id: requiredText,
  title: requiredText,
  original_title: text,
  sort_title: text,
  aliases: list('aliases', requiredText),
  year: optional(integer(0, 9999)),
  runtime_minutes: optional(integer(0, 100_000)),
  overview: text,
  tagline: text,
  genres: list('genres', requiredText),
  keywords: list('keywords', requiredText),
  people: list('people', person),
  studios: list('studios', requiredText),
  countries: list('countries', requiredText),
  original_language: text,
  content_rating: text,
  popularity: { type: 'number', nullable: true, minimum: 0, maximum: 1e15 },
  external_ids: {
    type: 'object',
    nullable: true,
    maxProperties: LIST_BOUNDS.external_ids,
    additionalProperties: {
      anyOf: [text, integer(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)],
    },
  },
  provider_related: list('provider_related', requiredText),
  ...PRESENCE_FIELDS,
};

const SHAPES = {
  library: {
    required: ['library_id', 'name', 'library_kind'],
    properties: { library_id: requiredText, name: requiredText, library_kind: { enum: ['movies', 'series'] } },
  },
  movie: { required: ['media_id', 'library_id', 'title'], properties: { ...TITLE_FIELDS, release_date: text } },
  series: {
    required: ['media_id', 'library_id', 'title'],
    properties: { ...TITLE_FIELDS, first_air_date: text, last_air_date: text, status: text },
  },
  season: {
    required: ['media_id', 'series_id', 'season_number'],
    properties: {
      media_id: requiredText,
      series_id: requiredText,
      season_number: integer(0, INTEGER_MAX),
      title: text,
      overview: text,
      air_date: text,
    },
  },
  episode: {
    required: ['media_id', 'series_id', 'season_id', 'season_number', 'episode_number'],
    properties: {
      media_id: requiredText,
      series_id: requiredText,
      season_id: requiredText,
      season_number: integer(0, INTEGER_MAX),
      episode_number: integer(0, INTEGER_MAX),
      absolute_number: optional(integer(0, INTEGER_MAX)),
      title: text,
      overview: text,
      air_date: text,
      runtime_minutes: optional(integer(0, 100_000)),
      people: list('people', person),
    },
  },
  watch_state: {
    required: ['username', 'media_id', 'position_seconds', 'duration_seconds', 'last_watched_at'],
    properties: {
      username: requiredText,
      media_id: requiredText,
      position_seconds: integer(0, INTEGER_MAX),
      duration_seconds: integer(0, INTEGER_MAX),
      completed: { type: 'boolean', nullable: true },
      last_watched_at: requiredText,
    },
  },
  delete: { required: [], properties: { media_id: text, library_id: text } },
} satisfies Record<string, { required: string[]; properties: Properties }>;

/** The record types of the import. */
export type RecordType = keyof typeof SHAPES;

/** The record types, for messages and documentation. */
export const RECORD_TYPES = Object.keys(SHAPES) as RecordType[];

/** Who made a record: a client that sent a line, or a scanner in this process, which knows the files of episodes. */
export type RecordOrigin = 'line' | 'scanner';

/** What the records of an origin have beside the shapes above. */
const ADDITIONAL: Readonly<Record<RecordOrigin, Partial<Record<RecordType, Properties>>>> = {
  line: {},
  scanner: { season: PRESENCE_FIELDS, episode: PRESENCE_FIELDS },
};

const ajv = new Ajv({ strict: true, allowUnionTypes: true, validateFormats: false });

/** Compiled when the first record of its kind comes: most processes read none, and should not start later for it. */
const validators: Record<RecordOrigin, Partial<Record<RecordType, ValidateFunction>>> = { line: {}, scanner: {} };

function compile(origin: RecordOrigin, type: RecordType): ValidateFunction {
  const { required, properties } = SHAPES[type];
  const shape = { type: { const: type }, ...properties, ...ADDITIONAL[origin][type] };
  return ajv.compile(closed(['type', ...required], shape));
}

/** The value as a record of the shape that its `type` asks for. Throws a `LineError` that names a bad field. */
export function requireRecord(value: unknown, origin: RecordOrigin): RawRecord {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new LineError('not-an-object', 'The line must hold one JSON object.');
  }
  const type = (value as { type?: unknown }).type;
  if (typeof type !== 'string' || !Object.hasOwn(SHAPES, type)) {
    throw new LineError('unknown-type', `type must be one of ${RECORD_TYPES.join(', ')}.`);
  }
  const validate = (validators[origin][type as RecordType] ??= compile(origin, type as RecordType));
  if (!validate(value)) throw toLineError(validate.errors?.at(-1));
  return value as RawRecord;
}

const CODES: Readonly<Record<string, LineErrorCode | undefined>> = {
  type: 'invalid-type',
  anyOf: 'invalid-type',
  enum: 'invalid-value',
  minimum: 'out-of-range',
  maximum: 'out-of-range',
  maxItems: 'too-many',
  maxProperties: 'too-many',
};

function toLineError(error: ErrorObject | undefined): LineError {
  const path = toFieldPath(error?.instancePath ?? '');
  if (error?.keyword === 'additionalProperties') {
    const name = fieldName((error.params as { additionalProperty: string }).additionalProperty);
    return new LineError('unknown-field', `${join(path, name)} is not a field of this record.`);
  }
  if (error?.keyword === 'required') {
    const name = (error.params as { missingProperty: string }).missingProperty;
    return new LineError('missing-field', `${join(path, name)} must be given.`);
  }
  return new LineError(CODES[error?.keyword ?? ''] ?? 'invalid-value', `${path} ${describe(error)}.`);
}

/** What ajv expects, in words that hold nothing of the input. */
function describe(error: ErrorObject | undefined): string {
  const params = (error?.params ?? {}) as { allowedValues?: unknown[] };
  if (error?.keyword === 'enum') return `must be one of ${(params.allowedValues ?? []).join(', ')}`;
  if (error?.keyword === 'anyOf') return 'must be a text or an integer';
  return error?.message ?? 'is not valid';
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** `/people/3/name` becomes `people[3].name`. */
function toFieldPath(pointer: string): string {
  const segments = pointer.split('/').slice(1);
  return segments.reduce((path, segment) => {
    if (/^\d+$/.test(segment)) return `${path}[${segment}]`;
    return join(path, fieldName(segment.replaceAll('~1', '/').replaceAll('~0', '~')));
  }, '');
}

/** A name may be anything the client wrote, so it is cleaned and bounded before it is said. */
function fieldName(name: string): string {
  return boundText(cleanCatalogLine(name), 64) || '(unnamed)';
}
