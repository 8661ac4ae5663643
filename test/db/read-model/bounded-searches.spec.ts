import { Client } from 'pg';
import type { BrowseSelection } from '../../../src/candidates/browse/browse-conditions';
import type { BrowsedRow } from '../../../src/candidates/browse/browsed-rows';
import { BROWSE_SORT_NAMES } from '../../../src/candidates/browse/browse-sorts';
import { SCAN_MAX } from '../../../src/candidates/browse/browse-plan';
import { browseStatement } from '../../../src/candidates/browse/browse-statement.sql';
import { DocumentsRepository } from '../../../src/candidates/documents.repository';
import { LEXICON_COUNTS } from '../../../src/candidates/retrieval/candidates.sql';
import { retrievalStatement } from '../../../src/candidates/retrieval/retrieval.sql';
import { planRetrieval } from '../../../src/candidates/retrieval/plan/plan-retrieval';
import {
  ARTICLE_PREFIX_MAX,
  EXACT_MAX,
  PREFIX_MAX,
  VIA_ARTICLE_PREFIX,
  VIA_CUT_SCAN,
} from '../../../src/candidates/retrieval/retrieval-parts';
import {
  EMPTY_PLAN,
  ORDERED_TITLES,
  ORDERED_WORDS,
  type RetrievalPlan,
  SELECTIVE_MAX,
} from '../../../src/candidates/retrieval/retrieval-plan';
import { toSearchFilter } from '../../../src/candidates/query/search-filter';
import { toSearchQuery } from '../../../src/candidates/query/query-parser';
import { weighWords } from '../../../src/candidates/query/weights/term-weights';
import { allOf, lexemeQuery } from '../../../src/search/tsquery';
import {
  createSearchDocuments,
  EMPTY_LIBRARY,
  LIST_SCOPE,
  listOf,
  NO_FILTER,
  NOBODY,
  ORDERED,
  SCOPE,
  scopeOf,
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

describe('a list', () => {
  type ListRow = Pick<BrowsedRow, 'key' | 'id'> & { resume_key: number | null; resume_id: string | null };

  async function list(selection: Partial<BrowseSelection>): Promise<ListRow[]> {
    const { rows: libraries } = await client.query<{ library_id: string }>('SELECT library_id FROM libraries');
    const kindCounts = libraries.map(({ library_id }) => ({
      library_id,
      media_kind: 'movie' as const,
      documents: 18_000,
    }));
    const { statement, values } = browseStatement(listOf({ kindCounts, ...selection }), LIST_SCOPE);
    return (await client.query<ListRow>({ text: statement.text, values })).rows;
  }

  it.each(BROWSE_SORT_NAMES.filter((sort) => sort !== 'last_watched'))(
    'has the same rows with an ordered scan and with the index of lexemes, sorted by %s',
    async (sort) => {
      const tsqueries = [lexemeQuery('o40'), lexemeQuery('y1960')];
      const [scanned, matched] = [[] as string[], [] as string[]];
      for (const [driver, ids] of [
        ['ordered_scan', scanned],
        ['matches', matched],
      ] as const) {
        let after: BrowseSelection['after'] = null;
        for (let pages = 0; pages < 60; pages += 1) {
          const rows: ListRow[] = await list({ sort, driver, tsqueries, after });
          const items = rows.filter(({ id }) => id !== null);
          ids.push(...items.map(({ id }) => id));
          const [first] = rows;
          const last = items.at(-1);
          // `listOf` asks for 11 rows.
          if (items.length === 11 && last !== undefined) after = [last.key, last.id];
          else if (first?.resume_id != null) after = [first.resume_key ?? 0, first.resume_id];
          else break;
        }
      }
      expect(scanned.length).toBeGreaterThan(3);
      expect(scanned).toEqual(matched);
    },
  );

  it('stops its ordered scan at the row limit, and returns the position of the scan', async () => {
    const [row, ...more] = await list({ sort: 'title', tsqueries: [lexemeQuery('nowhere')] });
    // The only row has no id, and contains the position from which the next page continues.
    expect([row?.id, more]).toEqual([null, []]);
    const { rows } = await client.query<{ media_id: string }>(
      `SELECT media_id FROM intelligence_search_documents ORDER BY title_key, media_id OFFSET ${SCAN_MAX - 1} LIMIT 1`,
    );
    expect(row?.resume_id).toBe(rows[0]?.media_id);
  });
});

describe('a search', () => {
  async function retrieve(text: string): Promise<{ rows: number; path: string[] }> {
    const query = toSearchQuery(text, undefined);
    const lexemes = query.words.flatMap((word) => [`t${word.lexeme}`, `o${word.lexeme}`]);
    const { rows } = await client.query<{ what: string; lexeme: string; documents: number }>({
      text: LEXICON_COUNTS.text,
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
    const result = await client.query({ text: retrieval?.statement.text ?? '', values: retrieval?.values ?? [] });
    return { rows: result.rowCount ?? 0, path: plan.ordered.map(({ path }) => path) };
  }

  it('returns at most the sum of the row limits of its parts, for rare and for common words', async () => {
    const limits = [EXACT_MAX, PREFIX_MAX, ARTICLE_PREFIX_MAX, SELECTIVE_MAX, ORDERED_TITLES, ORDERED_WORDS];
    // Each part returns one row above its limit to show that there are more. The limit of ids is absent, because none
    // of the texts is an id.
    const rowsMax = limits.reduce((sum, limit) => sum + limit + 1, 0);
    for (const text of ['film', '1', '2 3', '15', '700', '9000 12000', '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16']) {
      const { rows } = await retrieve(text);
      expect([text, rows > 0]).toEqual([text, true]);
      expect(rows).toBeLessThanOrEqual(rowsMax);
    }
  });

  it.each([
    ['an administrator', SCOPE],
    ['a caller who sees few libraries', { userId: NOBODY, libraryIds: [EMPTY_LIBRARY] }],
  ])('finds "The Other World" by "other" among many titles that begin with "Another", for %s', async (_, scope) => {
    await client.query('BEGIN');
    try {
      await client.query(
        `INSERT INTO intelligence_search_documents
                (library_id, media_id, media_kind, available, status, year, prominence, title_key, titles, profile,
                 lexemes, revision)
         SELECT $1::uuid, md5('another' || i)::uuid, 'movie', true, 'ready', 2000, 0.1,
                CASE i WHEN 0 THEN 'theotherworld' ELSE 'another' || i END,
                CASE i WHEN 0 THEN 'the other world' ELSE 'another ' || i END, 'AA', array_to_tsvector(ARRAY['K']), 1
           FROM generate_series(0, 2000) AS i`,
        [EMPTY_LIBRARY],
      );
      const { articlePrefixes } = planRetrieval(
        toSearchQuery('other', undefined),
        [],
        { total: 0, documents: new Map(), libraries: [], nearSpellings: [] },
        NO_FILTER,
      );
      const retrieval = retrievalStatement({ ...EMPTY_PLAN, articlePrefixes }, NO_FILTER, scope);
      const { rows } = await client.query<{ titles: string; via: number }>({
        text: retrieval?.statement.text ?? '',
        values: retrieval?.values ?? [],
      });
      const found = rows.filter(({ via }) => via === VIA_ARTICLE_PREFIX);
      expect(found.map(({ titles }) => titles)).toEqual(['the other world']);
      // Titles are read by compact key, which has no spaces: the key of "an other" also begins the titles with
      // "another". These are more titles than the limit, which the row with VIA_CUT_SCAN shows.
      expect(rows.map(({ via }) => via).sort()).toEqual([VIA_ARTICLE_PREFIX, VIA_CUT_SCAN]);
      expect(retrieval?.cutThresholds.get(VIA_CUT_SCAN)).toBe(0);
    } finally {
      await client.query('ROLLBACK');
    }
  });

  it('finds the most prominent documents if a selective part hits its row limit', async () => {
    // Each document with the word also has the genre, so there are more matches than a plan expects.
    const tsquery = allOf([lexemeQuery('oattract'), lexemeQuery('Gattraction')]);
    await client.query('BEGIN');
    try {
      // The most prominent documents are inserted last: a look-up without order finds them last.
      await client.query(
        `INSERT INTO intelligence_search_documents
                (library_id, media_id, media_kind, available, status, year, prominence, title_key, titles, profile,
                 lexemes, revision)
         SELECT $1::uuid, md5('attracted' || i)::uuid, 'movie', true, 'ready', 2000, i / 3000.0, 'a' || i, 'a ' || i,
                'AA', array_to_tsvector(ARRAY['oattract', 'Gattraction', 'x' || i % 300]), 1
           FROM generate_series(1, 3000) AS i`,
        [EMPTY_LIBRARY],
      );
      const plan: RetrievalPlan = {
        ...EMPTY_PLAN,
        selective: { ...SELECTIVE, alternatives: [[tsquery]], titles: allOf([tsquery, lexemeQuery('x1')]) },
      };
      const { rows, isCut } = await new DocumentsRepository().listRows(scopeOf(client), plan, NO_FILTER);
      const returnedIds = new Set(rows.map(({ media_id }) => media_id));
      // The 1,000 most prominent matches, and the matches of `titles`.
      const { rows: expected } = await client.query<{ media_id: string }>(
        `SELECT md5('attracted' || i)::uuid AS media_id FROM generate_series(1, 3000) AS i
          WHERE i > 2000 OR i % 300 = 1`,
      );
      expect(expected.filter(({ media_id }) => !returnedIds.has(media_id))).toEqual([]);
      // The selective part, and two ordered parts of the second statement, each with one row above its limit.
      expect(rows.length).toBeLessThanOrEqual(SELECTIVE_MAX + 1 + ORDERED_WORDS + 1 + ORDERED_TITLES + 1);
      expect(isCut).toBe(true);
    } finally {
      await client.query('ROLLBACK');
    }
  });

  it('counts only documents of visible libraries towards the row limit of an ordered scan', async () => {
    const { rows: libraries } = await client.query<{ library_id: string }>(
      'SELECT library_id FROM libraries ORDER BY library_id',
    );
    const visible = libraries.slice(0, 2).map(({ library_id }) => library_id);
    const scanned = { ...ORDERED, tsqueries: [lexemeQuery('tfilm')], path: 'scanned' as const, scanMax: 1_000 };
    const retrieval = retrievalStatement({ ...EMPTY_PLAN, ordered: [{ ...scanned, libraries: visible }] }, NO_FILTER, {
      userId: NOBODY,
      libraryIds: visible,
    });
    const { rows } = await client.query<{ media_id: string }>(retrieval?.statement.text ?? '', retrieval?.values ?? []);
    const { rows: expected } = await client.query<{ media_id: string }>(
      `SELECT media_id FROM intelligence_search_documents WHERE library_id = ANY($1::uuid[])
        ORDER BY prominence DESC, media_id LIMIT 1000`,
      [visible],
    );
    expect(rows.map(({ media_id }) => media_id)).toEqual(expected.map(({ media_id }) => media_id));
  });

  it('scans in order of prominence for very common words, and sorts the matches of rarer words', async () => {
    expect((await retrieve('film')).path).toEqual(['scanned']);
    expect((await retrieve('80')).path).toContain('sorted');
  });
});
