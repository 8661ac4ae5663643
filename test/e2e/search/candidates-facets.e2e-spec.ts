import fc from 'fast-check';
import type { SearchCandidatesRequest, SearchCandidatesResponse } from '../../../src/candidates/candidates.dto';
import { MatchFacetsRepository } from '../../../src/candidates/facets/match-facets.repository';
import type { CandidateRow } from '../../../src/candidates/ranking/candidate-row';
import { FACET_KINDS, type FacetKind } from '../../../src/common/dto/facet-kinds';
import type { Principal } from '../../../src/common/principal';
import { DistributedReads } from '../../../src/database/distribution/distributed-reads';
import { ReadPool } from '../../../src/database/read-pool';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { importCatalog, library, movie, uuidOf } from '../../support/catalog/catalog';
import { client } from '../../support/requests/client';
import { refreshLexicon } from '../../support/catalog/refresh-lexicon';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { FacetCatalog, films, GENRES, queries, requests, shownIn } from './facet-catalog';

const PATH = '/intelligence/candidates:search';
/** With these caps, an answer contains all values of each kind. */
const CAPS = { facet_limit: 32, candidate_limit: 50 };
/** Number of movies whose overview contains "ubiquitous". */
const COMMON = 5_200;
/** Number of movies whose overview also contains "plentiful". */
const FREQUENT = 1_300;
/** Number of different row numbers in the titles of these movies. */
const ROW_NUMBERS = 60;
/** Number of random catalogs. Two users send eight random searches for each catalog. */
const CATALOGS = Number(process.env['FACET_CATALOGS'] ?? 2);

let app: TestApp;
let admin: TestUser;
let confined: TestUser;
let catalog: FacetCatalog;

beforeAll(async () => {
  app = await createTestApp({ workers: false });
  admin = await createUser(app, { username: 'admin', role: 'admin' });
  confined = await createUser(app, { username: 'confined', libraryIds: ['Films', 'Shows', 'Many'].map(uuidOf) });
  await importCatalog(app, admin, [library('Films'), library('Vault'), library('Shows', 'series'), library('Many')]);
  catalog = new FacetCatalog(app, admin);
});
afterAll(() => app.close());

async function search(user: TestUser, request: SearchCandidatesRequest): Promise<SearchCandidatesResponse> {
  return (await client(app).as(user).post<SearchCandidatesResponse>(PATH, request, { expect: 200 })).body;
}

/** Reads all pages. Returns the ids of the candidates, and whether the last page leaves matches out. */
async function walk(user: TestUser, request: SearchCandidatesRequest): Promise<{ ids: string[]; isCut: boolean }> {
  const ids: string[] = [];
  for (let cursor: string | null = null; ;) {
    const { candidates, page } = await search(user, { ...request, pagination: { limit: 50, cursor } });
    ids.push(...candidates.map(({ media }) => media.media_id));
    if (!page.has_more) return { ids, isCut: page.truncated };
    cursor = page.next_cursor;
  }
}

