/** Checks records against the schema of their type, and converts Ajv's errors to line errors. */
import type { TSchema } from '@sinclair/typebox';
import Ajv, { type ErrorObject, type ValidateFunction } from 'ajv';
import { isJsonObject } from '../../../common/json/json-object';
import { truncateText } from '../../../common/text/summary';
import { cleanCatalogLine } from '../../../common/text/text';
import { LineError, type LineErrorCode, REPORTED_ERRORS } from '../lines/line-error';
import { LINE_SCHEMAS, type RawRecord, RECORD_TYPES, type RecordType, SCANNER_SCHEMAS } from './record-schemas';

/** Origin of a record: a line sent by a client, or a scanner in this process. */
export type RecordOrigin = 'line' | 'scanner';

const SCHEMAS: Readonly<Record<RecordOrigin, Readonly<Record<RecordType, TSchema>>>> = {
  line: LINE_SCHEMAS,
  scanner: SCANNER_SCHEMAS,
};

const ajv = new Ajv({ strict: true, allErrors: true, allowUnionTypes: true, validateFormats: false });

/** Compiled on first use, because most processes read no records and start faster without compiling. */
const validators: Record<RecordOrigin, Partial<Record<RecordType, ValidateFunction>>> = { line: {}, scanner: {} };

/** Checks the value against the schema of its `type`. Throws a `LineError` that names the invalid field. */
export function requireRecord(value: unknown, origin: RecordOrigin): RawRecord {
  if (!isJsonObject(value)) throw new LineError('not-an-object', 'The line must be a JSON object.');
  const { type } = value;
  if (typeof type !== 'string' || !Object.hasOwn(LINE_SCHEMAS, type)) {
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

/** Returns one error with the messages of the first ones. Ignores the errors of the alternatives of a union. */
function toLineErrors(errors: readonly ErrorObject[]): LineError {
  const alternative = /\/anyOf\/\d/;
  const found = errors.filter(({ schemaPath }) => !alternative.test(schemaPath)).slice(0, REPORTED_ERRORS);
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
  return truncateText(cleanCatalogLine(name), 64) || '(unnamed)';
}
