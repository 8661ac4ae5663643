import { Client } from 'pg';
import { BROWSE_COUNTS } from '../../../src/candidates/browse/browse.sql';
import { BROWSE_SORT_NAMES } from '../../../src/candidates/browse/browse-sorts';
import { browseStatement } from '../../../src/candidates/browse/browse-statement.sql';
import { MATCH_FACETS } from '../../../src/candidates/facets/match-facets.sql';
import {
  CHECKED_TEXTS,
  DETAILS,
  DOCUMENT_COUNTS,
  LEXICON_COUNTS,
} from '../../../src/candidates/retrieval/candidates.sql';
import { COMPLETIONS, WORDS_BY_SPELLING_KEY } from '../../../src/candidates/retrieval/spelling.sql';
import { retrievalStatement } from '../../../src/candidates/retrieval/retrieval.sql';
import { EMPTY_PLAN, type RetrievalPlan } from '../../../src/candidates/retrieval/retrieval-plan';
import type { SearchFilter } from '../../../src/candidates/query/search-filter';
import { CONFINED_CANDIDATES, RELATED_CANDIDATES } from '../../../src/items/related/related.sql';
import { MEDIA_KINDS } from '../../../src/common/media-id';
import { NEXT_UP } from '../../../src/items/next-up/next-up.sql';
import { anyOf, lexemeQuery } from '../../../src/search/tsquery';
import {
  createSearchDocuments,
  EMPTY_LIBRARY,
  fillContexts,
  LIST_SCOPE,
  listOf,
  NO_FILTER,
  NOBODY,
  ORDERED,
  OTHER_LIBRARY,
  ROWS,
  SCOPE,
  type SearchDocuments,
  SELECTIVE,
} from './search-documents';

let documents: SearchDocuments;
let client: Client;

beforeAll(async () => {
  documents = await createSearchDocuments();
  ({ client } = documents);
}, 120_000);
afterAll(() => documents.close());

/** The members of an EXPLAIN node that are used here. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** Returns the nodes that read tables or indexes, in order. */
function accesses(node: PlanNode): string[] {
  const relation = node['Index Name'] ?? node['Relation Name'];
  const nested = (node.Plans ?? []).flatMap(accesses);
  return relation === undefined ? nested : [`${node['Node Type']} on ${relation}`, ...nested];
}

/** Returns the conditions by which the nodes of a plan search an index. */
function conditionsOn(index: string, node: PlanNode): string[] {
  const nested = (node.Plans ?? []).flatMap((plan) => conditionsOn(index, plan));
  return node['Index Name'] === index ? [node['Index Cond'] ?? '', ...nested] : nested;
}

/** Returns the accesses of the generic plan of a statement. */
async function shapeOf(text: string): Promise<string[]> {
  return accesses(await planOf(text));
}

/**
 * Returns the generic plan of a statement. Prepares the statement, because PostgreSQL 15 has no EXPLAIN (GENERIC_PLAN).
 */
async function planOf(text: string): Promise<PlanNode> {
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
    return plan;
  } finally {
    await client.query('DEALLOCATE shaped');
  }
}

const FILTERS = {
  tsqueries: [lexemeQuery('o3')],
  years: { gte: 1950, lte: 1990 },
  runtime: { lte: 90 },
  watchStates: ['completed'],
  libraryIds: [EMPTY_LIBRARY],
};

it('the first count of the words of a library does not scan the lexicon once for each word', () => {
  expect(documents.lexiconScans).toHaveLength(4);
  expect(Math.max(...documents.lexiconScans)).toBeLessThan(20);
});

const ARTICLE_PREFIXES = [
  { key: 'title1', article: '' },
  { key: 'thetitle1', article: 'the ' },
];

