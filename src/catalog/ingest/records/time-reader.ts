/** Reads dates and times of a record. Functions throw a `LineError` that names the field. */
import { isCalendarDate } from '../../../common/text/calendar-date';
import { LineError } from '../lines/line-error';

const TIME = /^(\d{4}-\d{2}-\d{2})[Tt]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/;
const EARLIEST_VIEWING = '1900-01-01';
/** Tolerance for the clocks of other machines. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/** Returns a calendar date, `YYYY-MM-DD`; undefined if it is absent or blank. */
export function findDate(value: string | null | undefined, field: string): string | undefined {
  const date = value?.trim();
  if (date === undefined || date === '') return undefined;
  if (!isCalendarDate(date)) throw new LineError('invalid-date', `${field} must be a date, YYYY-MM-DD.`);
  return date;
}

/** Converts an RFC 3339 time with offset to UTC with milliseconds. */
export function requireTime(value: string, field: string): string {
  const time = value.trim();
  const date = TIME.exec(time)?.[1];
  if (date === undefined || !isCalendarDate(date)) {
    throw new LineError('invalid-date', `${field} must be a time with date and offset, RFC 3339.`);
  }
  const instant = new Date(time.toUpperCase());
  const year = instant.getUTCFullYear();
  if (year < 1 || year > 9999) throw new LineError('invalid-date', `${field} must be in the years 1 to 9999.`);
  return instant.toISOString();
}

/**
 * Returns a time from 1900 to five minutes after now. A later time is refused: the watch state with the latest time is
 * kept, so one wrong time would block all correct updates.
 */
export function requirePastTime(value: string, field: string): string {
  const time = requireTime(value, field);
  if (Date.parse(time) > Date.now() + CLOCK_TOLERANCE_MS || time < EARLIEST_VIEWING) {
    throw new LineError('invalid-date', `${field} must be a time from 1900 to now.`);
  }
  return time;
}
