/**
 * Reads texts of a record: cleans them, checks their bounds and converts them to a canonical form. Functions throw a
 * `LineError` that names the field.
 */
import { findMediaId, formatMediaId } from '../../../common/media-id';
import { truncateText } from '../../../common/text/summary';
import { cleanCatalogLine, cleanCatalogText, cleanWithin, RAW_TEXT_FACTOR } from '../../../common/text/text';
import { isStorableText, UNSTORABLE_CHARACTERS } from '../../../common/text/well-formed';
import { LineError } from '../lines/line-error';
import { OVERVIEW_MAX_CHARS, TEXT_BOUNDS } from './field-bounds';

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

function requireWithin(value: string, field: string, maxChars: number, clean: (text: string) => string): string {
  const text = cleanWithin(value, maxChars, clean);
  if (text === null) throw new LineError('too-long', `${field} must not be longer than ${maxChars} characters.`);
  return text;
}
