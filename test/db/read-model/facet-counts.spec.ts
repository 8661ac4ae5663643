import fc from 'fast-check';
import type { DataSource, EntityManager } from 'typeorm';
import { FacetDeltas } from '../../../src/read-model/facets/facet-deltas';
import { FacetStore } from '../../../src/read-model/facets/facet.store';
import { DERIVATION } from '../../../src/read-model/media/media-deriver';
import { MediaContextStore } from '../../../src/read-model/media/media-context.store';
import type { MediaSource } from '../../../src/read-model/source/media-source';
import { type OpenDatabase, openTestDatabase } from '../../support/databases/test-database';

const LIBRARIES = ['aaaaaaaa-0000-4000-8000-000000000001', 'aaaaaaaa-0000-4000-8000-000000000002'];

/** The stored counts, with the columns of `RECOUNTED`. */
const STORED = `
  SELECT library_id::text, facet_kind, facet_key, label, item_count, sample_media_ids
    FROM intelligence_facet_values ORDER BY library_id, facet_kind, facet_key`;

const RECOUNTED = `
  WITH item AS (
    SELECT c.library_id, c.media_kind || ':' || c.media_id AS id, f->>'kind' AS kind, f->>'key' AS key, f->>'label' AS label
      FROM intelligence_media_context c CROSS JOIN json_array_elements(c.facets) AS f
     WHERE c.status = 'ready' AND c.available
       AND (c.media_kind IN ('movie', 'series') OR f->>'kind' = 'media_kind')
  )
  SELECT library_id::text, kind AS facet_kind, key COLLATE "C" AS facet_key,
         (array_agg(label ORDER BY id COLLATE "C"))[1] AS label, count(*)::int AS item_count,
         (array_agg(id ORDER BY id COLLATE "C"))[1:3] AS sample_media_ids
    FROM item GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`;

const STORED_TOTALS = `
  SELECT library_id::text, facet_kind, cardinality, value_total::int, missing_count FROM intelligence_facet_groups
   WHERE cardinality <> 0 OR value_total <> 0 OR missing_count <> 0 ORDER BY 1, 2`;

const RECOUNTED_TOTALS = `
  WITH kept AS (SELECT library_id::text, facet_kind, count(*)::int AS cardinality, sum(item_count)::int AS value_total
                  FROM intelligence_facet_values GROUP BY 1, 2),
  missing AS (
    SELECT c.library_id::text, split_part(k, ':', 1) AS facet_kind, count(*)::int AS missing_count
      FROM intelligence_media_context c
     CROSS JOIN unnest(c.facet_keys) AS k
     WHERE c.status = 'ready' AND c.available AND k LIKE '%:' GROUP BY 1, 2)
  SELECT library_id, facet_kind, coalesce(cardinality, 0) AS cardinality, coalesce(value_total, 0) AS value_total,
         coalesce(missing_count, 0) AS missing_count
    FROM kept FULL JOIN missing USING (library_id, facet_kind) ORDER BY 1, 2`;

/** The number of an item determines its kind, because an item never changes its kind. */
const KINDS = ['movie', 'series', 'episode'] as const;

interface ItemState {
  library: number;
  item: number;
  genres: string[];
  people: string[];
  year: number | null;
  available: boolean;
}

type Step =
  | { type: 'write'; items: ItemState[] }
  | { type: 'stale' | 'remove'; library: number; items: number[] }
  | { type: 'drop-library'; library: number };

const itemState: fc.Arbitrary<ItemState> = fc.record({
  library: fc.nat({ max: 1 }),
  item: fc.nat({ max: 7 }),
  genres: fc.uniqueArray(fc.constantFrom('Drama', 'drama', 'Comedy', 'Western'), { maxLength: 3 }),
  people: fc.uniqueArray(fc.constantFrom('Ada Lovelace', 'Buster Keaton', 'BUSTER KEATON'), { maxLength: 2 }),
  year: fc.option(fc.constantFrom(1925, 1931, 2001)),
  available: fc.boolean(),
});

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('write' as const),
      items: fc.array(itemState, { minLength: 1, maxLength: 6 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constantFrom('stale' as const, 'remove' as const),
      library: fc.nat({ max: 1 }),
      items: fc.uniqueArray(fc.nat({ max: 7 }), { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('drop-library' as const), library: fc.nat({ max: 1 }) }) },
);

