import { createHash } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { tryLockLibrary } from '../../../src/database/locks/library-lock';
import { countSlotOf } from '../../../src/read-model/artifacts/artifact-counts';
import { ArtifactDrift } from '../../../src/read-model/artifacts/artifact-drift';
import { watchStateHashOf } from '../../../src/read-model/artifacts/watch-state.sql';
import { WATCHED_SQL } from '../../../src/read-model/refresh/artifact-comparison';
import { ORPHANED_ARTIFACTS_SQL } from '../../../src/read-model/refresh/drift.sql';
import { type Drift, Reconciler } from '../../../src/read-model/refresh/reconciler';
import { type CatalogFixture, openCatalog } from '../../support/catalog/catalog-fixture';
import {
  episode,
  episodeId,
  library,
  libraryId,
  movie,
  movieId,
  season,
  series,
  seriesId,
  watched,
} from '../../support/catalog/catalog-records';
import { LibraryLockHolder } from '../../support/databases/library-lock-holder';
import { withConnection } from '../../support/databases/sql';
import { eventually } from '../../support/eventually';

/** Hash of the state, position and duration of a watch state that `watched` returns. */
const WATCH_STATE_HASH = createHash('sha256').update('in_progress 60 600').digest('hex');

const NO_DRIFT: Drift = {
  missing: 0,
  outdated: 0,
  orphaned: 0,
  unqueued: 0,
  facet_values: 0,
  facet_totals: 0,
  artifacts: 0,
  artifact_counts: 0,
};

let catalog: CatalogFixture;
let dataSource: DataSource;
let reconciler: Reconciler;

beforeAll(async () => {
  catalog = await openCatalog();
  ({ dataSource } = catalog);
  reconciler = catalog.module.get(Reconciler);
});
afterAll(() => catalog.close());

beforeEach(async () => {
  await catalog.clear();
  await dataSource.query('TRUNCATE intelligence_artifacts, intelligence_artifact_counts CASCADE');
  await catalog.importLines([
    library(1),
    library(2, { library_kind: 'series' }),
    movie(1, { genres: ['Drama', 'Comedy'], year: 1925, people: [{ name: 'Ada', role: 'actor' }] }),
    movie(2, { genres: ['Drama'], overview: 'A man crosses a river.' }),
    movie(3, { genres: ['Western'], available: false }),
    series(1, { library_id: libraryId(2), genres: ['Drama'] }),
    season(1, 1),
    episode(1, 1, 1),
    episode(2, 1, 1, { title: 'The river' }),
  ]);
});

function idOf(mediaId: string): string {
  return mediaId.slice(mediaId.indexOf(':') + 1);
}

/** Stores an artifact about an item that is derived from the current state of the item. */
async function storeArtifact(mediaUuid: string): Promise<void> {
  const artifactId = '77777777-0000-4000-8000-000000000001';
  const owner = '00000000-0000-0000-0000-000000000000';
  await dataSource.query(
    `INSERT INTO intelligence_artifacts (partition_id, owner_key, artifact_id, library_id, media_id, kind, status, title,
                                         summary, content_hash, request_hash)
     VALUES ($1, $2, $3, $1, $4, 'summary', 'active', 'About it', '', 'content', 'request')`,
    [libraryId(1), owner, artifactId, mediaUuid],
  );
  await dataSource.query(
    `INSERT INTO intelligence_artifact_sources (partition_id, owner_key, artifact_id, position, source_kind,
                                                source_partition_id, source_id, source_hash, created_at)
     SELECT $1, $2, $3, 0, 'media', $1, $4, source_hash, now()
       FROM intelligence_media_context WHERE media_id = $4`,
    [libraryId(1), owner, artifactId, mediaUuid],
  );
  await dataSource.query(
    `INSERT INTO intelligence_artifact_counts (partition_id, owner_key, slot, active_count)
     VALUES ($1, $2, ${countSlotOf('$3')}, 1)`,
    [libraryId(1), owner, artifactId],
  );
}

async function statusOfArtifact(): Promise<string | undefined> {
  const [row] = await dataSource.query<{ status: string }[]>('SELECT status FROM intelligence_artifacts');
  return row?.status;
}

