/**
 * The projection of search documents: a pure function from the source of an item to the columns for retrieval and
 * ranking.
 */
import type { CatalogPerson } from '../../database/entities/catalog/media-item.entity';
import type { SearchDocumentEntity } from '../../database/entities/read-model/search-document.entity';
import type { RowOf } from '../../database/entities/entity-columns';
import { inCreditOrder } from '../source/credit-order';
import { facetKey } from '../facets/facets';
import type { MediaSource } from '../source/media-source';
import { DocumentLexemes } from '../../search/index/document-lexemes';
import { episodeLexemes } from '../../search/index/episode-codes';
import { filterLexeme, MARK_PREFIX } from '../../search/index/lexemes';
import { tierLexemes } from '../../search/index/prominence-tiers';
import { compactKey, encodeForms, type TitleForm, toTitleForm } from '../../search/index/title-forms';

/** The derived columns of a row of `intelligence_search_documents`. */
export type SearchDocument = RowOf<SearchDocumentEntity, 'added_at' | 'derived_hash' | 'status' | 'revision'>;

/** Maximum number of titles that seasons and episodes inherit from their series, besides its first two. */
const SERIES_ALIASES_MAX = 30;
/** Maximum number of people whose names and characters are searched. Filters match every name. */
const PEOPLE_MAX = 100;
/** Number of actors who count as leading. */
const LEADING_ACTORS = 2;

/** Derives the search document of one item. */
export function toSearchDocument(source: MediaSource): SearchDocument {
  const lexemes = new DocumentLexemes();
  const main = source.title === null ? null : toTitleForm(source.title);
  const forms = titleForms(source, main);
  addTitles(lexemes, source, forms);
  addPeople(lexemes, source);
  for (const label of [...inherited(source, 'genres'), ...source.keywords]) lexemes.addText('genres', label);
  if (source.collection !== null) lexemes.addText('genres', source.collection);
  for (const text of [source.overview, source.tagline]) if (text !== null) lexemes.addText('overview', text);
  const year = yearOf(source);
  addMarks(lexemes, source, year);
  const prominence = prominenceOf(source, year);
  for (const lexeme of tierLexemes(prominence)) lexemes.addMark(lexeme);
  const { literal, profile } = lexemes.build();
  return {
    library_id: source.library_id,
    media_id: source.media_id,
    media_kind: source.media_kind,
    available: source.available,
    year,
    season_number: source.season_number,
    episode_number: source.episode_number,
    runtime_minutes: source.runtime_minutes,
    popularity: source.popularity,
    prominence,
    title_key: compactKey(main?.folded ?? ''),
    titles: encodeForms(forms),
    profile,
    lexemes: literal,
  };
}

/** The year of release; without it, the year of the date. */
function yearOf(source: MediaSource): number | null {
  if (source.year !== null) return source.year;
  return source.release_date === null ? null : Number(source.release_date.slice(0, 4));
}

/**
 * The item's own titles, of which `main` is that of `title`; for seasons and episodes also each title of the series,
 * with the item's own title after it.
 */
function titleForms(source: MediaSource, main: TitleForm | null): TitleForm[] {
  const forms = new Map<string, TitleForm>();
  const add = (form: TitleForm | null): void => {
    if (form !== null && !forms.has(form.folded)) forms.set(form.folded, form);
  };
  add(main);
  for (const title of [source.original_title, source.sort_title, ...source.aliases]) {
    if (title !== null) add(toTitleForm(title));
  }
  const behind = source.title ?? numberedTitle(source);
  if (source.series !== null && behind !== null) {
    const { title, original_title, aliases } = source.series;
    for (const series of [title, original_title, ...aliases.slice(0, SERIES_ALIASES_MAX)]) {
      if (series !== null) add(toTitleForm(`${series} ${behind}`));
    }
  }
  return [...forms.values()];
}

/** A title for a season or episode without one, made from the words of usual queries. */
function numberedTitle({ season_number: season, episode_number: episode }: MediaSource): string | null {
  if (season === null) return null;
  return episode === null ? `season ${season}` : `s${season}e${episode}`;
}

