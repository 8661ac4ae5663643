import type { DataSource } from 'typeorm';
import { readRecordValue } from '../../../src/catalog/ingest/records/record-reader';
import type { UpsertRecord } from '../../../src/catalog/ingest/records/catalog-record';
import { ArtifactDrift } from '../../../src/read-model/artifacts/artifact-drift';
import { Reconciler } from '../../../src/read-model/refresh/reconciler';
import { RefreshRequests } from '../../../src/read-model/refresh/refresh-requests';
import { Refresher } from '../../../src/read-model/refresh/refresher';
import { withStatementLimit } from '../../support/databases/statement-limit';
import { type CatalogFixture, openCatalog } from '../../support/catalog/catalog-fixture';
import {
  episode,
  library,
  libraryId,
  type Line,
  movie,
  movieId,
  season,
  series,
  watched,
} from '../../support/catalog/catalog-records';

/** The reserved UUIDs. Routes and imports refuse them as ids of new rows. */
const NIL = '00000000-0000-0000-0000-000000000000';
const MAX = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** Maximum number of statements; far more than each of these tests needs. */
const STATEMENTS = 300;

let catalog: CatalogFixture;
let dataSource: DataSource;

beforeAll(async () => {
  catalog = await openCatalog();
  ({ dataSource } = catalog);
});
afterAll(() => catalog.close());
beforeEach(async () => {
  await catalog.clear();
  await dataSource.query('TRUNCATE intelligence_artifacts, intelligence_artifact_counts CASCADE');
});

const get = <T>(type: new (...args: never[]) => T): T => catalog.module.get<T>(type);
const limited = <T>(work: () => Promise<T>): Promise<T> => withStatementLimit(dataSource, STATEMENTS, work);

/** Stores a line under a reserved id, as an earlier version did. */
async function storeAs(id: string, line: Line): Promise<void> {
  const record = readRecordValue(line, 1) as UpsertRecord;
  await catalog.store.apply([{ ...record, mediaId: id } as UpsertRecord], {
    thresholdPercent: 90,
    libraryIds: null,
    watchStateRules: { libraryIds: null, usernameKey: null },
  });
}

async function storeGlobalArtifact(artifactId: string, libraryUuid: string | null): Promise<void> {
  await dataSource.query(
    `INSERT INTO intelligence_artifacts (partition_id, owner_key, artifact_id, library_id, kind, status, title,
                                         summary, content_hash, request_hash)
     VALUES (coalesce($3, $1::uuid), $1, $2, $3, 'analysis', 'active', 'About it', '', 'content', 'request')`,
    [NIL, artifactId, libraryUuid],
  );
}

describe('a library with items whose ids are the nil and the max UUID', () => {
  beforeEach(async () => {
    await catalog.importLines([library(1), movie(1, { genres: ['Drama'] })]);
    for (const id of [NIL, MAX]) await storeAs(id, movie(2, { genres: ['Western'] }));
    await catalog.importLines([series(1), season(1, 1), episode(1, 1, 1), watched('alice', movieId(1))]);
  });

  it('is removed', async () => {
    await limited(() => catalog.removeLibrary(libraryId(1)));
    const remaining = Object.values(await catalog.dump()).flat();
    expect(remaining).toEqual([]);
  });

  it('is removed by a line of an import', async () => {
    const result = await limited(() => catalog.importLines([{ type: 'delete', library_id: libraryId(1) }]));
    expect(result).toMatchObject({ accepted: 1, rejected: 0 });
    expect(await catalog.count('media_items')).toBe(0);
  });

  it('loses these items when they are removed one by one', async () => {
    await catalog.removeMovie(NIL);
    const result = await catalog.importLines([{ type: 'delete', media_id: `movie:${MAX}` }]);
    expect(result).toMatchObject({ accepted: 1, rejected: 0 });
    expect(await catalog.count(`media_items WHERE media_id IN ('${NIL}', '${MAX}')`)).toBe(0);
  });

  it('is refreshed and reconciled completely', async () => {
    await dataSource.query('DELETE FROM intelligence_media_context');
    const report = await limited(() => get(Reconciler).reconcile());
    expect(report?.drift).toMatchObject({ missing: 6 });
    expect((await limited(() => get(Reconciler).reconcile()))?.total).toBe(0);
    expect(await limited(() => get(RefreshRequests).refreshLibraries(libraryId(1), null))).toBe(6);
    expect(await limited(() => get(Refresher).drain())).toEqual({ refreshed: 6, failed: 0 });
  });
});

