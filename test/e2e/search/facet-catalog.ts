import fc from 'fast-check';
import type { SearchCandidatesRequest, SearchCandidatesResponse } from '../../../src/candidates/candidates.dto';
import { FACET_KINDS, type FacetKind } from '../../../src/common/dto/facet-kinds';
import { MEDIA_KINDS, type MediaKind } from '../../../src/common/media-id';
import type { TestUser } from '../../support/accounts/accounts';
import {
  type CatalogRecord,
  episode,
  importCatalog,
  mediaIdOf,
  movie,
  season,
  series,
  uuidOf,
} from '../../support/catalog/catalog';
import { refreshLexicon } from '../../support/catalog/refresh-lexicon';
import type { TestApp } from '../../support/app/test-app';

const WORDS = ['lantern', 'river', 'captain', 'winter', 'signal', 'garden', 'orchard', 'mirror'];
/** The genres of the films. */
export const GENRES = ['Comedy', 'Drama', 'Western', 'War'];
const LANGUAGES = ['en', 'fr', 'ja'];
const PEOPLE = ['Ada Brandt', 'Otto Vance', 'Rita Solano'];
const STATES = ['in_progress', 'completed'] as const;

/** The values of an item by facet kind. */
type Values = ReadonlyMap<FacetKind, readonly string[]>;

/** A random film. */
export interface Film {
  readonly words: readonly string[];
  readonly inVault: boolean;
  readonly year: number | null;
  readonly genres: readonly string[];
  readonly language: string | null;
  readonly rating: string | null;
  readonly people: readonly string[];
  readonly runtime: number | null;
  readonly state: (typeof STATES)[number] | null;
}

const text = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 5 });
/** Random films. */
export const films: fc.Arbitrary<Film[]> = fc.array(
  fc.record({
    words: text,
    inVault: fc.boolean(),
    year: fc.option(fc.integer({ min: 1920, max: 1960 })),
    genres: fc.subarray(GENRES),
    language: fc.option(fc.constantFrom(...LANGUAGES)),
    rating: fc.option(fc.constantFrom('PG', 'R')),
    people: fc.subarray(PEOPLE),
    runtime: fc.option(fc.integer({ min: 1, max: 170 })),
    state: fc.option(fc.constantFrom(...STATES)),
  }),
  { minLength: 40, maxLength: 140, size: 'max' },
);

