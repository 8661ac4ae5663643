/**
 * Reads single fields of a record: cleans them, checks their bounds and converts them to a canonical form. Functions
 * throw a `LineError` that names the field.
 */
import {
  findMediaId,
  findUuid,
  formatMediaId,
  isReservedUuid,
  type MediaKind,
  RESERVED_UUID_RULE,
} from '../../../common/media-id';
import { isCalendarDate } from '../../../common/text/calendar-date';
import { truncateText } from '../../../common/text/summary';
import { cleanCatalogLine, cleanCatalogText, cleanWithin, RAW_TEXT_FACTOR } from '../../../common/text/text';
import { isStorableText, UNSTORABLE_CHARACTERS } from '../../../common/text/well-formed';
import { LineError } from '../lines/line-error';
import { OVERVIEW_MAX_CHARS, TEXT_BOUNDS } from './field-bounds';

const TIME = /^(\d{4}-\d{2}-\d{2})[Tt]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/;
const EARLIEST_VIEWING = '1900-01-01';
/** Tolerance for the clocks of other machines. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/** Returns a text on one line; undefined if it is absent or has no visible characters. */
export function findLine(value: string | null | undefined, field: string, maxChars: number): string | undefined {
  if (value === null || value === undefined) return undefined;
  const line = requireWithin(value, field, maxChars, cleanCatalogLine);
  return line === '' ? undefined : line;
}

/** Like `findLine`, but throws if the text has no visible characters. */
export function requireSingleLine(value: string, field: string, maxChars: number): string {
  const line = findLine(value, field, maxChars);
  if (line === undefined) throw new LineError('missing-field', `${field} must have at least one visible character.`);
  return line;
}

/** Returns an overview, which may have several lines. Cuts it at its maximum length. */
export function findOverview(value: string | null | undefined): string | undefined {
  if (value === null || value === undefined) return undefined;
  // The cut before cleaning limits the work. The maximum applies to the cleaned text.
  const text = cleanCatalogText(value.slice(0, RAW_TEXT_FACTOR * OVERVIEW_MAX_CHARS));
  if (text.length <= OVERVIEW_MAX_CHARS) return text === '' ? undefined : text;
  return cleanCatalogText(truncateText(text, OVERVIEW_MAX_CHARS));
}

/** Returns the distinct texts of a list in their order, or undefined if none has visible characters. */
export function findLines(
  values: readonly string[] | null | undefined,
  field: string,
  maxChars: number,
): string[] | undefined {
  if (!values || values.length === 0) return undefined;
  const lines = new Set<string>();
  for (const [index, value] of values.entries()) {
    const line = findLine(value, `${field}[${index}]`, maxChars);
    if (line !== undefined) lines.add(line);
  }
  return lines.size === 0 ? undefined : [...lines];
}

/** Returns the distinct ids of related items. Converts media ids to the canonical form. Other ids are only cleaned. */
export function findRelatedIds(values: readonly string[] | null | undefined): string[] | undefined {
  const related = findLines(values, 'provider_related', TEXT_BOUNDS.relatedId)?.map((value) => {
    const mediaId = findMediaId(value);
    return mediaId === null ? value : formatMediaId(mediaId.kind, mediaId.uuid);
  });
  return related && [...new Set(related)];
}

/**
 * Returns the ids in external catalogs, sorted by the name of the catalog. Omits ids that are null or have no visible
 * characters.
 */
export function findExternalIds(
  values: Readonly<Record<string, string | number | null>> | null | undefined,
): Record<string, string> | undefined {
  const ids = new Map<string, string>();
  const names = new Set<string>();
  for (const [rawName, rawId] of Object.entries(values ?? {})) {
    const name = requireSingleLine(rawName, 'external_ids name', TEXT_BOUNDS.externalIdName);
    const id = findLine(rawId === null ? null : String(rawId), 'external_ids value', TEXT_BOUNDS.externalId);
    if (names.has(name))
      throw new LineError('invalid-value', 'external_ids must not have two names that are the same after cleaning.');
    names.add(name);
    if (id !== undefined) ids.set(name, id);
  }
  if (ids.size === 0) return undefined;
  return Object.fromEntries([...ids].sort(([left], [right]) => (left < right ? -1 : 1)));
}

/** Returns a path unchanged, because cleaning could change which file it refers to. */
export function requirePath(value: string, field: string): string {
  requireWithin(value, field, TEXT_BOUNDS.path, (path) => path);
  if (value === '') throw new LineError('missing-field', `${field} must not be empty.`);
  if (!isStorableText(value)) {
    throw new LineError('invalid-value', `${field} must not contain ${UNSTORABLE_CHARACTERS}.`);
  }
  return value;
}

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
 * Returns a time from 1900 to five minutes after now. A watch state with a later time would take precedence over true
 * ones.
 */
export function requirePastTime(value: string, field: string): string {
  const time = requireTime(value, field);
  if (Date.parse(time) > Date.now() + CLOCK_TOLERANCE_MS || time < EARLIEST_VIEWING) {
    throw new LineError('invalid-date', `${field} must be a time from 1900 to now.`);
  }
  return time;
}

/**
 * Returns the UUID and the kind of a media id in any accepted spelling. Throws if the kind is not one of `kinds`, and
 * for the nil and the max UUID.
 */
export function requireMediaId<Kind extends MediaKind>(
  value: string,
  field: string,
  kinds: readonly Kind[],
): { kind: Kind; uuid: string } {
  const mediaId = requireRemovableMediaId(value, field, kinds);
  if (isReservedUuid(mediaId.uuid)) {
    throw new LineError('invalid-media-id', `${field} ${RESERVED_UUID_RULE}.`);
  }
  return mediaId;
}

/**
 * Like `requireMediaId`, but accepts the nil and the max UUID, because an earlier version may have stored such items.
 */
export function requireRemovableMediaId<Kind extends MediaKind>(
  value: string,
  field: string,
  kinds: readonly Kind[],
): { kind: Kind; uuid: string } {
  const mediaId = findMediaId(value);
  const kind = kinds.find((accepted) => accepted === mediaId?.kind);
  if (mediaId === null || kind === undefined) {
    const forms = kinds.map((accepted) => `${accepted}:<uuid>`).join(', ');
    throw new LineError('invalid-media-id', `${field} must be a media id: ${forms}.`);
  }
  return { kind, uuid: mediaId.uuid };
}

/** Returns the UUID of a library. Throws for the nil and the max UUID. */
export function requireLibraryId(value: string, field: string): string {
  const uuid = findUuid(value);
  if (uuid === null || isReservedUuid(uuid)) {
    throw new LineError('invalid-library-id', `${field} must be a UUID, neither nil nor max.`);
  }
  return uuid;
}

function requireWithin(value: string, field: string, maxChars: number, clean: (text: string) => string): string {
  const text = cleanWithin(value, maxChars, clean);
  if (text === null) throw new LineError('too-long', `${field} must not be longer than ${maxChars} characters.`);
  return text;
}
