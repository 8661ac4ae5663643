/** Reads one line of an import: parses JSON, checks the schema, then checks values. */
import { JsonScan } from '../../../common/json/json-scan';
import { findJsonErrorPosition } from '../../../common/json/json-syntax';
import { MEDIA_KINDS } from '../../../common/media-id';
import { toUsernameKey } from '../../../common/text/username';
import { LineError } from '../lines/line-error';
import { readMovieOrSeries, readSeasonOrEpisode } from '../media-columns';
import type { CatalogRecord, DeleteRecord, LibraryRecord, WatchStateRecord } from './catalog-record';
import { TEXT_BOUNDS } from './field-bounds';
import { requireSingleLine } from './text-reader';
import { requireLibraryId, requireMediaId, requireRemovableMediaId } from './id-reader';
import { requirePastTime } from './time-reader';
import { collectLineErrors } from './line-errors';
import { requireRecord } from './record-check';
import type { RawRecordOf } from './record-schemas';

/**
 * Maximum number of elements and members of a line: about twice as many as the largest valid record has. Without this
 * limit, a line of empty arrays would block the event loop.
 */
const LINE_MAX_VALUES = 20_000;

/**
 * Scans a line before it is parsed. Throws a `LineError` if the number of values or the depth exceeds
 * `LINE_MAX_VALUES`. Detects repeated member names.
 */
class LineScan extends JsonScan {
  repeatsName = false;
  private values = 0;

  protected override onOpen(): void {
    requireWithinLimit(this.frames.length);
  }

  protected override onValue(): void {
    this.values += 1;
    requireWithinLimit(this.values);
  }

  protected override onName(_name: string, isRepeated: boolean): void {
    if (isRepeated) this.repeatsName = true;
  }
}

function requireWithinLimit(values: number): void {
  if (values <= LINE_MAX_VALUES) return;
  throw new LineError('too-many', `The line must not have more than ${LINE_MAX_VALUES} elements and members.`);
}

/** Reads and normalizes the record of a line. Throws a `LineError`. */
export function readRecord(text: string, line: number): CatalogRecord {
  const scan = new LineScan(text);
  scan.run();
  const record = readRecordValue(parseJson(text), line);
  if (scan.repeatsName) throw new LineError('malformed-json', 'An object in the line repeats a member name.');
  return record;
}

/** Reads and normalizes the record of a parsed value. Throws the `LineError` of `collectLineErrors`. */
export function readRecordValue(value: unknown, line: number): CatalogRecord {
  try {
    return readOnce(value, line);
  } catch (error) {
    if (!(error instanceof LineError)) throw error;
    throw collectLineErrors(value, error, (record) => readOnce(record, line));
  }
}

/** Throws a `LineError` for fields that do not match the schema, or else for the first field with an invalid value. */
function readOnce(value: unknown, line: number): CatalogRecord {
  const raw = requireRecord(value);
  switch (raw.type) {
    case 'library':
      return readLibrary(raw, line);
    case 'movie':
    case 'series':
      return readMovieOrSeries(raw, line);
    case 'season':
    case 'episode':
      return readSeasonOrEpisode(raw, line);
    case 'watch_state':
      return readWatchState(raw, line);
    case 'delete':
      return readDelete(raw, line);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The error of the parser is not passed on, because it quotes the input.
    const position = findJsonErrorPosition(text);
    throw new LineError('malformed-json', `The line must be one JSON document: see character ${position}.`);
  }
}

function readLibrary(raw: RawRecordOf<'library'>, line: number): LibraryRecord {
  return {
    type: 'library',
    line,
    libraryId: requireLibraryId(raw.library_id, 'library_id'),
    name: requireSingleLine(raw.name, 'name', TEXT_BOUNDS.title),
    libraryKind: raw.library_kind,
  };
}

function readWatchState(raw: RawRecordOf<'watch_state'>, line: number): WatchStateRecord {
  const { kind, uuid } = requireMediaId(raw.media_id, 'media_id', ['movie', 'episode']);
  return {
    type: 'watch_state',
    line,
    usernameKey: toUsernameKey(requireSingleLine(raw.username, 'username', TEXT_BOUNDS.username)),
    kind,
    mediaId: uuid,
    positionSeconds: raw.position_seconds,
    durationSeconds: raw.duration_seconds,
    completed: raw.completed ?? null,
    lastWatchedAt: requirePastTime(raw.last_watched_at, 'last_watched_at'),
  };
}

function readDelete(raw: RawRecordOf<'delete'>, line: number): DeleteRecord {
  const { media_id: mediaId, library_id: libraryId } = raw;
  if (mediaId && libraryId) throw new LineError('invalid-value', 'media_id and library_id must not be given together.');
  if (libraryId) return { type: 'delete_library', line, libraryId: requireLibraryId(libraryId, 'library_id') };
  if (!mediaId) throw new LineError('missing-field', 'media_id or library_id must be given.');
  const { kind, uuid } = requireRemovableMediaId(mediaId, 'media_id', MEDIA_KINDS);
  return { type: 'delete_media', line, kind, mediaId: uuid };
}
