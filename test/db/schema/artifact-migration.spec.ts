import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../../src/database/data-source-options';
import { MIGRATIONS } from '../../../src/database/migrations';
import { ArtifactSourcesAndIds1763700000013 } from '../../../src/database/migrations/second-release/1763700000013-artifact-sources-and-ids';
import { createEmptyDatabase, type TestDatabase } from '../../support/databases/test-database';

describe('the migration of artifacts', () => {
  let empty: TestDatabase;
  let dataSource: DataSource;

  beforeEach(async () => {
    empty = await createEmptyDatabase();
    const migrations = MIGRATIONS.slice(0, MIGRATIONS.indexOf(ArtifactSourcesAndIds1763700000013));
    const options = { ...dataSourceOptions({ url: empty.url }), migrations };
    dataSource = await new DataSource(options).initialize();
    await dataSource.runMigrations();
  });
  afterEach(async () => {
    await dataSource.destroy();
    await empty.drop();
  });

  it('makes artifacts from watch states stale, and marks user artifacts that have the id of a global one', async () => {
    const nilUuid = '00000000-0000-0000-0000-000000000000';
    const [user] = await dataSource.query<{ id: string }[]>(
      `INSERT INTO users (username, username_key) VALUES ('ada', 'ada') RETURNING user_id AS id`,
    );
    const ownerId = user?.id ?? '';
    const [ofWatchState, derived, other, shared] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    const duplicateId = randomUUID();
    const film = randomUUID();
    for (const [id, owner] of [
      [ofWatchState, ownerId],
      [derived, ownerId],
      [other, ownerId],
      [shared, nilUuid],
      [duplicateId, ownerId],
      [duplicateId, nilUuid],
    ]) {
      await dataSource.query(
        `INSERT INTO intelligence_artifacts (partition_id, owner_key, artifact_id, owner_user_id, kind, status, title,
                                             summary, content_hash, request_hash)
         VALUES ($1, $1, $2, nullif($1, uuid '${nilUuid}'), 'analysis', 'active', 'T', '', '', '')`,
        [owner, id],
      );
      await dataSource.query(
        `INSERT INTO intelligence_artifact_counts AS c (partition_id, owner_key, slot, owner_user_id, active_count)
         VALUES ($1, $1, (hashtext($2) & 2147483647) % 8, nullif($1, uuid '${nilUuid}'), 1)
         ON CONFLICT (partition_id, owner_key, slot) DO UPDATE SET active_count = c.active_count + 1`,
        [owner, id],
      );
    }
    const addSource = (
      owner: string,
      id: string,
      kind: string,
      source: string,
      field: string | null,
    ): Promise<unknown> =>
      dataSource.query(
        `INSERT INTO intelligence_artifact_sources (partition_id, owner_key, artifact_id, position, source_kind,
                source_partition_id, source_owner_key, source_id, field, source_hash, created_at)
         VALUES ($1, $1, $2, 0, $3, $1, CASE WHEN $3 = 'artifact' THEN $1::uuid END, $4, $5, 'hash', now())`,
        [owner, id, kind, source, field],
      );
    await addSource(ownerId, ofWatchState, 'media', film, 'watch_state');
    await addSource(ownerId, derived, 'artifact', ofWatchState, null);
    await addSource(ownerId, other, 'media', film, 'overview');
    await addSource(nilUuid, shared, 'media', film, 'watch_state');
    await runMigration();
    const rows = await dataSource.query<{ artifact_id: string; status: string; kind: string; user: string | null }[]>(
      `SELECT artifact_id, a.status, s.source_kind AS kind, s.source_owner_key AS user
         FROM intelligence_artifacts a JOIN intelligence_artifact_sources s USING (partition_id, owner_key, artifact_id)`,
    );
    const rowsById = new Map(rows.map(({ artifact_id, ...row }) => [artifact_id, Object.values(row)]));
    expect(rowsById.get(ofWatchState)).toEqual(['stale', 'watch_state', ownerId]);
    expect(rowsById.get(derived)).toEqual(['stale', 'artifact', ownerId]);
    expect(rowsById.get(other)).toEqual(['active', 'media', null]);
    expect(rowsById.get(shared)).toEqual(['stale', 'media', null]);
    const [counted] = await dataSource.query<{ active: number }[]>(
      'SELECT sum(active_count)::integer AS active FROM intelligence_artifact_counts',
    );
    expect(counted?.active).toBe(3);
    const namesakes = await dataSource.query<{ artifact_id: string; owner_key: string }[]>(
      'SELECT artifact_id, owner_key FROM intelligence_artifacts WHERE has_namesake',
    );
    expect(namesakes).toEqual([{ artifact_id: duplicateId, owner_key: ownerId }]);
  });

  it('leaves a counter of artifacts that is too low at 0', async () => {
    const ids = [randomUUID(), randomUUID(), randomUUID()];
    const [user] = await dataSource.query<{ id: string }[]>(
      `INSERT INTO users (username, username_key) VALUES ('ada', 'ada') RETURNING user_id AS id`,
    );
    await dataSource.query(
      `INSERT INTO intelligence_artifacts (partition_id, owner_key, artifact_id, owner_user_id, kind, status, title,
                                           summary, content_hash, request_hash)
       SELECT $1, $1, id, $1, 'analysis', 'active', 'T', '', '', '' FROM unnest($2::uuid[]) AS id`,
      [user?.id, ids],
    );
    await dataSource.query(
      `INSERT INTO intelligence_artifact_counts (partition_id, owner_key, slot, owner_user_id, active_count)
       SELECT DISTINCT $1::uuid, $1::uuid, (hashtext(id) & 2147483647) % 8, $1::uuid, 0 FROM unnest($2::text[]) AS id`,
      [user?.id, ids],
    );
    await dataSource.query(
      `INSERT INTO intelligence_artifact_sources (partition_id, owner_key, artifact_id, position, source_kind,
              source_partition_id, source_id, field, source_hash, created_at)
       SELECT $1, $1, id, 0, 'media', $1, $3, 'watch_state', 'hash', now() FROM unnest($2::uuid[]) AS id`,
      [user?.id, ids, randomUUID()],
    );
    await runMigration();
    expect(await dataSource.query('SELECT DISTINCT status FROM intelligence_artifacts')).toEqual([{ status: 'stale' }]);
    expect(await dataSource.query('SELECT DISTINCT active_count FROM intelligence_artifact_counts')).toEqual([
      { active_count: 0 },
    ]);
  });

  /** Runs the migration in one transaction, as `migrate` does. */
  async function runMigration(): Promise<void> {
    const runner = dataSource.createQueryRunner();
    await runner.startTransaction();
    await new ArtifactSourcesAndIds1763700000013().up(runner);
    await runner.commitTransaction();
    await runner.release();
  }
});
