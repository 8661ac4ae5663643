import { Client, type QueryResultRow } from 'pg';
import { DataSource } from 'typeorm';
import { BROWSE_COUNTS } from '../../../src/candidates/browse/browse.sql';
import type { BrowseSelection } from '../../../src/candidates/browse/browse-conditions';
import type { BrowsedRow } from '../../../src/candidates/browse/browsed-rows';
import { BROWSE_SORT_NAMES } from '../../../src/candidates/browse/browse-sorts';
import { WALK_MAX } from '../../../src/candidates/browse/browse-plan';
import { browseStatement } from '../../../src/candidates/browse/browse-statement.sql';
import { DocumentsRepository } from '../../../src/candidates/documents.repository';
import { MATCH_FACETS } from '../../../src/candidates/facets/match-facets.sql';
import {
  COUNTS,
  DETAILS,
  PLANNER_SETTING,
  SEEN,
  SPELLINGS,
  TEXTS,
} from '../../../src/candidates/retrieval/candidates.sql';
import { retrievalStatement } from '../../../src/candidates/retrieval/retrieval.sql';
import { planRetrieval } from '../../../src/candidates/retrieval/plan/plan-retrieval';
import type { RetrievalPlan } from '../../../src/candidates/retrieval/retrieval-plan';
import { type SearchFilter, toSearchFilter } from '../../../src/candidates/query/search-filter';
import { toSearchQuery } from '../../../src/candidates/query/query-parser';
import { CONFINED_CANDIDATES, RELATED_CANDIDATES } from '../../../src/items/related/related.sql';
import { weighWords } from '../../../src/candidates/query/weights/term-weights';
import { MEDIA_KINDS } from '../../../src/common/media-id';
import type { Principal } from '../../../src/common/principal';
import { dataSourceOptions } from '../../../src/database/data-source-options';
import type { ReadScope, Statement } from '../../../src/database/read-scope';
import { NEXT_UP } from '../../../src/items/next-up/next-up.sql';
import { LexiconStore } from '../../../src/search/lexicon/lexicon.store';
import { allOf, anyOf, lexemeQuery } from '../../../src/search/tsquery';
import { createTestDatabase, type TestDatabase } from '../../support/databases/test-database';

const ROWS = 72_000;
const NOBODY = '00000000-0000-4000-8000-000000000000';
const SOMEBODY = '00000000-0000-4000-8000-000000000001';

const FILL_LIBRARIES_SQL = `
INSERT INTO libraries (library_id, name, library_kind, revision)
SELECT md5('library' || i)::uuid, 'Library ' || i, 'movies', 1 FROM generate_series(0, 3) AS i`;

/** Inserts documents. Words have the frequencies of a natural language: word n occurs in about one of n documents. */
const FILL_SQL = `
INSERT INTO intelligence_search_documents
       (library_id, media_id, media_kind, available, status, year, prominence, title_key, titles, profile, lexemes,
        revision)
SELECT md5('library' || i % 4)::uuid, md5(i::text)::uuid, 'movie', true, 'ready', 1920 + i % 100, (i % 1000) / 1000.0,
       'title' || i, 'title ' || i, 'AA',
       array_to_tsvector(ARRAY['Kmovie', 'B' || md5('library' || i % 4)::uuid, 'y' || 1920 + i % 100, 'tfilm', 't' || i] || words.lexemes), 1
  FROM generate_series(1, $1::integer) AS i
 CROSS JOIN LATERAL (
   SELECT array_agg(DISTINCT 'o' || floor(exp(ln(20000) * hash / 2147483648.0))) AS lexemes
     FROM (SELECT abs(hashint8(i * 64::bigint + n))::bigint AS hash FROM generate_series(1, 40) AS n) AS hashes
 ) AS words`;

let database: TestDatabase;
let client: Client;
/** Number of scans of the lexicon during the first count of each library. */
let lexiconScans: number[];

