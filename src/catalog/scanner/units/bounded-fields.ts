/** Limits the fields of an item, so that the import does not refuse the item because of one long text. */
import { isCalendarDate } from '../../../common/text/calendar-date';
import { truncateText } from '../../../common/text/summary';
import { cleanCatalogLine, cleanCatalogText, RAW_TEXT_FACTOR } from '../../../common/text/text';
import { LIST_BOUNDS, OVERVIEW_MAX_CHARS, POPULARITY_MAX, TEXT_BOUNDS } from '../../ingest/records/field-bounds';
import type { CatalogPerson } from '../../../database/entities/catalog/media-item.entity';
import type { MetadataFields } from './metadata-fields';

const YEAR_MAX = 9999;
const RUNTIME_MAX_MINUTES = 100_000;

/** Returns the fields, cleaned and cut. Empty texts and lists, and invalid dates and numbers, become undefined. */
export function toBoundedFields(fields: MetadataFields): MetadataFields {
  return {
    title: toLine(fields.title, TEXT_BOUNDS.title),
    original_title: toLine(fields.original_title, TEXT_BOUNDS.title),
    sort_title: toLine(fields.sort_title, TEXT_BOUNDS.title),
    aliases: toLines(fields.aliases, TEXT_BOUNDS.title, LIST_BOUNDS.aliases),
    year: toWithin(fields.year, 1, YEAR_MAX),
    date: toDate(fields.date),
    last_air_date: toDate(fields.last_air_date),
    status: toLine(fields.status, TEXT_BOUNDS.code),
    runtime_minutes: toWithin(fields.runtime_minutes, 1, RUNTIME_MAX_MINUTES),
    overview: toText(fields.overview, OVERVIEW_MAX_CHARS),
    tagline: toText(fields.tagline, TEXT_BOUNDS.tagline),
    genres: toLines(fields.genres, TEXT_BOUNDS.label, LIST_BOUNDS.genres),
    keywords: toLines(fields.keywords, TEXT_BOUNDS.label, LIST_BOUNDS.keywords),
    people: toPeople(fields.people),
    studios: toLines(fields.studios, TEXT_BOUNDS.label, LIST_BOUNDS.studios),
    countries: toLines(fields.countries, TEXT_BOUNDS.label, LIST_BOUNDS.countries),
    original_language: toLine(fields.original_language, TEXT_BOUNDS.code),
    content_rating: toLine(fields.content_rating, TEXT_BOUNDS.code),
    popularity: isWithin(fields.popularity, 0, POPULARITY_MAX) ? fields.popularity : undefined,
    external_ids: toIds(fields.external_ids),
    provider_related: toLines(fields.provider_related, TEXT_BOUNDS.relatedId, LIST_BOUNDS.provider_related),
  };
}

function toLine(text: string | undefined, max: number): string | undefined {
  return text === undefined ? undefined : cutTo(text, max, cleanCatalogLine);
}

function toText(text: string | undefined, max: number): string | undefined {
  return text === undefined ? undefined : cutTo(text, max, cleanCatalogText);
}

/** Cleans and cuts a text. A first, generous cut limits the work of cleaning. */
function cutTo(text: string, max: number, clean: (text: string) => string): string | undefined {
  return truncateText(clean(text.slice(0, RAW_TEXT_FACTOR * max)), max).trim() || undefined;
}

function toLines(texts: readonly string[] | undefined, max: number, count: number): string[] | undefined {
  const lines = texts?.flatMap((text) => toLine(text, max) ?? []) ?? [];
  return lines.length === 0 ? undefined : [...new Set(lines)].slice(0, count);
}

function toWithin(value: number | undefined, min: number, max: number): number | undefined {
  return Number.isInteger(value) && isWithin(value, min, max) ? value : undefined;
}

function isWithin(value: number | undefined, min: number, max: number): value is number {
  return value !== undefined && value >= min && value <= max;
}

/** Omits dates before the year 1000, which are errors of the source. */
function toDate(date: string | undefined): string | undefined {
  return date !== undefined && /^[1-9]/.test(date) && isCalendarDate(date) ? date : undefined;
}

function toPeople(people: readonly CatalogPerson[] | undefined): CatalogPerson[] | undefined {
  const bounded = people?.flatMap((person): CatalogPerson[] => {
    const name = toLine(person.name, TEXT_BOUNDS.label);
    if (name === undefined) return [];
    const character = toLine(person.character, TEXT_BOUNDS.character);
    return [{ name, role: person.role, character, order: toWithin(person.order, 0, 1_000_000) }];
  });
  if (bounded === undefined || bounded.length === 0) return undefined;
  if (bounded.length <= LIST_BOUNDS.people) return bounded;
  // Actors are removed first: directors and writers matter more than the end of a long cast list.
  const crew = bounded.filter(({ role }) => role !== 'actor').slice(0, LIST_BOUNDS.people);
  const cast = bounded.filter(({ role }) => role === 'actor').slice(0, LIST_BOUNDS.people - crew.length);
  return [...crew, ...cast];
}

function toIds(ids: Readonly<Record<string, string>> | undefined): Record<string, string> | undefined {
  const entries = Object.entries(ids ?? {}).flatMap(([name, id]): [string, string][] => {
    const provider = toLine(name, TEXT_BOUNDS.externalIdName);
    const value = toLine(id, TEXT_BOUNDS.externalId);
    return provider === undefined || value === undefined ? [] : [[provider, value]];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries.slice(0, LIST_BOUNDS.external_ids));
}
