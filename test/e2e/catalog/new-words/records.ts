/** Records with many words that are new to the catalog, and the searches that must find each of them. */
import type { SearchCandidatesRequest } from '../../../../src/candidates/candidates.dto';
import type { MediaKind } from '../../../../src/common/media-id';
import {
  type CatalogRecord,
  episode,
  library,
  mediaIdOf,
  movie,
  season,
  series,
  uuidOf,
} from '../../../support/catalog/catalog';
import { COMMON_TITLE_WORDS, type NewWord, NewWords } from './words';

/** A search that must find an item on its first page. */
export interface WordSearch {
  /** The field that has the word, and the kind of the word. */
  readonly what: string;
  readonly mediaId: string;
  readonly request: SearchCandidatesRequest;
}

/** Records of one import, and the searches to run after it. */
export interface NewRecords {
  /** The media id of the movie that contains both words `even` and `odd` of `RecordMaker.shared`. */
  readonly bothId: string;
  readonly records: readonly CatalogRecord[];
  /** The id of the library of these records. The same import creates the library. */
  readonly libraryId: string;
  /** For each item, all the searches that must find it. */
  readonly searches: readonly (readonly WordSearch[])[];
}

/** A word that the old catalog shares with every new title. Searches with filters use it. */
export const KNOWN_WORD = 'Driftwood';
/** Number of titles of the old catalog with each common word: more than a page. */
const TITLES_OF_EACH = 40;
/** Number of further items of the old catalog. */
const FILLERS = 400;
const FILLING = ['river', 'winter', 'stranger', 'silver', 'garden', 'letter', 'journey', 'shadow', 'summer', 'station'];

/** The catalog that is imported and counted before the new records. */
export function oldCatalog(): CatalogRecord[] {
  const titles = COMMON_TITLE_WORDS.flatMap((word, place) =>
    Array.from({ length: TITLES_OF_EACH }, (_, index) => `${word} ${FILLING[(index + place) % 10] ?? ''} ${index}`),
  );
  const fillers = Array.from({ length: FILLERS }, (_, index) => `${FILLING[index % 10] ?? ''} ${KNOWN_WORD} ${index}`);
  const fields = { genres: ['Drama'], people: [actor('Ada Brandt')], overview: `A ${FILLING.join(' and a ')}.` };
  return [library('Old'), ...[...titles, ...fillers].map((title) => movie('Old', title, fields))];
}

/** Creates records. Each contains words that many records share, and words that no other record contains. */
export class RecordMaker {
  private readonly words = new NewWords();
  /**
   * Words that many items contain. `even` is in the items with even numbers, `odd` in the items with odd numbers.
   * Seasons and episodes have the number of their series. `all` is in every item except the movie `bothId`.
   */
  readonly shared = { all: this.words.nextPlain(), even: this.words.nextPlain(), odd: this.words.nextPlain() };
  private made = 0;

  /** Creates at least `wanted` records, with their library. */
  make(wanted: number): NewRecords {
    const name = `Library ${this.made}`;
    const newLibrary: NewLibrary = { name, records: [library(name)], searches: [] };
    while (newLibrary.records.length <= wanted) {
      if (this.made % 5 === 0) this.addSeries(newLibrary);
      else this.addMovie(newLibrary);
      this.made += 1;
    }
    const both = movie(name, `Both of ${name}`, { overview: `It has ${this.shared.even} and ${this.shared.odd}.` });
    return {
      records: [...newLibrary.records, both],
      libraryId: uuidOf(name),
      searches: newLibrary.searches,
      bothId: String(both['media_id']),
    };
  }

  private addMovie({ name, records, searches }: NewLibrary): void {
    const title = this.makeTitle();
    const item = this.newItem('movie', `${name}/${title.text}`, name);
    const texts = this.makeTexts(item);
    const fields = { ...texts, media_id: item.mediaId, ...this.makeYear(item) };
    item.add('title', title.word, 'title');
    records.push(movie(name, title.text, fields));
    searches.push(item.searches);
  }

  private addSeries({ name, records, searches }: NewLibrary): void {
    const title = this.makeTitle();
    const show = this.newItem('series', title.text, name);
    const showTexts = this.makeTexts(show);
    show.add('title', title.word, 'title', { media_kinds: ['series'] });
    const seasonTexts = this.makeSeasonTexts(title, name, searches);
    records.push(series(name, title.text, showTexts), season(title.text, 1, seasonTexts));
    searches.push(show.searches);
    for (const number of [1, 2]) {
      const item = this.newItem('episode', `${title.text}/1/${number}`, name);
      const episodeTitle = this.makeTitle();
      const [overview, person] = [this.words.next(), this.words.next()];
      item.add('episode title', episodeTitle.word, 'title');
      item.add('series title', title.word, 'title', { media_kinds: ['episode'] });
      item.add('episode overview', overview, 'overview');
      item.add('episode person', person, 'people');
      records.push(
        episode(title.text, 1, number, {
          title: episodeTitle.text,
          overview: this.sentence(overview),
          people: [actor(`Ada ${person.text}`)],
        }),
      );
      searches.push(item.searches);
    }
  }