beforeAll(async () => {
  database = await createTestDatabase();
  const dataSource = await new DataSource(dataSourceOptions({ url: database.url })).initialize();
  const store = new LexiconStore();
  const count = async (): Promise<number[]> => {
    const { outdated } = await store.readState(dataSource.manager);
    const scans: number[] = [];
    for (const { libraryId } of outdated) {
      await dataSource.transaction(async (manager) => {
        await store.refresh(manager, libraryId);
        const [row]: { scans: string }[] = await manager.query(
          `SELECT seq_scan + idx_scan AS scans FROM pg_stat_xact_user_tables WHERE relname = 'intelligence_lexicon'`,
        );
        scans.push(Number(row?.scans));
      });
    }
    await store.finish(dataSource.manager);
    return scans;
  };
  // A server that starts before the first import counts no words. The planner then assumes that the lexicon is empty.
  await count();
  await dataSource.query(FILL_LIBRARIES_SQL);
  await dataSource.query(FILL_SQL, [ROWS]);
  await store.mergePostings(dataSource.manager);
  lexiconScans = await count();
  await dataSource.destroy();
  client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query('SET plan_cache_mode = force_generic_plan');
  await client.query(`SELECT ${PLANNER_SETTING.replaceAll('true', 'false')}`);
}, 120_000);

afterAll(async () => {
  await client.end();
  await database.drop();
});

/** The members of an EXPLAIN node that are used here. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** Returns the nodes that read tables or indexes, in order. */
function accesses(node: PlanNode): string[] {
  const own = node['Index Name'] ?? node['Relation Name'];
  const below = (node.Plans ?? []).flatMap(accesses);
  return own === undefined ? below : [`${node['Node Type']} on ${own}`, ...below];
}

/** Returns the accesses of the generic plan. Prepares the statement: PostgreSQL 15 has no EXPLAIN (GENERIC_PLAN). */
async function shapeOf(text: string): Promise<string[]> {
  await client.query(`PREPARE shaped AS ${text}`);
  try {
    const { rows: prepared } = await client.query<{ parameters: number }>(
      `SELECT cardinality(parameter_types) AS parameters FROM pg_prepared_statements WHERE name = 'shaped'`,
    );
    const nulls = Array.from({ length: prepared[0]?.parameters ?? 0 }, () => 'NULL');
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `EXPLAIN (COSTS OFF, FORMAT JSON) EXECUTE shaped${nulls.length > 0 ? ` (${nulls.join(', ')})` : ''}`,
    );
    const plan = rows[0]?.['QUERY PLAN'][0].Plan;
    if (plan === undefined) throw new Error('no plan');
    return accesses(plan);
  } finally {
    await client.query('DEALLOCATE shaped');
  }
}

const SCOPE = { userId: NOBODY, libraryIds: null };
const ORDERED = { tsqueries: [lexemeQuery('o1')], limit: 1000, tier: null, libraries: [NOBODY], walkMax: 5000 };
const SELECTIVE = { titles: null, words: [], allWords: [] };
const NO_FILTER: SearchFilter = {
  tsquery: null,
  yearFrom: null,
  yearTo: null,
  watchStates: null,
  libraryIds: null,
  selectivity: 1,
};

const LIST_SCOPE = { userId: NOBODY, libraryIds: null, owners: [NOBODY], artifactLimit: 8 };
const FILTERS = {
  tsqueries: [lexemeQuery('o3')],
  years: { gte: 1950, lte: 1990 },
  runtime: { lte: 90 },
  watchStates: ['completed'],
  libraryIds: [NOBODY],
};

function listOf(selection: Partial<BrowseSelection>): BrowseSelection {
  const streams = [NOBODY, SOMEBODY].map((library_id) => ({ library_id, media_kind: 'movie' as const, documents: 1 }));
  return {
    sort: 'added',
    driver: 'walk',
    streams,
    libraryIds: null,
    kinds: MEDIA_KINDS,
    tsqueries: [],
    years: {},
    runtime: {},
    watchStates: null,
    after: null,
    rows: 11,
    walkMax: WALK_MAX,
    ...selection,
  };
}

it('the first count of the words of a library does not scan the lexicon once for each word', () => {
  expect(lexiconScans).toHaveLength(4);
  expect(Math.max(...lexiconScans)).toBeLessThan(20);
});