function addTitles(lexemes: DocumentLexemes, source: MediaSource, forms: readonly TitleForm[]): void {
  const own = [source.title, source.original_title, source.sort_title, ...source.aliases];
  for (const title of own) if (title !== null) lexemes.addTitle(title);
  if (source.series !== null) {
    const { title, original_title, aliases } = source.series;
    for (const series of [title, original_title, ...aliases.slice(0, SERIES_ALIASES_MAX)]) {
      if (series !== null) lexemes.addText('series', series);
    }
  }
  // The key of the main title has a separate column. An item without a title is found by its series and its numbers.
  for (const form of source.title === null ? [] : forms.slice(1))
    lexemes.addMark(MARK_PREFIX.titleKey + compactKey(form.folded));
}

function addPeople(lexemes: DocumentLexemes, source: MediaSource): void {
  const { people } = source;
  const leading = new Set(leadingPeople(people));
  for (const person of people) lexemes.addMark(filterLexeme('person', facetKey(person.name)));
  for (const person of people.length > PEOPLE_MAX ? inCreditOrder(people).slice(0, PEOPLE_MAX) : people) {
    lexemes.addText('people', person.name, leading.has(person) ? 2 : 1);
    if (person.character !== undefined) lexemes.addText('people', person.character);
  }
}

/** The people that a title is best known by: the first actors in billing order, and the first director or creator. */
function leadingPeople(people: readonly CatalogPerson[]): CatalogPerson[] {
  const actors = people
    .filter(({ role }) => role === 'actor')
    .map((person, index) => ({ person, place: person.order ?? index }))
    .sort((a, b) => a.place - b.place)
    .slice(0, LEADING_ACTORS)
    .map(({ person }) => person);
  const maker = people.find(({ role }) => role === 'director' || role === 'creator');
  return maker === undefined ? actors : [...actors, maker];
}

function addMarks(lexemes: DocumentLexemes, source: MediaSource, year: number | null): void {
  for (const lexeme of episodeLexemes(source.season_number, source.episode_number)) lexemes.addMark(lexeme);
  if (year !== null) lexemes.addMark(`${MARK_PREFIX.year}${year}`);
  for (const genre of inherited(source, 'genres')) lexemes.addMark(filterLexeme('genre', facetKey(genre)));
  for (const country of inherited(source, 'countries')) lexemes.addMark(filterLexeme('country', facetKey(country)));
  const language = source.original_language ?? source.series?.original_language ?? null;
  if (language !== null) lexemes.addMark(filterLexeme('language', facetKey(language)));
  const rating = source.content_rating ?? source.series?.content_rating ?? null;
  if (rating !== null) lexemes.addMark(filterLexeme('contentRating', facetKey(rating)));
  lexemes.addMark(filterLexeme('mediaKind', source.media_kind));
  lexemes.addMark(filterLexeme('library', source.library_id));
}

/** Seasons and episodes inherit from their series the fields that they lack. */
function inherited(source: MediaSource, field: 'genres' | 'countries'): readonly string[] {
  return source[field].length > 0 ? source[field] : (source.series?.[field] ?? []);
}

/** The popularity from which a higher one has no effect. Sources count popularity from 0 to about 1,000. */
const POPULARITY_CEILING = 1_000;
const CAST_CEILING = 8;
const OVERVIEW_CEILING_CHARS = 500;
const OLDEST_YEAR = 1920;
const YEARS_SPAN = 100;
/** Value for an item of unknown popularity: the same as for a popularity of about 4. */
const UNKNOWN_POPULARITY = 0.25;

/** Combines the popularity, if it is known, with how completely and how recently the item is described. */
function prominenceOf(source: MediaSource, year: number | null): number {
  const popularity =
    source.popularity === null
      ? UNKNOWN_POPULARITY
      : share(Math.log1p(Math.max(0, source.popularity)), Math.log1p(POPULARITY_CEILING));
  const described =
    0.4 * share(source.people.length, CAST_CEILING) +
    0.3 * share(source.overview?.length ?? 0, OVERVIEW_CEILING_CHARS) +
    0.3 * share((year ?? OLDEST_YEAR) - OLDEST_YEAR, YEARS_SPAN);
  return Math.round((0.6 * popularity + 0.4 * described) * 10_000) / 10_000;
}

function share(value: number, ceiling: number): number {
  return Math.max(0, Math.min(1, value / ceiling));
}
