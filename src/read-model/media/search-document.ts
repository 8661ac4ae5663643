import type { CatalogPerson } from '../../database/entities/catalog/media-item.entity';
import type { SearchDocument } from './derived-rows';
import { inCreditOrder } from '../source/credit-order';
import { facetKey } from '../facets/facets';
import { displayTitle, inheritedFields, type MediaSource, yearOf } from '../source/media-source';
import { prominenceOf } from './prominence';
import { acronymsOf } from '../../search/text/acronyms';
import { DocumentLexemes } from '../../search/index/document-lexemes';
import { episodeLexemes } from '../../search/index/episode-codes';
import { filterLexeme, MARK_PREFIX, yearLexeme } from '../../search/index/lexemes';
import { tierLexemes } from '../../search/index/prominence-tiers';
import { compactKey, encodeForms, type TitleForm, toTitleForm } from '../../search/index/title-forms';

/** Maximum number of aliases that seasons and episodes inherit from their series. */
const SERIES_ALIASES_MAX = 30;
/** Maximum number of people whose names and characters are searched. Filters match every name. */
const PEOPLE_MAX = 100;
const LEADING_ACTORS = 2;

/** Derives the search document of one item. */
export function toSearchDocument(source: MediaSource): SearchDocument {
  const lexemes = new DocumentLexemes();
  const main = source.title === null ? null : toTitleForm(source.title);
  const forms = titleForms(source, main);
  addTitles(lexemes, source, forms);
  addPeople(lexemes, source);
  for (const label of [...inheritedFields(source).genres, ...source.keywords]) lexemes.addText('genres', label);
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

/**
 * Returns the forms of the item's titles; `main` is the form of its main title. Seasons and episodes also get each
 * title of the series followed by their own title, or by their numbers if they have no title. For a season 0 without a
 * title, also adds each title of the series followed by "Specials".
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
  for (const ownTitle of [source.title ?? numberedTitle(source), specialsTitle(source)]) {
    if (ownTitle === null) continue;
    for (const seriesTitle of seriesTitles(source)) add(toTitleForm(`${seriesTitle} ${ownTitle}`));
  }
  return [...forms.values()];
}

/** Returns the titles that an item inherits from its series; none if it has no series. */
function seriesTitles({ series }: MediaSource): string[] {
  if (series === null) return [];
  const titles = [series.title, series.original_title, ...series.aliases.slice(0, SERIES_ALIASES_MAX)];
  return titles.filter((title) => title !== null);
}

/**
 * Returns the numbers of a season or an episode in words that people search for, such as "season 2" or "s2e5"; null for
 * other items.
 */
function numberedTitle({ season_number: season, episode_number: episode }: MediaSource): string | null {
  if (season === null) return null;
  return episode === null ? `season ${season}` : `s${season}e${episode}`;
}

/** Returns the title that answers show for a season 0 without a title; null for all other items. */
function specialsTitle(source: MediaSource): string | null {
  const { title, season_number: season, episode_number: episode } = source;
  return title === null && season === 0 && episode === null ? displayTitle(source) : null;
}

function addTitles(lexemes: DocumentLexemes, source: MediaSource, forms: readonly TitleForm[]): void {
  const itemTitles = [source.title, source.original_title, source.sort_title, ...source.aliases, specialsTitle(source)];
  for (const title of itemTitles) {
    if (title === null) continue;
    lexemes.addTitle(title);
    for (const acronym of acronymsOf(title)) lexemes.addAcronym(acronym);
  }
  for (const title of seriesTitles(source)) lexemes.addText('series', title);
  // The first form is the main title, whose key is in the column `title_key`. An item without a title needs no keys,
  // because it is found by its series and its numbers.
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

/** Returns the first two actors in billing order, and the first director or creator. */
function leadingPeople(people: readonly CatalogPerson[]): CatalogPerson[] {
  const actors = people
    .filter(({ role }) => role === 'actor')
    .map((person, index) => ({ person, position: person.order ?? index }))
    .sort((a, b) => a.position - b.position)
    .slice(0, LEADING_ACTORS)
    .map(({ person }) => person);
  const maker = people.find(({ role }) => role === 'director' || role === 'creator');
  return maker === undefined ? actors : [...actors, maker];
}

/** Adds marks of the year, the season and episode numbers, and the values of every `FilterName` except people. */
function addMarks(lexemes: DocumentLexemes, source: MediaSource, year: number | null): void {
  for (const lexeme of episodeLexemes(source.season_number, source.episode_number)) lexemes.addMark(lexeme);
  if (year !== null) lexemes.addMark(yearLexeme(year));
  const { genres, countries, original_language: language, content_rating: rating } = inheritedFields(source);
  for (const genre of genres) lexemes.addMark(filterLexeme('genre', facetKey(genre)));
  for (const country of countries) lexemes.addMark(filterLexeme('country', facetKey(country)));
  if (language !== null) lexemes.addMark(filterLexeme('language', facetKey(language)));
  if (rating !== null) lexemes.addMark(filterLexeme('contentRating', facetKey(rating)));
  lexemes.addMark(filterLexeme('mediaKind', source.media_kind));
  lexemes.addMark(filterLexeme('library', source.library_id));
}