/** Faults with the expected result of a comparison. */
const FAULTS: readonly { what: string; sql: string; drift: Partial<Drift> }[] = [
  {
    what: 'a missing context row',
    sql: `DELETE FROM intelligence_media_context WHERE media_id = '${idOf(movieId(1))}'`,
    drift: { missing: 1 },
  },
  {
    what: 'a missing search document',
    sql: `DELETE FROM intelligence_search_documents WHERE media_id = '${idOf(movieId(2))}'`,
    drift: { missing: 1 },
  },
  {
    what: 'rows of an earlier state of the item',
    sql: `UPDATE media_items SET title = 'Changed without the service', content_hash = 'other'
           WHERE media_id = '${idOf(movieId(2))}'`,
    drift: { outdated: 1 },
  },
  {
    what: 'seasons and episodes that were derived from earlier fields of their series',
    sql: `UPDATE intelligence_media_context SET inherited_hash = 'other' WHERE media_id = '${idOf(seriesId(1))}'`,
    drift: { outdated: 3 },
  },
  {
    what: 'outdated availability',
    sql: `UPDATE media_items SET available = true WHERE media_id = '${idOf(movieId(3))}'`,
    drift: { outdated: 1 },
  },
  {
    what: 'a row with an earlier revision and another hash than its item',
    sql: `UPDATE intelligence_media_context SET revision = 0, source_hash = 'other' WHERE media_id = '${idOf(movieId(2))}'`,
    drift: { outdated: 1 },
  },
  {
    what: 'stale rows that are not queued',
    sql: `UPDATE intelligence_media_context SET status = 'stale' WHERE media_id = '${idOf(movieId(2))}'`,
    drift: { unqueued: 1 },
  },
  {
    what: 'a context row of a missing item',
    sql: `DELETE FROM media_items WHERE media_id = '${idOf(movieId(1))}'`,
    drift: { orphaned: 1 },
  },
  {
    what: 'a search document of a nonexistent item and library',
    sql: `INSERT INTO intelligence_search_documents
          SELECT (jsonb_populate_record(d, jsonb_build_object('library_id', '${libraryId(8)}',
                    'media_id', '${idOf(movieId(8))}'))).*
            FROM intelligence_search_documents d WHERE media_id = '${idOf(movieId(1))}'`,
    drift: { orphaned: 1 },
  },
  {
    what: 'wrong facet counts of one library',
    sql: `UPDATE intelligence_facet_values SET item_count = item_count + 3
           WHERE library_id = '${libraryId(1)}' AND facet_kind = 'genre'`,
    drift: { facet_values: 2 },
  },
  {
    what: 'a wrong sample of items with a facet value',
    sql: `UPDATE intelligence_facet_values SET sample_media_ids = '{movie:nobody}'
           WHERE library_id = '${libraryId(1)}' AND facet_kind = 'media_kind'`,
    drift: { facet_values: 1 },
  },
  {
    what: 'wrong facet totals of a library',
    sql: `UPDATE intelligence_facet_groups SET missing_count = missing_count + 1, value_total = 99
           WHERE library_id = '${libraryId(2)}' AND facet_kind = 'genre'`,
    drift: { facet_totals: 1 },
  },
  {
    what: 'facet totals of a nonexistent library',
    sql: `INSERT INTO intelligence_facet_groups (library_id, facet_kind, cardinality, value_total, missing_count)
          VALUES ('${libraryId(8)}', 'genre', 0, 0, 4)`,
    drift: { facet_totals: 1 },
  },
];

/** Stores one artifact in each of the libraries, which do not exist. */
async function storeOrphans(libraries: readonly number[]): Promise<void> {
  await dataSource.query(
    `INSERT INTO intelligence_artifacts (partition_id, owner_key, artifact_id, library_id, kind, status, title, summary,
                                         content_hash, request_hash)
     SELECT id, '00000000-0000-0000-0000-000000000000', gen_random_uuid(), id, 'summary', 'active', 'Orphan', '',
            'content', 'request' FROM unnest($1::uuid[]) AS id`,
    [libraries.map(libraryId)],
  );
}