describe('facet counts', () => {
  let open: OpenDatabase;
  let dataSource: DataSource;
  const contexts = new MediaContextStore();
  const facets = new FacetStore();

  beforeAll(async () => {
    open = await openTestDatabase();
    ({ dataSource } = open);
    await dataSource.query(
      `INSERT INTO libraries (library_id, name, library_kind) SELECT id, 'Library ' || id, 'movies' FROM unnest($1::uuid[]) id`,
      [LIBRARIES],
    );
  });

  afterAll(() => open.close());

  it('equal a recount of the served items after any sequence of writes, stale marks and removals', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        await dataSource.query(
          'TRUNCATE intelligence_media_context, intelligence_facet_values, intelligence_facet_groups',
        );
        for (const [index, change] of steps.entries()) {
          await dataSource.transaction((manager) => run(manager, change, index + 1));
          expect(await dataSource.query(STORED)).toEqual(await dataSource.query(RECOUNTED));
          expect(await dataSource.query(STORED_TOTALS)).toEqual(await dataSource.query(RECOUNTED_TOTALS));
        }
      }),
      { numRuns: 60 },
    );
  });

  async function run(manager: EntityManager, change: Step, revision: number): Promise<void> {
    if (change.type === 'drop-library') {
      const library = libraryOf(change.library);
      await contexts.removeLibrary(manager, library);
      await facets.removeLibrary(manager, library);
      return;
    }
    const deltas = new FacetDeltas();
    if (change.type === 'write') await write(manager, change.items, revision, deltas);
    else await withdraw(manager, change, deltas);
    await facets.apply(manager, deltas);
  }

  async function write(
    manager: EntityManager,
    items: ItemState[],
    revision: number,
    deltas: FacetDeltas,
  ): Promise<void> {
    const latest = new Map(items.map((item) => [`${item.library}/${item.item}`, item]));
    for (const library of [0, 1]) {
      const rows = [...latest.values()]
        .filter((item) => item.library === library)
        .map((item) => DERIVATION.derive(toSource(item)).context);
      const previous = await contexts.readPrevious(
        manager,
        libraryOf(library),
        rows.map((row) => row.media_id),
      );
      await contexts.writeRows(manager, rows, revision, previous);
      for (const row of rows) {
        const before = previous.get(row.media_id);
        deltas.replace(before?.served ? before : null, row.available ? row : null);
      }
    }
  }

  async function withdraw(
    manager: EntityManager,
    change: { type: 'stale' | 'remove'; library: number; items: number[] },
    deltas: FacetDeltas,
  ): Promise<void> {
    const library = libraryOf(change.library);
    const ids = change.items.map((item) => mediaUuid(change.library, item));
    if (change.type === 'stale') {
      for (const row of await contexts.markStale(manager, library, ids)) deltas.replace(row, null);
      return;
    }
    const previous = await contexts.readPrevious(manager, library, ids);
    for (const row of previous.values()) deltas.replace(row.served ? row : null, null);
    await contexts.remove(manager, library, ids);
  }
});

function libraryOf(index: number): string {
  return LIBRARIES[index] ?? '';
}

function mediaUuid(library: number, item: number): string {
  return `bbbbbbbb-0000-4000-8000-0000000000${library}${item}`;
}

function toSource(item: ItemState): MediaSource {
  return {
    library_id: libraryOf(item.library),
    media_id: mediaUuid(item.library, item.item),
    media_kind: KINDS[item.item % KINDS.length] ?? 'movie',
    series_id: null,
    season_id: null,
    season_number: null,
    episode_number: null,
    absolute_number: null,
    title: `Title ${item.item}`,
    original_title: null,
    sort_title: null,
    aliases: [],
    year: item.year,
    release_date: null,
    runtime_minutes: null,
    overview: null,
    tagline: null,
    genres: item.genres,
    keywords: [],
    people: item.people.map((name) => ({ name, role: 'actor' as const })),
    studios: [],
    countries: [],
    original_language: null,
    content_rating: null,
    collection: null,
    popularity: null,
    provider_related: [],
    external_ids: {},
    available: item.available,
    content_hash: 'hash',
    series: null,
  };
}