describe(`at ${ROWS} rows no search statement scans a large table sequentially:`, () => {
  it.each<[string, Partial<RetrievalPlan>, Partial<SearchFilter>]>([
    ['titles', { titleKeys: ['title1'], prefix: ['title1', 'title2'] }, {}],
    ['titles with other articles', { articlePrefixes: ARTICLE_PREFIXES }, {}],
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
    ['common words, scanned', { ordered: [{ ...ORDERED, path: 'scanned' }] }, {}],
    [
      'common words, scanned in two libraries',
      { ordered: [{ ...ORDERED, libraries: [EMPTY_LIBRARY, OTHER_LIBRARY], path: 'scanned' }] },
      {},
    ],
    [
      'combined parts of a plan, filtered',
      {
        titleKeys: ['title1'],
        prefix: ['title1', 'title2'],
        articlePrefixes: ARTICLE_PREFIXES,
        selective: { ...SELECTIVE, alternatives: [[lexemeQuery('o9000')], [lexemeQuery('o3'), lexemeQuery('o5')]] },
        ordered: [{ ...ORDERED, path: 'sorted' }],
      },
      {
        tsquery: lexemeQuery('Kmovie'),
        yearFrom: 1950,
        yearTo: 1990,
        libraryIds: [EMPTY_LIBRARY],
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
    const retrieval = retrievalStatement({ ...EMPTY_PLAN, ...plan }, { ...NO_FILTER, ...filter }, SCOPE);
    const shape = await shapeOf(retrieval?.statement.text ?? '');
    expect(shape.join('\n')).not.toMatch(/Seq Scan/);
    expect(shape).toMatchSnapshot();
  });

  it('documents are found by rare words, not by library, for a caller who sees few libraries', async () => {
    const alternatives = [[lexemeQuery('o9000')], [lexemeQuery('o3'), lexemeQuery('o5')]];
    const plan = { ...EMPTY_PLAN, selective: { ...SELECTIVE, alternatives } };
    const filter = { ...NO_FILTER, tsquery: lexemeQuery('Kmovie') };
    const scope = { userId: NOBODY, libraryIds: [EMPTY_LIBRARY, OTHER_LIBRARY] };
    const shape = await shapeOf(retrievalStatement(plan, filter, scope)?.statement.text ?? '');
    expect(shape).toEqual([
      'Bitmap Heap Scan on intelligence_search_documents',
      'Bitmap Index Scan on intelligence_search_documents_lexemes_ix',
      'Bitmap Index Scan on intelligence_search_documents_lexemes_ix',
    ]);
  });

  it('titles with a prefix are read once, and not for each of 17 libraries, if one library is hidden', async () => {
    const libraryIds = Array.from({ length: 17 }, (_, index) => `00000000-0000-4000-8000-0000000000${10 + index}`);
    const plan = {
      ...EMPTY_PLAN,
      prefix: ['title1', 'title2'] as const,
      selective: { ...SELECTIVE, alternatives: [[lexemeQuery('o9000')]] },
    };
    const scope = { userId: NOBODY, libraryIds, hiddenIds: [OTHER_LIBRARY] };
    const retrieval = retrievalStatement(plan, NO_FILTER, scope);
    expect(retrieval?.values).toContain(`!'B${OTHER_LIBRARY}'`);
    expect((await shapeOf(retrieval?.statement.text ?? ''))[0]).toBe(
      'Index Scan on intelligence_search_documents_title_ix',
    );
  });

  it.each<[string, Partial<RetrievalPlan>]>([
    ['begin with a text', { prefix: ['title1', 'title2'] }],
    ['begin with another article before the text', { articlePrefixes: ARTICLE_PREFIXES }],
  ])('titles that %s, for a caller who sees few libraries', async (_, parts) => {
    const plan = { ...EMPTY_PLAN, ...parts };
    const retrieval = retrievalStatement(plan, NO_FILTER, { userId: NOBODY, libraryIds: [EMPTY_LIBRARY] });
    const shape = await shapeOf(retrieval?.statement.text ?? '');
    expect(shape).toEqual(['Index Scan on intelligence_search_documents_sorted_title_ix']);
  });

  it.each([
    ['counts', LEXICON_COUNTS.text],
    ['details', DETAILS.text],
    ['texts that ranking checks', CHECKED_TEXTS.text],
    ['facets of all matches', MATCH_FACETS.text],
    ['spellings', WORDS_BY_SPELLING_KEY.text],
    ['words that complete the last word', COMPLETIONS.text],
    ['words that are not counted yet', DOCUMENT_COUNTS.text],
  ])('%s', async (_, text) => {
    // A sequential scan of the small table of the lexicon state is allowed.
    const shape = (await shapeOf(text)).filter((access) => !access.includes('intelligence_lexicon_state'));
    expect(shape.join('\n')).not.toMatch(/Seq Scan/);
    expect(shape).toMatchSnapshot();
  });
});

describe(`at ${ROWS} rows no list scans a large table sequentially:`, () => {
  const cases = BROWSE_SORT_NAMES.flatMap((sort) =>
    (['ordered_scan', 'matches', 'watched'] as const)
      .filter((driver) => driver === 'ordered_scan' || sort !== 'last_watched')
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
    // A sequential scan of the small table of the lexicon state is allowed. PostgreSQL 15 and 18 read the facet values
    // in different ways.
    const ignored = /intelligence_lexicon_state|intelligence_facet_values/;
    const shape = (await shapeOf(text)).filter((access) => !ignored.test(access));
    expect(shape.join('\n')).not.toMatch(/Seq Scan/);
    expect(shape).toMatchSnapshot();
  });
});

describe(`at ${ROWS} documents and a tenth as many contexts, no statement for related items scans a table sequentially:`, () => {
  // Searches and lists forbid sequential scans. These statements do not.
  beforeAll(async () => {
    await fillContexts(client);
    await client.query('SET enable_seqscan = on');
  }, 120_000);

  it.each(MEDIA_KINDS)('an item of kind %s', async (kind) => {
    const shape = await shapeOf(RELATED_CANDIDATES[kind].text);
    expect(shape.join('\n')).not.toMatch(/Seq Scan/);
    expect(shape).toContain('Index Scan on intelligence_search_documents_title_ix');
    expect(shape).toMatchSnapshot();
  });

  it.each(MEDIA_KINDS)('an item of kind %s, for a caller who sees few libraries', async (kind) => {
    const plan = await planOf(CONFINED_CANDIDATES[kind].text);
    // With another index, the look-up would also read rows of hidden libraries.
    for (const index of ['media_context_library_facets_ix', 'search_documents_library_words_ix'])
      expect(conditionsOn(`intelligence_${index}`, plan)).toEqual([expect.stringMatching(/&&.*&&/)]);
    expect(accesses(plan).join('\n')).not.toMatch(/facets_ix\b(?<!library_facets_ix)|lexemes_ix/);
    expect(accesses(plan).join('\n')).not.toMatch(/Seq Scan/);
    expect(accesses(plan)).toMatchSnapshot();
  });
});

// Must be the last tests, because they delete the documents.
describe('at 30 documents, related items', () => {
  beforeAll(async () => {
    await client.query(
      `DELETE FROM intelligence_search_documents
        WHERE media_id NOT IN (SELECT media_id FROM intelligence_search_documents ORDER BY media_id LIMIT 30)`,
    );
    await client.query('VACUUM FULL ANALYZE intelligence_search_documents');
  }, 120_000);

  // PostgreSQL would prefer to compute the hashes of every document if the function were as cheap as most functions.
  it('are found by the index of hashes for a caller who sees few libraries', async () => {
    const shape = accesses(await planOf(CONFINED_CANDIDATES.movie.text));
    expect(shape).toContain('Bitmap Index Scan on intelligence_search_documents_library_words_ix');
  });
});