describe('reconciliation', () => {
  it('finds nothing after imports and removals, even while stale rows are queued', async () => {
    await catalog.importLines([series(1, { library_id: libraryId(2), title: 'Renamed' })]);
    // A queued stale row is not drift, because it is not served.
    expect((await reconciler.compare()).drift).toEqual(NO_DRIFT);
    await catalog.importLines([{ type: 'delete', media_id: movieId(1) }]);
    expect(await reconciler.reconcile()).toEqual({ drift: NO_DRIFT, total: 0 });
  });

  it('compares hashes of rows, not revisions', async () => {
    await dataSource.query('UPDATE media_items SET revision = revision + 1');
    expect((await reconciler.compare()).drift).toEqual(NO_DRIFT);
  });

  it.each(FAULTS)('finds and repairs $what', async ({ sql, drift }) => {
    const correct = await catalog.dump();
    await dataSource.query(sql);
    const report = await reconciler.compare();
    expect(report.drift).toMatchObject(drift);
    // A comparison repairs nothing.
    expect(await reconciler.compare()).toEqual(report);
    expect((await reconciler.reconcile())?.total).toBeGreaterThan(0);
    expect(await reconciler.compare()).toEqual({ drift: NO_DRIFT, total: 0 });
    // A fault in `media_items` changes the catalog, and the repaired read model agrees with the changed catalog.
    if (!sql.includes('media_items')) expect(await catalog.dump()).toEqual(correct);
  });

  it('rebuilds an emptied read model with the same rows that the writers had stored', async () => {
    await catalog.importLines([
      series(1, { library_id: libraryId(2), title: 'Renamed', genres: ['Comedy'] }),
      movie(1, { title: 'Another', genres: ['Western'] }),
      { type: 'delete', media_id: movieId(2) },
    ]);
    const before = await catalog.dump();
    await dataSource.query(
      `TRUNCATE intelligence_media_context, intelligence_search_documents, intelligence_facet_values,
                intelligence_facet_groups, intelligence_dirty_keys`,
    );
    // All items that are left: movies 1 and 3, the series, its season and its episodes.
    expect((await reconciler.reconcile())?.drift.missing).toBe(6);
    expect(await catalog.dump()).toEqual(before);
  });

  it('marks an artifact as stale only if its source item has changed', async () => {
    await storeArtifact(idOf(movieId(1)));
    expect((await reconciler.reconcile())?.drift).toEqual(NO_DRIFT);
    expect(await statusOfArtifact()).toBe('active');
    await dataSource.query(`UPDATE intelligence_artifact_sources SET source_hash = 'other'`);
    expect((await reconciler.reconcile())?.drift).toEqual({ ...NO_DRIFT, artifacts: 1 });
    expect(await statusOfArtifact()).toBe('stale');
    expect((await reconciler.compare()).drift).toEqual(NO_DRIFT);
  });

  it('marks an artifact as stale only if its source watch state has changed', async () => {
    await catalog.importLines([watched('alice', movieId(1)), watched('bob', movieId(1))]);
    await storeArtifact(idOf(movieId(1)));
    await dataSource.query(
      `UPDATE intelligence_artifact_sources
          SET source_kind = 'watch_state', source_hash = $1,
              source_owner_key = (SELECT user_id FROM users WHERE username_key = 'alice')`,
      [WATCH_STATE_HASH],
    );
    const rewind = (user: string): Promise<unknown> =>
      dataSource.query(
        `UPDATE watch_states SET position_seconds = 1
          WHERE user_id = (SELECT user_id FROM users WHERE username_key = $1)`,
        [user],
      );
    await rewind('bob');
    expect((await reconciler.reconcile())?.drift).toEqual(NO_DRIFT);
    expect(await statusOfArtifact()).toBe('active');
    await rewind('alice');
    expect((await reconciler.reconcile())?.drift).toEqual({ ...NO_DRIFT, artifacts: 1 });
    expect(await statusOfArtifact()).toBe('stale');
    expect((await reconciler.compare()).drift).toEqual(NO_DRIFT);
  });

  it('marks an artifact from the watch state of a series as stale if the series has lost an episode', async () => {
    await catalog.importLines([watched('alice', episodeId(1))]);
    await storeArtifact(idOf(movieId(1)));
    await dataSource.query(
      `UPDATE intelligence_artifact_sources s
          SET source_kind = 'watch_state', source_partition_id = $1, source_id = $2, source_owner_key = u.user_id,
              source_hash = ${watchStateHashOf('$1::uuid', 'u.user_id', '$2::uuid')}
         FROM users u WHERE u.username_key = 'alice'`,
      [libraryId(2), idOf(seriesId(1))],
    );
    expect((await reconciler.reconcile())?.drift).toEqual(NO_DRIFT);
    expect(await statusOfArtifact()).toBe('active');
    await dataSource.query('UPDATE media_items SET available = false WHERE media_id = $1', [idOf(episodeId(2))]);
    expect((await reconciler.reconcile())?.drift).toMatchObject({ outdated: 1, artifacts: 1 });
    expect(await statusOfArtifact()).toBe('stale');
    expect((await reconciler.compare()).drift).toEqual(NO_DRIFT);
  });

  it('does not mark an artifact as stale if it is derived again during the comparison', async () => {
    await catalog.importLines([watched('alice', movieId(1))]);
    await storeArtifact(idOf(movieId(1)));
    await dataSource.query(
      `UPDATE intelligence_artifact_sources
          SET source_kind = 'watch_state', source_hash = 'earlier',
              source_owner_key = (SELECT user_id FROM users WHERE username_key = 'alice')`,
    );
    const query = dataSource.manager.query.bind(dataSource.manager);
    const spy = jest.spyOn(dataSource.manager, 'query').mockImplementation(async (sql, parameters) => {
      const rows: unknown = await query(sql, parameters);
      // Derives the artifact again after the comparison has read it.
      if (sql === WATCHED_SQL) {
        await query('UPDATE intelligence_artifact_sources SET source_hash = $1', [WATCH_STATE_HASH]);
      }
      return rows;
    });
    try {
      expect((await reconciler.reconcile())?.drift).toEqual(NO_DRIFT);
    } finally {
      spy.mockRestore();
    }
    expect(await statusOfArtifact()).toBe('active');
  });

  it('invalidates artifacts of deleted items', async () => {
    await storeArtifact(idOf(movieId(1)));
    // The artifact is then only about the item, and not derived from it.
    await dataSource.query('DELETE FROM intelligence_artifact_sources');
    await dataSource.query('DELETE FROM media_items WHERE media_id = $1', [idOf(movieId(1))]);
    expect((await reconciler.reconcile())?.drift).toMatchObject({ orphaned: 1, artifacts: 1 });
    expect(await statusOfArtifact()).toBe('invalidated');
    expect((await reconciler.compare()).drift).toEqual(NO_DRIFT);
  });

  it('counts an artifact only once if it is about a removed item and derived from it', async () => {
    await storeArtifact(idOf(movieId(1)));
    await dataSource.query('DELETE FROM media_items WHERE media_id = $1', [idOf(movieId(1))]);
    expect((await reconciler.compare()).drift).toMatchObject({ orphaned: 1, artifacts: 1 });
    await reconciler.reconcile();
    expect(await statusOfArtifact()).toBe('invalidated');
    expect((await reconciler.compare()).drift).toEqual(NO_DRIFT);
  });

  it('keeps an artifact whose item is imported again during the comparison', async () => {
    await storeArtifact(idOf(movieId(1)));
    // The artifact is then only about the item, and not derived from it.
    await dataSource.query('DELETE FROM intelligence_artifact_sources');
    await dataSource.query('DELETE FROM media_items WHERE media_id = $1', [idOf(movieId(1))]);
    const query = dataSource.query.bind(dataSource);
    const spy = jest.spyOn(dataSource, 'query').mockImplementation(async (sql, parameters) => {
      const rows: unknown = await query(sql, parameters);
      if (sql === ORPHANED_ARTIFACTS_SQL) await catalog.importLines([movie(1)]);
      return rows;
    });
    try {
      expect((await reconciler.reconcile())?.drift).toMatchObject({ orphaned: 1, artifacts: 0 });
    } finally {
      spy.mockRestore();
    }
    expect(await statusOfArtifact()).toBe('active');
  });

  it('does not run forever if artifacts of several libraries are invalidated during the comparison', async () => {
    await storeOrphans([6, 7, 8, 9]);
    const query = dataSource.query.bind(dataSource);
    const spy = jest.spyOn(dataSource, 'query').mockImplementation(async (sql, parameters) => {
      const rows: unknown = await query(sql, parameters);
      if (sql === ORPHANED_ARTIFACTS_SQL) await query(`UPDATE intelligence_artifacts SET status = 'invalidated'`);
      return rows;
    });
    try {
      expect(await catalog.module.get(ArtifactDrift).compareOrphans(true)).toBe(0);
    } finally {
      spy.mockRestore();
    }
  });

  it.each([
    [8, 9],
    [9, 8],
  ])('does not lock another library while it waits for library %i', async (busy, other) => {
    await storeOrphans([busy, other]);
    const holder = await LibraryLockHolder.lock(catalog.database.url, libraryId(busy));
    const count = catalog.module.get(ArtifactDrift).compareOrphans(false);
    try {
      await eventually(async () => (await holder.countWaiting()) === 1);
      expect(await dataSource.transaction((manager) => tryLockLibrary(manager, libraryId(other)))).toBe(true);
    } finally {
      await holder.release();
    }
    expect(await count).toBe(2);
  });

  it('corrects a wrong or missing count of artifacts', async () => {
    await storeArtifact(idOf(movieId(1)));
    await dataSource.query('UPDATE intelligence_artifact_counts SET active_count = 5');
    expect((await reconciler.reconcile())?.drift).toEqual({ ...NO_DRIFT, artifact_counts: 1 });
    expect((await reconciler.compare()).drift).toEqual(NO_DRIFT);
    await dataSource.query('DELETE FROM intelligence_artifact_counts');
    expect((await reconciler.reconcile())?.drift).toEqual({ ...NO_DRIFT, artifact_counts: 1 });
    expect((await reconciler.compare()).drift).toEqual(NO_DRIFT);
  });

  it('corrects a missing count while a writer inserts it', async () => {
    await storeArtifact(idOf(movieId(1)));
    await dataSource.query('DELETE FROM intelligence_artifact_counts');
    await withConnection(catalog.database.url, async (writer) => {
      await writer.query('BEGIN');
      // The artifacts are counted in the same row, because the second one gets a random id with the slot of the first.
      await writer.query(
        `INSERT INTO intelligence_artifacts (partition_id, owner_key, artifact_id, library_id, kind, status, title,
                                             summary, content_hash, request_hash)
         SELECT partition_id, owner_key,
                (SELECT id FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, 999)) AS ids
                  WHERE ${countSlotOf('id')} = ${countSlotOf('artifact_id')} LIMIT 1),
                library_id, kind, status, title, summary, content_hash, request_hash
           FROM intelligence_artifacts`,
      );
      await writer.query(
        `INSERT INTO intelligence_artifact_counts (partition_id, owner_key, slot, active_count)
         SELECT partition_id, owner_key, ${countSlotOf('artifact_id')}, 1
           FROM intelligence_artifacts LIMIT 1`,
      );
      const corrected = catalog.module.get(ArtifactDrift).compareCounts(true);
      await eventually(async () => {
        const waiting = await dataSource.query<unknown[]>(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return waiting.length === 1;
      });
      await writer.query('COMMIT');
      expect(await corrected).toBe(1);
    });
    expect(await dataSource.query('SELECT active_count FROM intelligence_artifact_counts')).toEqual([
      { active_count: 2 },
    ]);
    expect((await reconciler.compare()).drift).toEqual(NO_DRIFT);
  });

  it('never runs twice at the same time', async () => {
    const reports = await Promise.all([reconciler.reconcile(), reconciler.reconcile(), reconciler.reconcile()]);
    expect(reports.filter((report) => report !== null).length).toBeGreaterThanOrEqual(1);
    expect(reports.filter((report) => report === null).length).toBeGreaterThanOrEqual(1);
    expect(await reconciler.reconcile()).not.toBeNull();
  });
});

it('a reconciliation can stop between two ranges of one library', async () => {
  // The library then has 5,003 items. One statement compares 5,000 of them. The run stops before the second statement.
  await dataSource.query(
    `INSERT INTO media_items SELECT (jsonb_populate_record(m, jsonb_build_object('media_id', md5(n::text)::uuid))).*
       FROM media_items AS m, generate_series(1, 5000) AS n WHERE m.media_id = $1`,
    [idOf(movieId(1))],
  );
  let questions = 0;
  const report = await reconciler.reconcile(() => (questions += 1) > 1);
  expect(report?.drift.missing).toBeLessThan(5_000);
  expect(report?.drift.missing).toBeGreaterThan(4_900);
});
