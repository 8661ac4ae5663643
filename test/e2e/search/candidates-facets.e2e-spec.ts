import fc from 'fast-check';
import type { SearchCandidatesRequest, SearchCandidatesResponse } from '../../../src/candidates/candidates.dto';
import { MatchFacetsRepository } from '../../../src/candidates/facets/match-facets.repository';
import type { CandidateRow } from '../../../src/candidates/ranking/candidate-row';
import { FACET_KINDS, type FacetKind } from '../../../src/common/dto/facet-kinds';
import { MEDIA_KINDS, type MediaKind } from '../../../src/common/media-id';
import type { Principal } from '../../../src/common/principal';
import { DistributedReads } from '../../../src/database/distribution/distributed-reads';
import { ReadPool } from '../../../src/database/read-pool';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import {
  type CatalogRecord,
  episode,
  importCatalog,
  library,
  mediaIdOf,
  movie,
  season,
  series,
  uuidOf,
} from '../../support/catalog/catalog';
import { client } from '../../support/requests/client';
import { countWords } from '../../support/catalog/count-words';
import { createTestApp, type TestApp } from '../../support/app/test-app';

const PATH = '/intelligence/candidates:search';
const WORDS = ['lantern', 'river', 'captain', 'winter', 'signal', 'garden', 'orchard', 'mirror'];
const GENRES = ['Comedy', 'Drama', 'Western', 'War'];
const LANGUAGES = ['en', 'fr', 'ja'];
const PEOPLE = ['Ada Brandt', 'Otto Vance', 'Rita Solano'];
const STATES = ['in_progress', 'completed'] as const;
/** All values of each kind are shown, as the catalogs have few. */
const CAPS = { facet_limit: 32, candidate_limit: 50 };
const COMMON = 5_200;
const FREQUENT = 1_300;
const NUMBERS_MAX = 60;
/** Random catalogs, with eight random searches of two users each. */
const CATALOGS = Number(process.env['FACET_CATALOGS'] ?? 2);

/** The values of an item by facet kind, and the watch states of the users. */
type Known = ReadonlyMap<FacetKind, readonly string[]>;