/** Random restrictions of a search. */
export const requests: fc.Arbitrary<Partial<SearchCandidatesRequest>> = fc.record(
  {
    media_kinds: fc.subarray([...MEDIA_KINDS], { minLength: 1 }),
    library_ids: fc.subarray(['Films', 'Vault', 'Shows'].map(uuidOf), { minLength: 1 }),
    search_in: fc.subarray(['title', 'overview'] as const, { minLength: 1 }),
    filters: fc.record(
      {
        year: fc.constant({ gte: 1930, lte: 1950 }),
        genres: fc.record({ any: fc.subarray(GENRES, { minLength: 1 }) }),
        watch_states: fc.subarray(['unwatched', ...STATES] as const, { minLength: 1 }),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);

/** Random queries: words, sometimes together in quotes, or with an excluded genre, a decade or a misspelling. */
export const queries = fc
  .tuple(fc.subarray(WORDS, { minLength: 1, maxLength: 3 }), fc.constantFrom('', '', '-comedy', '1930s', 'wintr', '"'))
  .map(([words, more]) => (more === '"' ? `"${words.join(' ')}"` : `${words.join(' ')} ${more}`));

/** Random films and one series, with the facet values of each item. */
export class FacetCatalog {
  /** Values by media id. */
  private readonly known = new Map<string, Values>();

  constructor(
    private readonly app: TestApp,
    private readonly admin: TestUser,
  ) {}

  get ids(): string[] {
    return [...this.known.keys()];
  }

  valuesOf(mediaId: string, kind: FacetKind): readonly string[] {
    return this.known.get(mediaId)?.get(kind) ?? [];
  }

  /** Replaces the films and the series. Their titles contain the number of the run. */
  async replaceFilms(run: number, films: readonly Film[]): Promise<void> {
    const removed = this.ids.map((media_id): CatalogRecord => ({ type: 'delete', media_id }));
    this.known.clear();
    const records = films.flatMap((film, index): CatalogRecord[] => {
      const libraryName = film.inVault ? 'Vault' : 'Films';
      const title = `${film.words.slice(0, 2).join(' ')} ${run} ${index}`;
      const id = mediaIdOf('movie', title);
      this.known.set(id, deriveValues('movie', libraryName, film));
      const fields = {
        year: film.year,
        genres: film.genres,
        original_language: film.language,
        content_rating: film.rating,
        runtime_minutes: film.runtime,
        overview: film.words.join(' '),
        people: film.people.map((name) => ({ name, role: 'actor' })),
      };
      const definedFields = Object.entries(fields).filter(([, value]) => value !== null);
      const watched = film.state === null ? [] : watchStates(id, film);
      return [movie(libraryName, title, Object.fromEntries(definedFields)), ...watched];
    });
    await importCatalog(this.app, this.admin, [...removed, ...records, ...this.addSeries(run)]);
    await refreshLexicon(this.app);
  }

  /**
   * Returns, for each facet kind, how many of the items have each value and how many have none. Leaves out countries
   * and collections, which no item has. `others` is 0, because the answers show every value.
   */
  countOf(ids: readonly string[]): Record<string, object> {
    const counted = FACET_KINDS.filter((kind) => kind !== 'country' && kind !== 'collection');
    return Object.fromEntries(
      counted.map((kind) => {
        const values: Record<string, number> = {};
        const lists = ids.map((id) => this.valuesOf(id, kind));
        for (const value of lists.flat()) values[value] = (values[value] ?? 0) + 1;
        return [kind, { values, missing: lists.filter((list) => list.length === 0).length, others: 0 }];
      }),
    );
  }

  /** Adds a series whose season and episodes inherit its genre and language. Returns the records. */
  private addSeries(run: number): CatalogRecord[] {
    const title = `River captain ${run}`;
    const inherited = { genres: ['Drama'], language: 'fr' };
    this.known.set(mediaIdOf('series', title), deriveValues('series', 'Shows', { ...inherited, year: 1951 }));
    this.known.set(mediaIdOf('season', `${title}/1`), deriveValues('season', 'Shows', inherited));
    for (const number of [1, 2, 3]) {
      const values = deriveValues('episode', 'Shows', { ...inherited, runtime: 45 });
      this.known.set(mediaIdOf('episode', `${title}/1/${number}`), values);
    }
    return [
      series('Shows', title, { year: 1951, genres: ['Drama'], original_language: 'fr' }),
      season(title, 1),
      ...[1, 2, 3].map((number) => episode(title, 1, number, { title: 'Winter signal', runtime_minutes: 45 })),
    ];
  }
}

/** Returns the watch state of the film for each user who sees it. The user `confined` does not see the vault. */
function watchStates(media_id: string, { state, inVault }: Film): CatalogRecord[] {
  return ['admin', ...(inVault ? [] : ['confined'])].map((username) => ({
    type: 'watch_state',
    username,
    media_id,
    position_seconds: 60,
    duration_seconds: 600,
    completed: state === 'completed',
    last_watched_at: '2026-11-23T10:00:00.000Z',
  }));
}

/** Returns the facet values that the service should count for an item. */
function deriveValues(kind: MediaKind, libraryName: string, fields: Partial<Film>): Map<FacetKind, readonly string[]> {
  const { year = null, runtime = null, language = null, rating = null } = fields;
  const bounds = [0, 30, 60, 90, 120, 150];
  const from = bounds.findLast((bound) => bound <= (runtime ?? 0)) ?? 0;
  const bucket = from === 150 ? '150+' : `${from}-${from + 29}`;
  const lower = (values: readonly string[] = []): string[] => values.map((value) => value.toLowerCase());
  return new Map<FacetKind, readonly string[]>([
    ['media_kind', [kind]],
    ['library', [uuidOf(libraryName)]],
    ['genre', lower(fields.genres)],
    ['person', lower(fields.people)],
    ['language', language === null ? [] : [language]],
    ['content_rating', rating === null ? [] : [rating.toLowerCase()]],
    ['release_decade', year === null ? [] : [`${Math.floor(year / 10) * 10}`]],
    ['runtime_bucket', runtime === null ? [] : [bucket]],
    ['watch_state', [fields.state ?? 'unwatched']],
  ]);
}

/** Returns the counts of an answer in the form of `countOf`. */
export function shownIn({ facets = [] }: SearchCandidatesResponse): Record<string, object> {
  const shown = facets.filter(({ kind }) => kind !== 'country' && kind !== 'collection');
  return Object.fromEntries(
    shown.map(({ kind, values, missing_count: missing, other_count: others }) => {
      return [kind, { values: Object.fromEntries(values.map(({ key, count }) => [key, count])), missing, others }];
    }),
  );
}