describe(`at ${ROWS} rows every search statement reads indexes only`, () => {
  it.each<[string, Partial<RetrievalPlan>, Partial<SearchFilter>]>([
    ['titles', { titleKeys: ['title1'], prefix: ['title1', 'title2'] }, {}],
    [
      'rare words',
      { selective: { ...SELECTIVE, alternatives: [[lexemeQuery('o9000')], [lexemeQuery('o3'), lexemeQuery('o5')]] } },
      {},
    ],
    [
      'each of several words',
      { perCondition: { tsqueries: [lexemeQuery('o9000'), anyOf([lexemeQuery('o3'), lexemeQuery('o5')])], limit: 50 } },
      {},
    ],
    [
      'each of several words, filtered',
      { perCondition: { tsqueries: [lexemeQuery('o3')], limit: 50 } },
      { tsquery: lexemeQuery('Kmovie') },
    ],
    ['common words, sorted', { ordered: [{ ...ORDERED, path: 'sorted' }] }, {}],
    ['common words, in a prominence tier', { ordered: [{ ...ORDERED, path: 'tiered', tier: lexemeQuery('^20') }] }, {}],
    [
      'common words together, filtered, in a prominence tier',
      {
        ordered: [
          {
            ...ORDERED,
            tsqueries: [lexemeQuery('o1'), anyOf([lexemeQuery('o2'), lexemeQuery('o3')])],
            path: 'tiered',
            tier: lexemeQuery('^20'),
          },
        ],
      },
      { tsquery: lexemeQuery('Kmovie') },
    ],
    ['common words, walked', { ordered: [{ ...ORDERED, path: 'walked' }] }, {}],
    [
      'common words, walked in two libraries',
      { ordered: [{ ...ORDERED, libraries: [NOBODY, SOMEBODY], path: 'walked' }] },
      {},
    ],
    [
      'combined parts of a plan, filtered',
      {
        titleKeys: ['title1'],
        prefix: ['title1', 'title2'],
        selective: { ...SELECTIVE, alternatives: [[lexemeQuery('o9000')], [lexemeQuery('o3'), lexemeQuery('o5')]] },
        ordered: [{ ...ORDERED, path: 'sorted' }],
      },
      {
        tsquery: lexemeQuery('Kmovie'),
        yearFrom: 1950,
        yearTo: 1990,
        libraryIds: [NOBODY],
        watchStates: ['unwatched'],
      },
    ],
    [
      'all matches of a selective part',
      { selective: { ...SELECTIVE, alternatives: [[lexemeQuery('o9000')], [lexemeQuery('o3')]] }, partLimit: 5_000 },
      { tsquery: lexemeQuery('Kmovie') },
    ],
    ['a watch state of the caller', { ordered: [{ ...ORDERED, path: 'sorted' }] }, { watchStates: ['completed'] }],
  ])('%s', async (_, plan, filter) => {
    const whole: RetrievalPlan = {
      ids: null,
      titleKeys: [],
      prefix: null,
      selective: null,
      perCondition: null,
      ordered: [],
      fallback: [],
      ...plan,
    };
    const retrieval = retrievalStatement(whole, { ...NO_FILTER, ...filter }, SCOPE);
    const shape = await shapeOf(retrieval?.statement.text ?? '');
    expect(shape.join('\n')).not.toMatch(/Seq Scan/);
    expect(shape).toMatchSnapshot();
  });

  it('titles that begin with the query, for a caller who sees few libraries', async () => {
    const plan: RetrievalPlan = {
      ids: null,
      titleKeys: [],
      prefix: ['title1', 'title2'],
      selective: null,
      perCondition: null,
      ordered: [],
      fallback: [],
    };
    const retrieval = retrievalStatement(plan, NO_FILTER, { userId: NOBODY, libraryIds: [NOBODY] });
    const shape = await shapeOf(retrieval?.statement.text ?? '');
    expect(shape).toEqual(['Index Scan on intelligence_search_documents_sorted_title_ix']);
  });

  it.each([
    ['counts', COUNTS.text],
    ['details', DETAILS.text],
    ['texts that ranking checks', TEXTS.text],
    ['facets of all matches', MATCH_FACETS.text],
    ['spellings', SPELLINGS.text],
    ['words that are not counted yet', SEEN.text],
  ])('%s', async (_, text) => {
    // The state of the lexicon is a small table with one row for each library, so a sequential scan of it is allowed.
    const shape = (await shapeOf(text)).filter((access) => !access.includes('intelligence_lexicon_state'));
    expect(shape.join('\n')).not.toMatch(/Seq Scan/);
    expect(shape).toMatchSnapshot();
  });
});

describe(`at ${ROWS} rows the candidates for related items are read from indexes only`, () => {
  it.each(MEDIA_KINDS)('of a %s', async (kind) => {
    const shape = await shapeOf(RELATED_CANDIDATES[kind].text);
    expect(shape.join('\n')).not.toMatch(/Seq Scan/);
    expect(shape).toContain('Index Scan on intelligence_search_documents_title_ix');
    expect(shape).toMatchSnapshot();
  });

  it.each(MEDIA_KINDS)('of a %s, for a caller who sees few libraries', async (kind) => {
    const shape = await shapeOf(CONFINED_CANDIDATES[kind].text);
    // The index of facets has no library ids, so it would also read rows of libraries that the caller does not see.
    expect(shape.join('\n')).not.toMatch(/Seq Scan|intelligence_media_context_facets_ix/);
    expect(shape).toMatchSnapshot();
  });
});