  private makeSeasonTexts(show: Title, name: string, searches: WordSearch[][]): { title: string; overview: string } {
    const item = this.newItem('season', `${show.text}/1`, name);
    const [seasonTitle, overview] = [this.makeTitle(), this.words.next()];
    item.add('season title', seasonTitle.word, 'title');
    item.add('series title', show.word, 'title', { media_kinds: ['season'] });
    item.add('season overview', overview, 'overview');
    searches.push(item.searches);
    return { title: seasonTitle.text, overview: this.sentence(overview) };
  }

  /** Returns all texts of a movie or a series except the title. Adds the searches for these texts to the item. */
  private makeTexts(item: Item): Record<string, unknown> {
    const word = (field: string, searchIn: Field): NewWord => {
      const newWord = this.words.next();
      item.add(field, newWord, searchIn);
      return newWord;
    };
    const label = (filters: (value: string) => SearchCandidatesRequest['filters'], field: string): string => {
      const value = `${this.words.nextPlain()} label`;
      item.filter(field, filters(value));
      return value;
    };
    const genre = word('genre', 'genres');
    const person = word('person', 'people');
    item.filter('genre', { genres: { any: [`Genre ${genre.text}`], none: ['Drama'] } });
    item.filter('person', { people: [`Ada ${person.text}`] });
    return {
      original_title: `Le ${word('original title', 'title').text}`,
      sort_title: `${word('sort title', 'title').text}, The`,
      aliases: [`An alias of ${word('alias', 'title').text}`, `Another ${word('alias', 'title').text}`],
      overview: `${this.sentence(word('overview', 'overview'))} ${this.sentence(word('overview', 'overview'))}`,
      tagline: `Beware of ${word('tagline', 'overview').text}!`,
      genres: [`Genre ${genre.text}`],
      keywords: [`about ${word('keyword', 'genres').text}`],
      people: [
        { ...actor(`Ada ${person.text}`), character: `Dr. ${word('character', 'people').text}` },
        { name: `${word('director', 'people').text} Vance`, role: 'director' },
      ],
      original_language: label((value) => ({ languages: [value] }), 'language'),
      content_rating: label((value) => ({ content_ratings: [value.toUpperCase()] }), 'content rating'),
      collection: `${word('collection', 'genres').text} Collection`,
      countries: [label((value) => ({ countries: [value] }), 'country')],
    };
  }

  /** Returns the year of a movie. Adds the search for it to the item. */
  private makeYear(item: Item): { year: number } {
    const year = 1900 + (this.made % 120);
    item.filterInLibrary('year', { year: { gte: year, lte: year } });
    return { year };
  }

  private makeTitle(): Title {
    const word = this.words.next();
    return { word, text: `${KNOWN_WORD} of ${word.text}` };
  }

  private sentence(word: NewWord): string {
    const { all, even, odd } = this.shared;
    return `A ${all} story about ${word.text} and the ${this.made % 2 === 0 ? even : odd}.`;
  }

  private newItem(kind: MediaKind, key: string, libraryName: string): Item {
    return new Item(mediaIdOf(kind, key), kind, uuidOf(libraryName), this.shared.all);
  }
}

type Field = NonNullable<SearchCandidatesRequest['search_in']>[number];

interface Title {
  readonly word: NewWord;
  readonly text: string;
}

interface NewLibrary {
  readonly name: string;
  readonly records: CatalogRecord[];
  readonly searches: WordSearch[][];
}

/**
 * Collects the searches for one item: by filters, and by words. Each search by words has one of five variants in turn:
 * no restriction, or a restriction that the item satisfies, such as its library.
 */
class Item {
  readonly searches: WordSearch[] = [];

  constructor(
    readonly mediaId: string,
    private readonly kind: MediaKind,
    private readonly libraryId: string,
    private readonly sharedWord: string,
  ) {}

  add(field: string, word: NewWord, searchIn: Field, more: Partial<SearchCandidatesRequest> = {}): void {
    for (const [index, query] of word.queries.entries()) {
      const variants = this.variants(searchIn, query);
      const variant = variants[(this.searches.length + index) % variants.length] ?? {};
      this.searches.push({
        what: `${word.kind} in ${field}`,
        mediaId: this.mediaId,
        request: { query, ...variant, ...more },
      });
    }
  }

  /** Adds a search by a common word, with a filter that only this item passes. */
  filter(field: string, filters: SearchCandidatesRequest['filters']): void {
    this.searches.push({
      what: `filter on ${field}`,
      mediaId: this.mediaId,
      request: { query: KNOWN_WORD, filters },
    });
  }

  /** Adds a search by a common word, with a filter that a few items of each library pass. */
  filterInLibrary(field: string, filters: SearchCandidatesRequest['filters']): void {
    this.searches.push({
      what: `filter on ${field}, kind and library`,
      mediaId: this.mediaId,
      request: { query: KNOWN_WORD, filters, library_ids: [this.libraryId], media_kinds: [this.kind] },
    });
  }

  private variants(searchIn: Field, query: string): Partial<SearchCandidatesRequest>[] {
    return [
      {},
      { search_in: [searchIn] },
      { media_kinds: [this.kind] },
      { library_ids: [this.libraryId] },
      { query: `${this.sharedWord} ${query}` },
    ];
  }
}

function actor(name: string): { name: string; role: string } {
  return { name, role: 'actor' };
}