/** A random film of a catalog. */
interface Film {
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

let app: TestApp;
let admin: TestUser;
let confined: TestUser;
const known = new Map<string, Known>();

beforeAll(async () => {
  app = await createTestApp({ workers: false });
  admin = await createUser(app, { username: 'admin', role: 'admin' });
  confined = await createUser(app, { username: 'confined', libraryIds: ['Films', 'Shows', 'Many'].map(uuidOf) });
  await importCatalog(app, admin, [library('Films'), library('Vault'), library('Shows', 'series'), library('Many')]);
});
afterAll(() => app.close());

const text = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 5 });
const films: fc.Arbitrary<Film[]> = fc.array(
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

const requests: fc.Arbitrary<Partial<SearchCandidatesRequest>> = fc.record(
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

/** Words, and what changes which items match: a genre that is excluded, a quoted phrase, a period, a misspelling. */
const queries = fc
  .tuple(fc.subarray(WORDS, { minLength: 1, maxLength: 3 }), fc.constantFrom('', '', '-comedy', '1930s', 'wintr', '"'))
  .map(([words, more]) => (more === '"' ? `"${words.join(' ')}"` : `${words.join(' ')} ${more}`));

/** Runtime, decade and the rest of what an import derives, as docs/search.md describes it. */
function valuesOf(kind: MediaKind, libraryName: string, fields: Partial<Film>): Map<FacetKind, readonly string[]> {
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

/** Replaces the catalog. Each film has a title that another catalog does not have. */
async function importFilms(run: number, catalog: readonly Film[]): Promise<void> {
  const removed = [...known.keys()].map((media_id): CatalogRecord => ({ type: 'delete', media_id }));
  known.clear();
  const records = catalog.flatMap((film, index): CatalogRecord[] => {
    const libraryName = film.inVault ? 'Vault' : 'Films';
    const title = `${film.words.slice(0, 2).join(' ')} ${run} ${index}`;
    const id = mediaIdOf('movie', title);
    known.set(id, valuesOf('movie', libraryName, film));
    const fields = {
      year: film.year,
      genres: film.genres,
      original_language: film.language,
      content_rating: film.rating,
      runtime_minutes: film.runtime,
      overview: film.words.join(' '),
      people: film.people.map((name) => ({ name, role: 'actor' })),
    };
    const given = Object.entries(fields).filter(([, value]) => value !== null);
    const watched = film.state === null ? [] : watchStates(id, film);
    return [movie(libraryName, title, Object.fromEntries(given)), ...watched];
  });
  await importCatalog(app, admin, [...removed, ...records, ...show(run)]);
  await countWords(app);
}

/** The same state of both users. */
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

/** A series whose season and episodes take over its genre and language. */
function show(run: number): CatalogRecord[] {
  const title = `River captain ${run}`;
  const inherited = { genres: ['Drama'], language: 'fr' };
  known.set(mediaIdOf('series', title), valuesOf('series', 'Shows', { ...inherited, year: 1951 }));
  known.set(mediaIdOf('season', `${title}/1`), valuesOf('season', 'Shows', inherited));
  for (const number of [1, 2, 3]) {
    const values = valuesOf('episode', 'Shows', { ...inherited, runtime: 45 });
    known.set(mediaIdOf('episode', `${title}/1/${number}`), values);
  }
  return [
    series('Shows', title, { year: 1951, genres: ['Drama'], original_language: 'fr' }),
    season(title, 1),
    ...[1, 2, 3].map((number) => episode(title, 1, number, { title: 'Winter signal', runtime_minutes: 45 })),
  ];
}

async function search(user: TestUser, request: SearchCandidatesRequest): Promise<SearchCandidatesResponse> {
  return (await client(app).as(user).post<SearchCandidatesResponse>(PATH, request, { expect: 200 })).body;
}

/** The ids of all pages. */
async function walk(user: TestUser, request: SearchCandidatesRequest): Promise<{ ids: string[]; isCut: boolean }> {
  const ids: string[] = [];
  for (let cursor: string | null = null; ;) {
    const { candidates, page } = await search(user, { ...request, pagination: { limit: 50, cursor } });
    ids.push(...candidates.map(({ media }) => media.media_id));
    if (!page.has_more) return { ids, isCut: page.truncated };
    cursor = page.next_cursor;
  }
}

/** For each kind, the counts of the values, and the items without a value, counted from the ids of the list. */
function countOf(ids: readonly string[]): Record<string, object> {
  const counted = FACET_KINDS.filter((kind) => kind !== 'country' && kind !== 'collection');
  return Object.fromEntries(
    counted.map((kind) => {
      const values: Record<string, number> = {};
      const lists = ids.map((id) => known.get(id)?.get(kind) ?? []);
      for (const value of lists.flat()) values[value] = (values[value] ?? 0) + 1;
      return [kind, { values, missing: lists.filter((list) => list.length === 0).length, others: 0 }];
    }),
  );
}

/** The same, as an answer counts it. */
function shownIn({ facets = [] }: SearchCandidatesResponse): Record<string, object> {
  const shown = facets.filter(({ kind }) => kind !== 'country' && kind !== 'collection');
  return Object.fromEntries(
    shown.map(({ kind, values, missing_count: missing, other_count: others }) => {
      return [kind, { values: Object.fromEntries(values.map(({ key, count }) => [key, count])), missing, others }];
    }),
  );
}

describe('facets of a search', () => {
  it('count what a walk over all pages finds, for each user', async () => {
    let run = 0;
    let counted = 0;
    await fc.assert(
      fc.asyncProperty(films, fc.array(fc.tuple(queries, requests), { minLength: 8, maxLength: 8 }), async (...of) => {
        const [catalog, asked] = of;
        await importFilms((run += 1), catalog);
        // The series always matches the first search.
        for (const [query, more] of [['river captain', {}] as const, ...asked]) {
          for (const user of [admin, confined]) {
            const request = { ...more, query, caps: CAPS };
            const { ids, isCut } = await walk(user, request);
            const answer = await search(user, { ...request, facets: [...FACET_KINDS] });
            expect(isCut).toBe(false);
            counted += ids.length;
            expect(answer.matches).toEqual({ count: ids.length, relation: 'eq' });
            expect(shownIn(answer)).toEqual(countOf(ids));
            const samples = answer.facets?.flatMap(({ values }) => values.flatMap((value) => value.sample_media_ids));
            expect(samples?.filter((id) => !ids.includes(id))).toEqual([]);
          }
        }
      }),
      { numRuns: CATALOGS, endOnFailure: true },
    );
    expect(counted).toBeGreaterThanOrEqual(CATALOGS * 2);
  });

  it('have the best matches as samples, the most frequent values first, and count what they do not show', async () => {
    await importFilms(99, fc.sample(films, { numRuns: 1, seed: 7 })[0] ?? []);
    const { ids } = await walk(admin, { query: 'lantern' });
    const { facets = [] } = await search(admin, {
      query: 'lantern',
      facets: ['genre', 'library'],
      caps: { facet_limit: 2 },
    });
    expect(facets.map(({ kind }) => kind)).toEqual(['genre', 'library']);
    const all = Object.entries((countOf(ids)['genre'] as { values: Record<string, number> }).values);
    const sorted = all.sort(([one, count], [other, more]) => more - count || (one < other ? -1 : 1));
    const [genres] = facets;
    expect(genres?.values.map(({ key, count }) => [key, count])).toEqual(sorted.slice(0, 2));
    expect(genres?.cardinality).toBe(sorted.length);
    expect(genres?.other_count).toBe(sorted.slice(2).reduce((sum, [, count]) => sum + count, 0));
    for (const { key, sample_media_ids: samples } of genres?.values ?? []) {
      const having = ids.filter((id) => known.get(id)?.get('genre')?.includes(key));
      expect(samples).toEqual(having.slice(0, 3));
    }
  });

  it('are the same on every page', async () => {
    const request = { query: 'river', facets: [...FACET_KINDS], pagination: { limit: 3 } };
    const first = await search(admin, request);
    const second = await search(admin, { ...request, pagination: { limit: 3, cursor: first.page.next_cursor } });
    expect(second.page.returned).toBeGreaterThan(0);
    expect([second.facets, second.matches]).toEqual([first.facets, first.matches]);
  });

  it('are written as Markdown, and left out by a budget before candidates', async () => {
    const request = { query: 'river', facets: ['genre', 'language'], caps: { candidate_limit: 3 } };
    const markdown = await client(app)
      .as(admin)
      .post(PATH, request, { headers: { accept: 'text/markdown' }, expect: 200 });
    expect(markdown.text).toMatch(/\n\d+ matches\.\n- Genre: \S+ \d+, .*\n- Language: /);
    const brief = { ...request, detail: 'ids' };
    const whole = await client(app).as(admin).post<SearchCandidatesResponse>(PATH, brief, { expect: 200 });
    expect(whole.body.facets?.map(({ kind }) => kind)).toEqual(['genre', 'language']);
    const budget = { max_chars: whole.text.length - 40 };
    const { body, text: cut } = await client(app)
      .as(admin)
      .post<SearchCandidatesResponse>(PATH, { ...brief, budget }, { expect: 200 });
    expect(cut.length).toBeLessThanOrEqual(budget.max_chars);
    expect(Object.keys(body.dropped ?? {})).toEqual(['facet_values']);
    expect(body.candidates).toEqual(whole.body.candidates);
  });

  it('are absent if they are not requested, and empty if nothing matches', async () => {
    expect(await search(admin, { query: 'lantern' })).not.toHaveProperty('facets');
    for (const query of ['zeppelin', '???', uuidOf('nothing')]) {
      const { facets, matches } = await search(admin, { query, facets: ['genre', 'watch_state'] });
      expect(matches).toEqual({ count: 0, relation: 'eq' });
      const empty = { values: [], cardinality: 0, other_count: 0, missing_count: 0 };
      expect(facets).toEqual(
        ['genre', 'watch_state'].map((kind) => expect.objectContaining({ kind, ...empty }) as object),
      );
    }
  });

  it('show nothing of a hidden library', async () => {
    await importFilms(100, fc.sample(films, { numRuns: 1, seed: 8 })[0] ?? []);
    const hidden = uuidOf('Vault');
    for (const library_ids of [undefined, [hidden]]) {
      const request = { query: 'lantern river', facets: [...FACET_KINDS], caps: CAPS };
      const given = library_ids === undefined ? request : { ...request, library_ids };
      const { text: body } = await client(app).as(confined).post(PATH, given, { expect: 200 });
      expect(body).not.toContain(hidden);
    }
    const { matches } = await search(confined, { query: 'lantern', library_ids: [hidden], facets: ['library'] });
    expect(matches).toEqual({ count: 0, relation: 'eq' });
  });

  it('count each library of a distributed database by itself, with the same result', async () => {
    const rows = [...known.keys()].map((id) => {
      const [media_kind, media_id = ''] = id.split(':');
      return { media_kind, media_id, library_id: known.get(id)?.get('library')?.[0] } as CandidateRow;
    });
    const facets = new MatchFacetsRepository();
    const read = (isDistributed: boolean, user: TestUser, limit: number): Promise<unknown> => {
      const visible = user === admin ? null : ['Films', 'Shows', 'Many'].map(uuidOf);
      const principal = { userId: user.userId, libraryIds: visible } as Principal;
      return app.app.get(ReadPool).readAs(principal, (scope) => {
        const reads = isDistributed
          ? new DistributedReads(principal, (statement, values) => scope.rows(statement, values))
          : scope;
        return facets.readFacets(reads, rows, FACET_KINDS, limit);
      });
    };
    for (const user of [admin, confined]) {
      for (const limit of [2, 32]) {
        expect(await read(true, user, limit)).toEqual(await read(false, user, limit));
      }
    }
  });
});

describe('facets of many matches', () => {
  beforeAll(async () => {
    const many = Array.from({ length: COMMON }, (_, index) => {
      const overview = `ubiquitous ${index < FREQUENT ? 'plentiful' : ''}`;
      return movie('Many', `Row ${index % NUMBERS_MAX} of ${index}`, { overview, genres: [GENRES[index % 4]] });
    });
    await importCatalog(app, admin, many);
    await countWords(app);
  });

  it('are exact for more matches than paging reaches', async () => {
    const { facets, matches } = await search(admin, { query: 'plentiful', facets: ['genre'] });
    expect(matches).toEqual({ count: FREQUENT, relation: 'eq' });
    expect(facets?.[0]?.values.map(({ count }) => count)).toEqual([325, 325, 325, 325]);
    const filtered = await search(confined, {
      query: 'ubiquitous',
      facets: ['genre'],
      filters: { genres: { any: GENRES.slice(0, 2) } },
    });
    expect(filtered.matches).toEqual({ count: COMMON / 2, relation: 'eq' });
  });

  it('are at least so many beyond 5,000', async () => {
    const { facets, matches } = await search(admin, { query: 'ubiquitous', facets: ['genre', 'media_kind'] });
    expect(matches).toEqual({ count: 5_000, relation: 'gte' });
    expect(facets?.[1]?.values).toEqual([expect.objectContaining({ key: 'movie', count: 5_000 })]);
    const { results } = (
      await client(app)
        .as(admin)
        .post<{ results: SearchCandidatesResponse[] }>('/intelligence/candidates:multi-search', {
          queries: [{ query: 'ubiquitous', facets: ['media_kind'] }, { query: 'plentiful' }],
        })
    ).body;
    expect(results.map((result) => result.matches)).toEqual([{ count: 5_000, relation: 'gte' }, undefined]);
  });

  it.each([
    ['plentiful', 2],
    ['ubiquitous', 2],
    ['Row 7 of 67', 1],
    ['zeppelin', 0],
  ])('of "%s" take %i more round trips', async (query, more) => {
    const { statistics } = app.app.get(ReadPool);
    const tripsOf = async (facets: FacetKind[] | undefined): Promise<number> => {
      const before = statistics.roundTrips;
      await search(admin, { query, ...(facets === undefined ? {} : { facets }) });
      return statistics.roundTrips - before;
    };
    expect(await tripsOf([...FACET_KINDS])).toBe((await tripsOf(undefined)) + more);
  });
});
