/**
 * JSON Schema of each record type, and the TypeScript types derived from it. `record-reader.ts` checks what a schema
 * cannot express.
 */
import {
  type Static,
  type TArray,
  type TInteger,
  type TObject,
  type TOptional,
  type TProperties,
  type TSchema,
  type TUnsafe,
  Type,
} from '@sinclair/typebox';
import Ajv, { type ErrorObject, type ValidateFunction } from 'ajv';
import { cleanCatalogLine } from '../../../common/text/text';
import { boundText } from '../../../common/text/summary';
import { PERSON_ROLES } from '../../../database/entities/catalog/media-item.entity';
import { INTEGER_MAX, LIST_BOUNDS } from './field-bounds';
import { LineError, type LineErrorCode } from '../lines/line-error';

const text = Type.String();

function integer(minimum: number, maximum: number): TInteger {
  return Type.Integer({ minimum, maximum });
}

/** An optional field. Null, and a text without visible characters, mean that the field is absent. */
function optional<Schema extends TSchema>(schema: Schema): TOptional<TUnsafe<Static<Schema> | null>> {
  return Type.Optional(Type.Unsafe<Static<Schema> | null>({ ...schema, nullable: true }));
}

function list<Schema extends TSchema>(
  field: keyof typeof LIST_BOUNDS,
  items: Schema,
): TOptional<TUnsafe<Static<TArray<Schema>> | null>> {
  return optional(Type.Array(items, { maxItems: LIST_BOUNDS[field] }));
}

function oneOf<const Values extends readonly string[]>(values: Values): TUnsafe<Values[number]> {
  return Type.Unsafe<Values[number]>({ enum: values });
}

function closed<Properties extends TProperties>(properties: Properties): TObject<Properties> {
  return Type.Object(properties, { additionalProperties: false });
}

const PERSON = closed({
  name: text,
  role: oneOf(PERSON_ROLES),
  character: optional(text),
  order: optional(integer(0, INTEGER_MAX)),
});

const FILE = closed({ path: text, size_bytes: integer(0, Number.MAX_SAFE_INTEGER) });

const PRESENCE_FIELDS = { available: optional(Type.Boolean()), files: list('files', FILE) };

const TITLE_FIELDS = {
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
  popularity: optional(Type.Number({ minimum: 0, maximum: 1e15 })),
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
  ...PRESENCE_FIELDS,
};

const SEASON_FIELDS = {
  media_id: text,
  series_id: text,
  season_number: integer(0, INTEGER_MAX),
  title: optional(text),
  overview: optional(text),
  air_date: optional(text),
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
};

/** Schemas of the records that a client may send, one JSON object per line. */
export const LINES = {
  library: closed({
    type: Type.Literal('library'),
    library_id: text,
    name: text,
    library_kind: oneOf(['movies', 'series']),
  }),
  movie: closed({ type: Type.Literal('movie'), ...TITLE_FIELDS, release_date: optional(text) }),
  series: closed({
    type: Type.Literal('series'),
    ...TITLE_FIELDS,
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

/** Schemas of the records of a scanner in this process. Seasons and episodes may also have `available` and `files`. */
const SCANNED = {
  ...LINES,
  season: closed({ type: Type.Literal('season'), ...SEASON_FIELDS, ...PRESENCE_FIELDS }),
  episode: closed({ type: Type.Literal('episode'), ...EPISODE_FIELDS, ...PRESENCE_FIELDS }),
};

/** The record types of the import. */
export type RecordType = keyof typeof LINES;

/** A record of one type that passed its schema. Its values are not cleaned yet. */
export type RawRecordOf<Kind extends RecordType> = Static<(typeof SCANNED)[Kind]>;

/** A record of any type that passed its schema. */
export type RawRecord = { [Kind in RecordType]: RawRecordOf<Kind> }[RecordType];

/** A person in a record that passed its schema. */
export type RawPerson = Static<typeof PERSON>;

/** The record types, for messages and documentation. */
export const RECORD_TYPES = Object.keys(LINES) as RecordType[];

/** Origin of a record: a line sent by a client, or a scanner in this process. */
export type RecordOrigin = 'line' | 'scanner';

const SCHEMAS: Readonly<Record<RecordOrigin, Readonly<Record<RecordType, TSchema>>>> = {
  line: LINES,
  scanner: SCANNED,
};

const ajv = new Ajv({ strict: true, allErrors: true, allowUnionTypes: true, validateFormats: false });

/** Compiled on first use, because most processes read no records and start faster without compiling. */
const validators: Record<RecordOrigin, Partial<Record<RecordType, ValidateFunction>>> = { line: {}, scanner: {} };

/** Checks the value against the schema of its `type`. Throws a `LineError` that names the invalid field. */
export function requireRecord(value: unknown, origin: RecordOrigin): RawRecord {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new LineError('not-an-object', 'The line must be a JSON object.');
  }
  const type = (value as { type?: unknown }).type;
  if (typeof type !== 'string' || !Object.hasOwn(LINES, type)) {
    throw new LineError('unknown-type', `type must be one of ${RECORD_TYPES.join(', ')}.`);
  }
  const validate = (validators[origin][type as RecordType] ??= ajv.compile(SCHEMAS[origin][type as RecordType]));
  if (!validate(value)) throw toLineErrors(validate.errors ?? []);
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

/** Errors of one line that become messages. A line can have thousands. */
const ERRORS_MAX = 10;

/** One error with the messages of the first ones. The alternatives of a union have errors of their own, which say less. */
function toLineErrors(errors: readonly ErrorObject[]): LineError {
  const alternative = /\/anyOf\/\d/;
  const found = errors.filter(({ schemaPath }) => !alternative.test(schemaPath)).slice(0, ERRORS_MAX);
  const [first, ...others] = found.map(toLineError);
  if (first === undefined) return new LineError('invalid-value', 'The record is not valid.');
  return new LineError(first.code, ...[first, ...others].map(({ message }) => message));
}

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

/** Describes what Ajv expected, without any part of the input. */
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

/** Cleans and shortens a name, because it comes from the client and appears in a message. */
function fieldName(name: string): string {
  return boundText(cleanCatalogLine(name), 64) || '(unnamed)';
}