describe(`at ${ROWS} rows every list reads indexes only`, () => {
  const cases = BROWSE_SORT_NAMES.flatMap((sort) =>
    (['walk', 'matches', 'watched'] as const)
      .filter((driver) => driver === 'walk' || sort !== 'last_watched')
      .map((driver) => [sort, driver] as const),
  );

  it.each(cases)('sorted by %s, with the driver %s', async (sort, driver) => {
    const statement = browseStatement(listOf({ sort, driver, ...FILTERS, after: [1, NOBODY] }), LIST_SCOPE).statement;
    const shape = await shapeOf(statement.text);
    expect(shape.join('\n')).not.toMatch(/Seq Scan/);
    expect(shape).toMatchSnapshot();
  });

  it.each([
    ['counts', BROWSE_COUNTS.text],
    ['next episodes', NEXT_UP.text],
  ])('%s', async (_, text) => {
    // PostgreSQL 15 and 18 read the facet values by the same index in different ways.
    const varying = /intelligence_lexicon_state|intelligence_facet_values/;
    const shape = (await shapeOf(text)).filter((access) => !varying.test(access));
    expect(shape.join('\n')).not.toMatch(/Seq Scan/);
    expect(shape).toMatchSnapshot();
  });
});

describe('the drivers of a list', () => {
  type ListRow = Pick<BrowsedRow, 'key' | 'id'> & { resume_key: number | null; resume_id: string | null };

  async function list(selection: Partial<BrowseSelection>): Promise<ListRow[]> {
    const { rows: libraries } = await client.query<{ library_id: string }>('SELECT library_id FROM libraries');
    const streams = libraries.map(({ library_id }) => ({
      library_id,
      media_kind: 'movie' as const,
      documents: 18_000,
    }));
    const { statement, values } = browseStatement(listOf({ streams, ...selection }), LIST_SCOPE);
    return (await client.query<ListRow>({ text: statement.text, values })).rows;
  }

  it.each(BROWSE_SORT_NAMES.filter((sort) => sort !== 'last_watched'))(
    'return the same rows, sorted by %s',
    async (sort) => {
      const tsqueries = [lexemeQuery('o40'), lexemeQuery('y1960')];
      const [walked, matched] = [[] as string[], [] as string[]];
      for (const [driver, ids] of [
        ['walk', walked],
        ['matches', matched],
      ] as const) {
        let after: BrowseSelection['after'] = null;
        for (let pages = 0; pages < 60; pages += 1) {
          const rows: ListRow[] = await list({ sort, driver, tsqueries, after });
          const found = rows.filter(({ id }) => id !== null);
          ids.push(...found.map(({ id }) => id));
          const [first] = rows;
          const last = found.at(-1);
          if (found.length === 11 && last !== undefined) after = [last.key, last.id];
          else if (first?.resume_id != null) after = [first.resume_key ?? 0, first.resume_id];
          else break;
        }
      }
      expect(walked.length).toBeGreaterThan(3);
      expect(walked).toEqual(matched);
    },
  );

  it('a walk stops at its bound, and returns its position', async () => {
    const [row, ...more] = await list({ sort: 'title', tsqueries: [lexemeQuery('nowhere')] });
    expect([row?.id, more]).toEqual([null, []]);
    const { rows } = await client.query<{ media_id: string }>(
      `SELECT media_id FROM intelligence_search_documents ORDER BY title_key, media_id OFFSET ${WALK_MAX - 1} LIMIT 1`,
    );
    expect(row?.resume_id).toBe(rows[0]?.media_id);
  });
});