describe('a removal that the database ignores', () => {
  /** Makes the database ignore one kind of write to a table. */
  async function ignore(write: 'DELETE' | 'UPDATE', table: string): Promise<void> {
    await dataSource.query(
      `CREATE OR REPLACE FUNCTION ignore_write() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`,
    );
    await dataSource.query(
      `CREATE TRIGGER ignore_write BEFORE ${write} ON ${table} FOR EACH ROW EXECUTE FUNCTION ignore_write()`,
    );
  }
  afterEach(() => dataSource.query('DROP FUNCTION IF EXISTS ignore_write CASCADE'));

  it.each<[string, () => Promise<unknown>]>([
    ['of a library', () => catalog.removeLibrary(libraryId(1))],
    ['of an item', () => catalog.removeMovie(movieId(1).slice(6))],
    ['by a line of an import', () => catalog.importLines([{ type: 'delete', library_id: libraryId(1) }])],
  ])('%s stops with an error', async (_, remove) => {
    await catalog.importLines([library(1), movie(1), movie(2)]);
    await ignore('DELETE', 'media_items');
    await expect(limited(remove)).rejects.toThrow('did not remove');
  });

  it('of the artifacts of a library stops with an error', async () => {
    await catalog.importLines([library(1)]);
    await storeGlobalArtifact('77777777-0000-4000-8000-000000000001', libraryId(1));
    await ignore('UPDATE', 'intelligence_artifacts');
    const removal = limited(() => catalog.removeLibrary(libraryId(1)));
    await expect(removal).rejects.toThrow('no progress');
  });

  it('of orphaned artifacts stops with an error', async () => {
    await dataSource.query(
      `INSERT INTO intelligence_artifacts (partition_id, owner_key, artifact_id, library_id, kind, status, title,
                                           summary, content_hash, request_hash)
       SELECT $2, $1, gen_random_uuid(), $2, 'analysis', 'active', 'Orphan', '', 'content', 'request'
         FROM generate_series(1, 1000)`,
      [NIL, libraryId(1)],
    );
    await ignore('UPDATE', 'intelligence_artifacts');
    await expect(limited(() => get(ArtifactDrift).compareOrphans(true))).rejects.toThrow('no progress');
  });
});

describe('an artifact without a library', () => {
  const ARTIFACT_ID = '77777777-0000-4000-8000-000000000002';

  it('stays when a library with the id of its owner is removed', async () => {
    const [alice] = await dataSource.query<{ user_id: string }[]>(`SELECT user_id FROM users WHERE username = 'alice'`);
    const userId = alice?.user_id ?? '';
    await dataSource.query(
      `INSERT INTO intelligence_artifacts (partition_id, owner_key, artifact_id, owner_user_id, kind, status, title,
                                           summary, content_hash, request_hash)
       VALUES ($1, $1, $2, $1, 'user_note', 'active', 'Mine', '', 'content', 'request')`,
      [userId, ARTIFACT_ID],
    );
    await catalog.importLines([{ type: 'library', library_id: userId, name: 'Odd', library_kind: 'movies' }]);
    await catalog.removeLibrary(userId);
    expect(await catalog.count(`intelligence_artifacts WHERE status = 'active'`)).toBe(1);
  });

  it('stays when a library with the nil UUID is reconciled and removed', async () => {
    await catalog.importLines([library(1), movie(1, { genres: ['Drama'] })]);
    await storeGlobalArtifact(ARTIFACT_ID, null);
    await get(Reconciler).reconcile();
    const before = await catalog.dump();
    await dataSource.query(`INSERT INTO libraries (library_id, name, library_kind) VALUES ('${NIL}', 'Nil', 'movies')`);
    await dataSource.query(
      `INSERT INTO media_items SELECT (jsonb_populate_record(m, '{"library_id": "${NIL}", "media_id": "${NIL}"}')).*
         FROM media_items m`,
    );
    expect((await limited(() => get(Reconciler).reconcile()))?.drift).toMatchObject({ missing: 1, facet_values: 0 });
    await limited(() => catalog.removeLibrary(NIL));
    expect(await catalog.dump()).toEqual(before);
    expect(await catalog.count(`intelligence_artifacts WHERE status = 'active'`)).toBe(1);
  });
});
