/** Codes of refused lines, with their meanings. Codes are never renamed. */
export const LINE_ERROR_CODES = {
  'line-too-long': 'The line is longer than 1 MiB.',
  'invalid-utf8': 'The line is not UTF-8.',
  'malformed-json': 'The line is not one JSON document, or an object in it repeats a member name.',
  'not-an-object': 'The line is JSON but not an object.',
  'unknown-type': '`type` is absent or not one of the record types.',
  'unknown-field': 'The record type has no such field.',
  'missing-field': 'A required field is absent or has no visible characters.',
  'invalid-type': 'A field has the wrong JSON type, or a required field is null.',
  'invalid-value': 'The value of a field is not allowed, or two fields contradict each other.',
  'out-of-range': 'A number is outside its bounds.',
  'too-long': 'A text is longer than its bound.',
  'too-many': 'A list, an object or the line has more members than its bound.',
  'invalid-date':
    'A date is not a calendar date (`YYYY-MM-DD`), a time is not RFC 3339, or the time of a watch state lies in the future or before 1900.',
  'invalid-media-id': 'A field is not a media id of the required kind, or has the nil or max UUID.',
  'invalid-library-id': 'A field is not the UUID of a library, or is the nil or max UUID.',
  'missing-parent':
    'The library, series or season of the record is not in the catalog, or the caller may not write to the series or season.',
  'missing-media': 'The movie or episode of a watch state is not in the catalog, or the caller may not see it.',
  'missing-user': 'No user has that name.',
  'kind-conflict': 'The id is in the catalog with another kind.',
  'library-conflict': 'The id is in the catalog under another library, perhaps one that the caller may not see.',
  'parent-conflict': 'The item or its season belongs to another series.',
  'not-permitted': 'The caller may not write to the library, or may not write watch states of other users.',
  'refused-by-database': 'The database cannot store the record.',
  'not-processed': 'The service failed to process the record. Its log contains the first failure of the import.',
} as const;

/** Maximum number of reported errors of a line. */
export const REPORTED_ERRORS = 10;

/** Code of a refused line, from a closed list. */
export type LineErrorCode = keyof typeof LINE_ERROR_CODES;

/** A refused line. The message never contains a value of the line. */
export interface RefusedLine {
  /** Number of the line, from 1. */
  readonly line: number;
  readonly code: LineErrorCode;
  readonly message: string;
}

/** The reason why a line is refused. The import converts it to a `RefusedLine`. */
export class LineError extends Error {
  override readonly name = 'LineError';

  /** One message per error; `collectLineErrors` joins them into one. Messages about a field begin with its path. */
  readonly messages: readonly string[];

  constructor(
    readonly code: LineErrorCode,
    ...messages: readonly string[]
  ) {
    super(messages.join(' '));
    this.messages = messages;
  }
}
