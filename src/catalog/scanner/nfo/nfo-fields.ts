/** Converts the elements of an NFO file to catalog fields. */
import { distinctBy } from '../../../common/distinct-by';
import { isCalendarDate } from '../../../common/text/calendar-date';
import type { CatalogPerson } from '../../../database/entities/catalog/media-item.entity';
import type { MetadataFields } from '../units/metadata-fields';
import { findContentRating } from './content-rating';
import { findUrlIds } from './nfo-urls';
import type { XmlElement } from './nfo-xml';

export interface NfoReadOptions {
  /** ISO 3166 code of the country whose content rating is preferred. Default: the first rating. */
  readonly ratingCountry?: string;
}

/**
 * Reads the descriptive fields of a root element. Absent and empty elements give undefined. Lists contain the values of
 * all elements. `text` returns the last nonempty text of the elements with the given names. The order of the names does
 * not matter.
 */
export function toNfoFields(root: XmlElement, options: NfoReadOptions = {}): MetadataFields {
  const text = (...names: string[]): string | undefined => lastText(root, names);
  const people = toPeople(root);
  const externalIds = toExternalIds(root);
  return {
    title: text('title', 'name', 'localtitle'),
    original_title: text('originaltitle'),
    sort_title: text('sorttitle', 'sortname'),
    year: toYear(text('year')),
    date: findDate(root),
    last_air_date: toDate(text('enddate')),
    status: text('status'),
    runtime_minutes: toMinutes(text('runtime')),
    overview: text('plot', 'biography', 'review') ?? text('outline'),
    tagline: text('tagline'),
    genres: toList(root, ['genre'], /[/|,]/),
    keywords: toList(root, ['tag', 'set'], null),
    people: people.length === 0 ? undefined : people,
    studios: toList(root, ['studio'], /\s\/\s/),
    countries: toList(root, ['country'], /\s\/\s/),
    original_language: text('originallanguage'),
    content_rating: toRating(root, options),
    external_ids: Object.keys(externalIds).length === 0 ? undefined : externalIds,
  };
}

/** In the NFO file of an episode, Kodi writes the first date of the series as `premiered`. */
const DATES_OF_EPISODE = ['aired', 'releasedate', 'premiered'];
const DATES = ['releasedate', 'premiered', 'aired'];

function findDate(root: XmlElement): string | undefined {
  const names = root.name === 'episodedetails' ? DATES_OF_EPISODE : DATES;
  return names.map((name) => toDate(lastText(root, [name]))).find((date) => date !== undefined);
}

function lastText(root: XmlElement, names: readonly string[]): string | undefined {
  return root.children.findLast((child) => names.includes(child.name) && child.text !== '')?.text;
}

/**
 * Returns the distinct texts of all elements with the given names. For an element without text, uses the text of its
 * last child `name`. Splits each text at the separator; null for no splitting.
 */
function toList(root: XmlElement, names: readonly string[], separator: RegExp | null): string[] | undefined {
  const texts = root.children
    .filter((child) => names.includes(child.name))
    .map((child) => child.text || (lastText(child, ['name']) ?? ''))
    .flatMap((text) => (separator === null ? [text] : text.split(separator).map((part) => part.trim())))
    .filter((text) => text !== '');
  return texts.length === 0 ? undefined : [...new Set(texts)];
}

function toRating(root: XmlElement, options: NfoReadOptions): string | undefined {
  const text = lastText(root, ['customrating']) ?? lastText(root, ['mpaa']) ?? lastText(root, ['certification']);
  return text === undefined ? undefined : (findContentRating(text, options.ratingCountry) ?? undefined);
}

/**
 * Roles of the crew, by the name of an element or the `type` of an `actor`. A map, because an object would also find
 * the name `constructor`, which a file can contain.
 */
const CREW: ReadonlyMap<string, CatalogPerson['role']> = new Map([
  ['director', 'director'],
  ['writer', 'writer'],
  ['credits', 'writer'],
  ['composer', 'composer'],
  ['producer', 'producer'],
  ['creator', 'creator'],
]);

