/** Reasons why a line of an import is refused, and the error that carries one. */

/** Codes of refused lines, with their meanings. Codes are never renamed. */
export const LINE_ERROR_CODES = {
  'line-too-long': 'The line is longer than 1 MiB.',
  'invalid-utf8': 'The line is not UTF-8.',
  'malformed-json': 'The line is not one JSON document, or an object in it repeats a member name.',
  'not-an-object': 'The line is JSON but not an object.',
  'unknown-type': '`type` is absent or not one of the record types.',
  'unknown-field': 'The record type has no such field.',
  'missing-field': 'A required field is absent, null, or has no visible characters.',
  'invalid-type': 'A field has the wrong JSON type.',
  'invalid-value': 'The value of a field is not allowed, or two fields contradict each other.',
  'out-of-range': 'A number is outside its bounds.',
  'too-long': 'A text is longer than its bound.',
  'too-many': 'A list, an object or the line has more members than its bound.',
  'invalid-date': 'A field is not a calendar date (`YYYY-MM-DD`) or not a time (RFC 3339).',
  'invalid-media-id': 'A field is not a media id of the required kind, or has the nil or max UUID.',
  'invalid-library-id': 'A field is not the UUID of a library, or is the nil or max UUID.',
  'missing-parent': 'The library, series or season that the record belongs to is not in the catalog.',
  'missing-media': 'The movie or episode of a watch state is not in the catalog.',
  'missing-user': 'No user has that name.',
  'kind-conflict': 'The id is in the catalog with another kind.',
  'library-conflict': 'The id is in the catalog under another library.',
  'parent-conflict': 'The item or its season belongs to another series.',
  'not-permitted': 'The caller may not write to the library.',
  'refused-by-database': 'The database cannot store the record.',
  'not-processed': 'The service failed to process the record; its log says why.',
} as const;

/** Code of a refused line, from a closed list. */
export type LineErrorCode = keyof typeof LINE_ERROR_CODES;

/** A refused line. The message names the field and what it must be; it never contains the value. */
export interface RefusedLine {
  /** Number of the line, from 1. */
  readonly line: number;
  readonly code: LineErrorCode;
  readonly message: string;
}

/** Thrown while a line is read. It becomes a `RefusedLine`. */
export class LineError extends Error {
  override readonly name = 'LineError';

  constructor(
    readonly code: LineErrorCode,
    message: string,
  ) {
    super(message);
  }
}
