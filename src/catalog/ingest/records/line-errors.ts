/** Collects several errors of a line, so that the sender can correct them in one pass. */
import { isJsonObject } from '../../../common/json/json-object';
import { truncateText } from '../../../common/text/summary';
import { LineError, REPORTED_ERRORS } from '../lines/line-error';
import { isRecordType, RECORD_SCHEMAS } from './record-schemas';

/** Maximum total length of the messages of a line, in code points. */
const MESSAGES_MAX_CHARS = 500;
const UUID = '10000000-0000-4000-8000-000000000000';

/** Valid values that replace invalid ones of required fields, so that the check continues with the other fields. */
const VALID_VALUES: ReadonlyMap<string, unknown> = new Map<string, unknown>(
  Object.entries({
    library_id: UUID,
    series_id: `series:${UUID}`,
    season_id: `season:${UUID}`,
    title: 'x',
    name: 'x',
    username: 'x',
    library_kind: 'movies',
    season_number: 1,
    episode_number: 1,
    position_seconds: 0,
    duration_seconds: 1,
    last_watched_at: '2000-01-01T00:00:00Z',
  }),
);

/**
 * Returns an error with the code of the first error of a line and the messages of at most `REPORTED_ERRORS` errors, cut
 * to `MESSAGES_MAX_CHARS`. `read` throws a `LineError` for an invalid record.
 */
export function collectLineErrors(value: unknown, first: LineError, read: (value: unknown) => unknown): LineError {
  const messages = new Set<string>();
  let record = value;
  for (let error: LineError | null = first; error !== null && messages.size < REPORTED_ERRORS;) {
    const newMessages = error.messages.filter((message) => !messages.has(message));
    for (const message of newMessages) messages.add(message);
    record = newMessages.length === 0 ? null : withoutFields(record, newMessages);
    error = record === null ? null : findError(record, read);
  }
  const reported = [...messages].slice(0, REPORTED_ERRORS);
  return new LineError(first.code, truncateText(reported.join(' '), MESSAGES_MAX_CHARS));
}

/**
 * Returns a copy of a record without its unknown fields and without the fields that the messages name. Required ones
 * get a valid value instead. Returns null for a value that is no record of a known type.
 */
function withoutFields(value: unknown, messages: readonly string[]): Record<string, unknown> | null {
  if (!isJsonObject(value) || !isRecordType(value['type'])) return null;
  const { type } = value;
  // Unknown fields are found by the schema, because the messages can contain truncated names. The first error has
  // already reported them.
  const { properties } = RECORD_SCHEMAS[type];
  const record = Object.fromEntries(Object.entries(value).filter(([name]) => Object.hasOwn(properties, name)));
  const mediaId = `${type === 'watch_state' || type === 'delete' ? 'movie' : type}:${UUID}`;
  for (const message of messages) {
    const name = /^[^ .[]+/.exec(message)?.[0] ?? '';
    const valid = name === 'media_id' ? mediaId : VALID_VALUES.get(name);
    if (valid === undefined) delete record[name];
    else if (Object.hasOwn(properties, name)) record[name] = valid;
  }
  return record;
}

function findError(record: unknown, read: (value: unknown) => unknown): LineError | null {
  try {
    read(record);
    return null;
  } catch (error) {
    if (error instanceof LineError) return error;
    throw error;
  }
}