/** Separates names. A comma before "Jr.", "Sr." or "II" to "IV" belongs to the name. */
const NAME_SEPARATOR = /[/|]|,\s(?!\s*(?:jr|sr|ii|iii|iv)\.?\s*(?:$|[,/|]))/i;

function toPeople(root: XmlElement): CatalogPerson[] {
  const people = root.children.flatMap((child) => (child.name === 'actor' ? toActor(child) : toCrew(child)));
  return distinctBy(people, ({ name, role, character = '' }) => [name.toLowerCase(), role, character].join('\0'));
}

function toActor(element: XmlElement): CatalogPerson[] {
  const name = lastText(element, ['name']) ?? element.text;
  if (name === '') return [];
  // Some programs write the crew as actors whose type is the role.
  const role = CREW.get(lastText(element, ['type'])?.toLowerCase() ?? '');
  if (role !== undefined) return [{ name, role }];
  const character = lastText(element, ['role']);
  const order = toInteger(lastText(element, ['order', 'sortorder']), 10_000);
  return [{ name, role: 'actor', character, order }];
}

function toCrew(element: XmlElement): CatalogPerson[] {
  const role = CREW.get(element.name);
  if (role === undefined) return [];
  const names = (lastText(element, ['name']) ?? element.text).split(NAME_SEPARATOR).map((name) => name.trim());
  return names.filter((name) => name !== '').map((name) => ({ name, role }));
}

/** Returns the ids by provider. Ids in elements of their own take precedence over ids in URLs. */
function toExternalIds(root: XmlElement): Record<string, string> {
  const ids: Record<string, string> = {};
  for (const { name, text, attributes } of root.children) {
    if (name === 'uniqueid') addId(ids, attributes['type'] ?? '', text);
    // The element `id` does not name its provider.
    else if (name === 'id') addId(ids, /^tt\d/.test(text) ? 'imdb' : root.name === 'movie' ? 'tmdb' : 'tvdb', text);
    // The provider is in the name of the element, such as `tmdbid`.
    else if (/^[a-z]{3,20}id$/.test(name)) addId(ids, name.slice(0, -2), text);
    else if (name === 'imdb_id') addId(ids, 'imdb', text);
  }
  return { ...findUrlIds(lastText(root, ['url', 'episodeguide']) ?? ''), ...ids };
}

/** Adds an id unless it is malformed. Some programs write `0` or `-1` for an unknown id. */
function addId(ids: Record<string, string>, provider: string, id: string): void {
  const key = provider.toLowerCase();
  if (!/^[a-z][a-z0-9_.-]{0,31}$/.test(key) || !/^[\w./:-]{1,128}$/.test(id) || id === '0' || id === '-1') return;
  ids[key] = id;
}

function toYear(text: string | undefined): number | undefined {
  const year = toInteger(text, 9999);
  return year === undefined || year < 1000 ? undefined : year;
}

/** Converts `98` (also with text after it), `1h 38m` or `1:38:00` to minutes; undefined for zero and other forms. */
function toMinutes(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const hours = /^(\d{1,3})\s*(?:h[a-z]*(?:\s*:)?|:)\s*(?:(\d{1,2})\s*(?:[a-z]*|:\d{1,2}))?$/i.exec(text);
  const minutes =
    hours === null
      ? toInteger(/^\d+(?!\d|\s*[:h])/i.exec(text)?.[0], 100_000)
      : Number(hours[1]) * 60 + Number(hours[2] ?? 0);
  return minutes === 0 ? undefined : minutes;
}

/** Returns the calendar date at the start of the text, `YYYY-MM-DD`, or undefined. */
function toDate(text: string | undefined): string | undefined {
  const date = /^\d{4}-\d{2}-\d{2}(?!\d)/.exec(text ?? '')?.[0];
  return date !== undefined && isCalendarDate(date) ? date : undefined;
}

/** Converts a text to an integer; undefined if the text is not an integer from 0 to `max`. */
export function toInteger(text: string | undefined, max: number): number | undefined {
  const value = /^\d{1,9}$/.test(text ?? '') ? Number(text) : undefined;
  return value === undefined || value > max ? undefined : value;
}