describe('the work of a search is bounded', () => {
  async function retrieve(text: string): Promise<{ rows: number; path: string[] }> {
    const query = toSearchQuery(text, undefined);
    const lexemes = query.words.flatMap((word) => [`t${word.lexeme}`, `o${word.lexeme}`]);
    const { rows } = await client.query<{ what: string; lexeme: string; documents: number }>({
      text: COUNTS.text,
      values: [lexemes, [], null],
    });
    const libraries = rows.filter(({ what }) => what === 'library').map(({ lexeme }) => lexeme);
    const total = rows.find(({ what }) => what === 'total')?.documents ?? 0;
    const counts = {
      total,
      documents: new Map(rows.map((row) => [row.lexeme, row.documents])),
      libraries,
      nearSpellings: [],
    };
    const filter = toSearchFilter({}, counts);
    const plan = planRetrieval(query, weighWords(query, counts), counts, filter);
    const retrieval = retrievalStatement(plan, filter, SCOPE);
    const found = await client.query({ text: retrieval?.statement.text ?? '', values: retrieval?.values ?? [] });
    return { rows: found.rowCount ?? 0, path: plan.ordered.map(({ path }) => path) };
  }

  it('for any words, from rare to common', async () => {
    for (const text of ['film', '1', '2 3', '15', '700', '9000 12000', '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16']) {
      const { rows } = await retrieve(text);
      expect([text, rows > 0]).toEqual([text, true]);
      expect(rows).toBeLessThanOrEqual(2_900);
    }
  });

  it('finds the most prominent documents if words and filters are correlated', async () => {
    const tsquery = allOf([lexemeQuery('oattract'), lexemeQuery('Gattraction')]);
    const scope: ReadScope = {
      principal: { userId: NOBODY } as Principal,
      libraryIds: null,
      distributed: null,
      rows: async <Row extends QueryResultRow>({ text }: Statement, values: readonly unknown[] = []) =>
        (await client.query<Row>(text, [...values])).rows,
    };
    await client.query('BEGIN');
    try {
      // The most prominent documents are inserted last, so that a lookup without an order finds them last.
      await client.query(
        `INSERT INTO intelligence_search_documents
                (library_id, media_id, media_kind, available, status, year, prominence, title_key, titles, profile,
                 lexemes, revision)
         SELECT $1::uuid, md5('attracted' || i)::uuid, 'movie', true, 'ready', 2000, i / 3000.0, 'a' || i, 'a ' || i,
                'AA', array_to_tsvector(ARRAY['oattract', 'Gattraction', 'x' || i % 300]), 1
           FROM generate_series(1, 3000) AS i`,
        [NOBODY],
      );
      const plan: RetrievalPlan = {
        ids: null,
        titleKeys: [],
        prefix: null,
        perCondition: null,
        ordered: [],
        fallback: [],
        selective: { ...SELECTIVE, alternatives: [[tsquery]], titles: allOf([tsquery, lexemeQuery('x1')]) },
      };
      const { rows, isCut } = await new DocumentsRepository().listRows(scope, plan, NO_FILTER);
      const best = new Set(rows.map(({ media_id }) => media_id));
      const { rows: wanted } = await client.query<{ media_id: string }>(
        `SELECT md5('attracted' || i)::uuid AS media_id FROM generate_series(1, 3000) AS i
          WHERE i > 2000 OR i % 300 = 1`,
      );
      expect(wanted.filter(({ media_id }) => !best.has(media_id))).toEqual([]);
      // Each part returns one row above its limit to show that there are more.
      expect(rows.length).toBeLessThanOrEqual(1_201 + 1_001 + 301);
      expect(isCut).toBe(true);
    } finally {
      await client.query('ROLLBACK');
    }
  });

  it('counts only documents of visible libraries towards the bound of a walk', async () => {
    const { rows: libraries } = await client.query<{ library_id: string }>(
      'SELECT library_id FROM libraries ORDER BY library_id',
    );
    const visible = libraries.slice(0, 2).map(({ library_id }) => library_id);
    const walked = { ...ORDERED, tsqueries: [lexemeQuery('tfilm')], path: 'walked' as const, walkMax: 1_000 };
    const retrieval = retrievalStatement(
      {
        ids: null,
        titleKeys: [],
        prefix: null,
        selective: null,
        perCondition: null,
        ordered: [{ ...walked, libraries: visible }],
        fallback: [],
      },
      NO_FILTER,
      { userId: NOBODY, libraryIds: visible },
    );
    const { rows } = await client.query<{ media_id: string }>(retrieval?.statement.text ?? '', retrieval?.values ?? []);
    const { rows: wanted } = await client.query<{ media_id: string }>(
      `SELECT media_id FROM intelligence_search_documents WHERE library_id = ANY($1::uuid[])
        ORDER BY prominence DESC, media_id LIMIT 1000`,
      [visible],
    );
    expect(rows.map(({ media_id }) => media_id)).toEqual(wanted.map(({ media_id }) => media_id));
  });

  it('walks the index for words that nearly all documents contain, and sorts rows for rarer words', async () => {
    expect((await retrieve('film')).path).toEqual(['walked']);
    expect((await retrieve('80')).path).toContain('sorted');
  });
});