describe('facets of a search', () => {
  it('count exactly the items on all pages, for each user', async () => {
    let run = 0;
    let counted = 0;
    await fc.assert(
      fc.asyncProperty(
        films,
        fc.array(fc.tuple(queries, requests), { minLength: 8, maxLength: 8 }),
        async (wanted, searches) => {
          await catalog.replaceFilms((run += 1), wanted);
          // The first search has matches, because `replaceFilms` adds a series with the title "River captain".
          for (const [query, more] of [['river captain', {}] as const, ...searches]) {
            for (const user of [admin, confined]) {
              const request = { ...more, query, caps: CAPS };
              const { ids, isCut } = await walk(user, request);
              const answer = await search(user, { ...request, facets: [...FACET_KINDS] });
              expect(isCut).toBe(false);
              counted += ids.length;
              expect(answer.matches).toEqual({ count: ids.length, relation: 'eq' });
              expect(shownIn(answer)).toEqual(catalog.countOf(ids));
              const samples = answer.facets?.flatMap(({ values }) => values.flatMap((value) => value.sample_media_ids));
              expect(samples?.filter((id) => !ids.includes(id))).toEqual([]);
            }
          }
        },
      ),
      { numRuns: CATALOGS, endOnFailure: true },
    );
    expect(counted).toBeGreaterThanOrEqual(CATALOGS * 2);
  });

  it('have the most frequent values first with the best matches as samples, and count the rest', async () => {
    await catalog.replaceFilms(99, fc.sample(films, { numRuns: 1, seed: 7 })[0] ?? []);
    const { ids } = await walk(admin, { query: 'lantern' });
    const { facets = [] } = await search(admin, {
      query: 'lantern',
      facets: ['genre', 'library'],
      caps: { facet_limit: 2 },
    });
    expect(facets.map(({ kind }) => kind)).toEqual(['genre', 'library']);
    const all = Object.entries((catalog.countOf(ids)['genre'] as { values: Record<string, number> }).values);
    const sorted = all.sort(([one, count], [other, more]) => more - count || (one < other ? -1 : 1));
    const [genres] = facets;
    expect(genres?.values.map(({ key, count }) => [key, count])).toEqual(sorted.slice(0, 2));
    expect(genres?.cardinality).toBe(sorted.length);
    expect(genres?.other_count).toBe(sorted.slice(2).reduce((sum, [, count]) => sum + count, 0));
    for (const { key, sample_media_ids: samples } of genres?.values ?? []) {
      const idsWithValue = ids.filter((id) => catalog.valuesOf(id, 'genre').includes(key));
      expect(samples).toEqual(idsWithValue.slice(0, 3));
    }
  });

  it('are the same on every page', async () => {
    const request = { query: 'river', facets: [...FACET_KINDS], pagination: { limit: 3 } };
    const first = await search(admin, request);
    const second = await search(admin, { ...request, pagination: { limit: 3, cursor: first.page.next_cursor } });
    expect(second.page.returned).toBeGreaterThan(0);
    expect([second.facets, second.matches]).toEqual([first.facets, first.matches]);
  });

  it('are in the Markdown, and left out by a budget before candidates', async () => {
    const request = { query: 'river', facets: ['genre', 'language'], caps: { candidate_limit: 3 } };
    const markdown = await client(app)
      .as(admin)
      .post(PATH, request, { headers: { accept: 'text/markdown' }, expect: 200 });
    expect(markdown.text).toMatch(/\n\d+ matches\.\n- Genre: \S+ \d+, .*\n- Language: /);
    const brief = { ...request, detail: 'ids' };
    const unlimited = await client(app).as(admin).post<SearchCandidatesResponse>(PATH, brief, { expect: 200 });
    expect(unlimited.body.facets?.map(({ kind }) => kind)).toEqual(['genre', 'language']);
    const budget = { max_chars: unlimited.text.length - 40 };
    const { body, text: cut } = await client(app)
      .as(admin)
      .post<SearchCandidatesResponse>(PATH, { ...brief, budget }, { expect: 200 });
    expect(cut.length).toBeLessThanOrEqual(budget.max_chars);
    expect(Object.keys(body.dropped ?? {})).toEqual(['facet_values']);
    expect(body.candidates).toEqual(unlimited.body.candidates);
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

  it('neither show a hidden library nor count its matches', async () => {
    await catalog.replaceFilms(100, fc.sample(films, { numRuns: 1, seed: 8 })[0] ?? []);
    const hidden = uuidOf('Vault');
    for (const library_ids of [undefined, [hidden]]) {
      const request = { query: 'lantern river', facets: [...FACET_KINDS], caps: CAPS };
      const body = library_ids === undefined ? request : { ...request, library_ids };
      const { text } = await client(app).as(confined).post(PATH, body, { expect: 200 });
      expect(text).not.toContain(hidden);
    }
    const { matches } = await search(confined, { query: 'lantern', library_ids: [hidden], facets: ['library'] });
    expect(matches).toEqual({ count: 0, relation: 'eq' });
  });

  it('are the same on a distributed database, which counts each library separately', async () => {
    const rows = catalog.ids.map((id) => {
      const [media_kind, media_id = ''] = id.split(':');
      return { media_kind, media_id, library_id: catalog.valuesOf(id, 'library')[0] } as CandidateRow;
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
      return movie('Many', `Row ${index % ROW_NUMBERS} of ${index}`, { overview, genres: [GENRES[index % 4]] });
    });
    await importCatalog(app, admin, many);
    await refreshLexicon(app);
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

  it('count up to 5,000 matches, and report that there are more', async () => {
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
  ])('of "%s" take %i round trips more than the search without facets', async (query, more) => {
    const { statistics } = app.app.get(ReadPool);
    const tripsOf = async (facets: FacetKind[] | undefined): Promise<number> => {
      const before = statistics.roundTrips;
      await search(admin, { query, ...(facets === undefined ? {} : { facets }) });
      return statistics.roundTrips - before;
    };
    expect(await tripsOf([...FACET_KINDS])).toBe((await tripsOf(undefined)) + more);
  });
});
