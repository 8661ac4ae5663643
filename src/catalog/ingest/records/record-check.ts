/** Checks records against the schema of their type, and converts Ajv's errors to line errors. */
import Ajv, { type ErrorObject, type ValidateFunction } from 'ajv';
import { isJsonObject } from '../../../common/json/json-object';
import { truncateText } from '../../../common/text/summary';
import { cleanCatalogLine } from '../../../common/text/text';
import { LineError, type LineErrorCode, REPORTED_ERRORS } from '../lines/line-error';
import { isRecordType, type RawRecord, RECORD_SCHEMAS, RECORD_TYPES, type RecordType } from './record-schemas';

const ajv = new Ajv({ strict: true, allErrors: true, allowUnionTypes: true, validateFormats: false });

/** Compiled on first use, because most processes read no records and start faster without compiling. */
const validators: Partial<Record<RecordType, ValidateFunction>> = {};

/**
 * Checks a value against the schema of its `type`. Throws a `LineError` if the value is not an object, if the type is
 * unknown, or if fields are invalid. The error then names up to `REPORTED_ERRORS` invalid fields.
 */
export function requireRecord(value: unknown): RawRecord {
  if (!isJsonObject(value)) throw new LineError('not-an-object', 'The line must be a JSON object.');
  const { type } = value;
  if (!isRecordType(type)) {
    throw new LineError('unknown-type', `type must be one of ${RECORD_TYPES.join(', ')}.`);
  }
  const validate = (validators[type] ??= ajv.compile(RECORD_SCHEMAS[type]));
  if (!validate(value)) throw toLineError(validate.errors ?? []);
  return value as RawRecord;
}

/** Codes by the keyword of the schema that a value does not satisfy. */
const CODES: Readonly<Record<string, LineErrorCode | undefined>> = {
  type: 'invalid-type',
  minimum: 'out-of-range',
  maximum: 'out-of-range',
  maxItems: 'too-many',
  maxProperties: 'too-many',
};

/** Matches the schema path of an error in an alternative of a union. */
const ALTERNATIVE = /\/anyOf\/\d/;

/**
 * Combines the first errors into one error with the code of the first one. Ignores the errors in the alternatives of a
 * union, because Ajv also reports one error for the whole union.
 */
function toLineError(errors: readonly ErrorObject[]): LineError {
  const reported = errors.filter(({ schemaPath }) => !ALTERNATIVE.test(schemaPath)).slice(0, REPORTED_ERRORS);
  const descriptions = reported.map(describe);
  return new LineError(descriptions[0]?.code ?? 'invalid-value', ...descriptions.map(({ message }) => message));
}

/** Describes an error of Ajv without any value of the input. */
function describe({ keyword, params, instancePath, message }: ErrorObject): { code: LineErrorCode; message: string } {
  const path = toFieldPath(instancePath);
  const { additionalProperty, missingProperty, allowedValues } = params as ErrorParams;
  switch (keyword) {
    case 'additionalProperties': {
      const name = cleanName(additionalProperty ?? '');
      return { code: 'unknown-field', message: `${join(path, name)} is not a field of this record.` };
    }
    case 'required':
      return { code: 'missing-field', message: `${join(path, missingProperty ?? '')} must be given.` };
    case 'enum':
      return { code: 'invalid-value', message: `${path} must be one of ${(allowedValues ?? []).join(', ')}.` };
    case 'anyOf':
      // Only `external_ids` has a union.
      return { code: 'invalid-type', message: `${path} must be a text or an integer.` };
    default:
      return { code: CODES[keyword] ?? 'invalid-value', message: `${path} ${message ?? 'is not valid'}.` };
  }
}

/** The parameters of the keywords that `describe` distinguishes. */
interface ErrorParams {
  readonly additionalProperty?: string;
  readonly missingProperty?: string;
  readonly allowedValues?: readonly unknown[];
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** Converts a JSON pointer to a field path: `/people/3/name` becomes `people[3].name`. */
function toFieldPath(pointer: string): string {
  const segments = pointer.split('/').slice(1);
  return segments.reduce((path, segment) => {
    // Only `external_ids` has members with names from the client, such as `7`. Other numbers are indexes of lists.
    if (/^\d+$/.test(segment) && path !== 'external_ids') return `${path}[${segment}]`;
    return join(path, cleanName(segment.replaceAll('~1', '/').replaceAll('~0', '~')));
  }, '');
}

/** Cleans and truncates the name of a field, which comes from the client. */
function cleanName(name: string): string {
  return truncateText(cleanCatalogLine(name), 64) || '(unnamed)';
}
