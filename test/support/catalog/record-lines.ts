/** Valid records of an import file, and helpers that read a line and return its values or its error. */
import { LineError, type LineErrorCode } from '../../../src/catalog/ingest/lines/line-error';
import type { MediaRecord } from '../../../src/catalog/ingest/records/catalog-record';
import { readRecord } from '../../../src/catalog/ingest/records/record-reader';

export const LIBRARY = '0b1c2d3e-0000-4000-8000-000000000001';
export const UUID = '0b1c2d3e-0000-4000-8000-000000000002';
export const OTHER = '0b1c2d3e-0000-4000-8000-000000000003';
export const NIL = '00000000-0000-0000-0000-000000000000';
/** The greatest UUID. */
export const MAX = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export const library = { type: 'library', library_id: LIBRARY, name: 'Films', library_kind: 'movies' };
export const movie = { type: 'movie', media_id: `movie:${UUID}`, library_id: LIBRARY, title: 'A Film' };
export const series = { type: 'series', media_id: `series:${UUID}`, library_id: LIBRARY, title: 'A Series' };
export const season = { type: 'season', media_id: `season:${UUID}`, series_id: `series:${OTHER}`, season_number: 1 };
export const episode = {
  type: 'episode',
  media_id: `episode:${UUID}`,
  series_id: `series:${OTHER}`,
  // The reader checks only the form of an id, so the UUID of the library serves for the season, too.
  season_id: `season:${LIBRARY}`,
  season_number: 1,
  episode_number: 2,
};
export const watched = {
  type: 'watch_state',
  username: 'alice',
  media_id: `movie:${UUID}`,
  position_seconds: 10,
  duration_seconds: 100,
  last_watched_at: '2026-01-02T03:04:05Z',
};

/** Returns the error of the reader for a line. Throws if the reader accepts the line. */
export function refusalOf(text: string): LineError {
  try {
    readRecord(text, 7);
  } catch (error) {
    if (error instanceof LineError) return error;
    throw error;
  }
  throw new Error(`The line was accepted: ${text.slice(0, 200)}`);
}

/** Reads a valid record, and returns its values by column, as they are in JSON: a date is a text. */
export function columnsOf(record: object): Record<string, unknown> {
  const { values } = readRecord(JSON.stringify(record), 1) as MediaRecord;
  return JSON.parse(JSON.stringify(values)) as Record<string, unknown>;
}

/** A line, as a text or as an object, with the expected code and a part of the message, usually the name of a field. */
export type RefusedLine = [name: string, line: string | object, code: LineErrorCode, inMessage: string];

/** Declares a test for each line: the reader refuses it with the expected code and message. */
export function itRefuses(lines: readonly RefusedLine[]): void {
  it.each(lines)('refuses %s', (_name, line, code, inMessage) => {
    const error = refusalOf(typeof line === 'string' ? line : JSON.stringify(line));
    expect([error.code, error.message.includes(inMessage)]).toEqual([code, true]);
  });
}
