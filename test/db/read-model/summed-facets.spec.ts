import fc from 'fast-check';
import { Client } from 'pg';
import type { SummedRow } from '../../../src/overview/summed-facets';
import { SUMMED_FACET_VALUES } from '../../../src/overview/overview.sql';
import { type OpenDatabase, openTestDatabase } from '../../support/databases/test-database';

const KINDS = ['genre', 'person'];
const uuid = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

/** The count of one value in one library. */
interface Count {
  readonly library: number;
  readonly kind: string;
  readonly key: string;
  readonly count: number;
}

let open: OpenDatabase;
let client: Client;

beforeAll(async () => {
  open = await openTestDatabase();
  client = new Client({ connectionString: open.database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await open.close();
});

/** Replaces the stored counts by `counts`. Each count has one sample. */
async function store(libraries: number, counts: readonly Count[]): Promise<void> {
  await client.query('TRUNCATE libraries, intelligence_facet_values, intelligence_facet_groups CASCADE');
  await client.query(
    `INSERT INTO libraries (library_id, name, library_kind) SELECT id, id::text, 'movies' FROM unnest($1::uuid[]) AS id`,
    [Array.from({ length: libraries }, (_, index) => uuid(index))],
  );
  await client.query(
    `INSERT INTO intelligence_facet_values (library_id, facet_kind, facet_key, label, item_count, sample_media_ids)
     SELECT id, kind, key, 'Label ' || key, count, ARRAY['movie:' || id]
       FROM unnest($1::uuid[], $2::text[], $3::text[], $4::integer[]) AS c(id, kind, key, count)`,
    [
      counts.map(({ library }) => uuid(library)),
      counts.map(({ kind }) => kind),
      counts.map(({ key }) => key),
      counts.map(({ count }) => count),
    ],
  );
  await client.query(
    `INSERT INTO intelligence_facet_groups (library_id, facet_kind, cardinality, value_total, missing_count)
     SELECT l.library_id, kind, count(v.*), coalesce(sum(v.item_count), 0), 1
       FROM libraries l CROSS JOIN unnest($1::text[]) AS kind
       LEFT JOIN intelligence_facet_values v ON v.library_id = l.library_id AND v.facet_kind = kind
      GROUP BY l.library_id, kind`,
    [KINDS],
  );
}

/** Returns the expected rows. Sums each value separately. */
function sumPlainly(libraries: number, counts: readonly Count[], limit: number): SummedRow[] {
  return KINDS.flatMap((facet_kind): unknown[] => {
    const ofKind = counts.filter(({ kind, library }) => kind === facet_kind && library < libraries);
    const keys = [...new Set(ofKind.map(({ key }) => key))];
    const values = keys.map((facet_key) => {
      const ofKey = ofKind.filter(({ key }) => key === facet_key);
      const sample_media_ids = ofKey.map(({ library }) => `movie:${uuid(library)}`).toSorted();
      const item_count = ofKey.reduce((sum, { count }) => sum + count, 0);
      return { facet_key, item_count, label: `Label ${facet_key}`, sample_media_ids: sample_media_ids.slice(0, 3) };
    });
    values.sort((a, b) => b.item_count - a.item_count || (a.facet_key < b.facet_key ? -1 : 1));
    const value_total = ofKind.reduce((sum, { count }) => sum + count, 0);
    const totals = { facet_kind, value_total, missing_count: libraries, cardinality: keys.length };
    if (values.length === 0)
      return [{ ...totals, facet_key: null, item_count: null, label: null, sample_media_ids: null }];
    return values.slice(0, limit).map((value) => ({ ...totals, ...value }));
  }) as SummedRow[];
}

const count = fc.record({
  kind: fc.constantFrom(...KINDS),
  key: fc.integer({ min: 0, max: 30 }).map((index) => `key ${index}`),
  count: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 100 })),
});

describe('facets summed over several libraries', () => {
  // For at most 32 libraries, the statement does not sum values whose counts are too low for the result.
  it.each([2, 5, 40])('are the plain sums of %d libraries', async (libraries) => {
    const counts = fc.uniqueArray(fc.record({ library: fc.integer({ min: 0, max: libraries }), count }), {
      selector: ({ library, count: { kind, key } }) => `${library}/${kind}/${key}`,
      maxLength: 150,
      size: 'max',
    });
    await fc.assert(
      fc.asyncProperty(counts, fc.integer({ min: 1, max: 12 }), async (drawn, limit) => {
        const stored = drawn.map(({ library, count: valueCount }) => ({ library, ...valueCount }));
        // The statement sums all libraries except the last one.
        await store(libraries + 1, stored);
        const ids = Array.from({ length: libraries }, (_, index) => uuid(index));
        const { rows } = await client.query({ text: SUMMED_FACET_VALUES.text, values: [ids, KINDS, limit] });
        expect(rows).toEqual(sumPlainly(libraries, stored, limit));
      }),
      { numRuns: 40 },
    );
  });
});
