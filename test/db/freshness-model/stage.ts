/** Two instances of the service and a process to be killed, all on one database, with their users. */
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { RevisionTokens } from '../../../src/common/paging/revision-token';
import type { LibraryRevisions } from '../../../src/common/request-context';
import { LexiconLoop } from '../../../src/search/lexicon/lexicon-loop';
import { Reconciler } from '../../../src/read-model/refresh/reconciler';
import { DUMPED } from '../catalog-fixture';
import { createUser, type TestUser, type TestUserOptions } from '../../support/accounts';
import type { CatalogRecord, ImportAnswer } from '../../support/catalog';
import { client, type ApiClient } from '../../support/client';
import { LibraryLockHolder } from '../../support/library-lock-holder';
import { eventually } from '../../support/eventually';
import { CompiledService, type ServiceProcess } from '../../support/service-process';
import { createTestApp, type TestApp } from '../../support/test-app';
import type { Reader } from './reads';
import type { UserName } from './world';

/**
 * Refreshes have small batches, so that they need several transactions. Tokens are valid for a day, because the long run
 * takes hours.
 */
const ENVIRONMENT = {
  REFRESH_BATCH_SIZE: '2',
  RECONCILE_INTERVAL_MS: '3600000',
  JWT_ACCESS_TTL_SECONDS: '86400',
};

const RIGHTS: Readonly<Record<UserName, TestUserOptions>> = { alice: { scopes: ['artifacts:write'] }, bob: {} };

const EMPTIED = [
  ...['intelligence_media_context', 'intelligence_search_documents', 'intelligence_facet_values'],
  ...['intelligence_facet_groups', 'intelligence_dirty_keys'],
];

export class Stage {
  /** The run of each user. Its sources are artifacts and items of the sequence. */
  readonly runIds: Record<UserName, string> = { alice: randomUUID(), bob: randomUUID() };
  private spare: Promise<ServiceProcess>;

  private constructor(
    private readonly instances: readonly [TestApp, TestApp],
    private readonly compiled: CompiledService,
    private readonly admin: TestUser,
    readonly users: Record<UserName, TestUser>,
  ) {
    this.spare = this.startProcess();
  }

  static async open(): Promise<Stage> {
    const compiling = CompiledService.compile();
    const first = await createTestApp({ env: ENVIRONMENT });
    const second = await createTestApp({ env: ENVIRONMENT, beside: first });
    const admin = await createUser(first, { role: 'admin' });
    const users = { alice: await createUser(first, RIGHTS.alice), bob: await createUser(first, RIGHTS.bob) };
    return new Stage([first, second], await compiling, admin, users);
  }

  async close(): Promise<void> {
    await (await this.spare).kill();
    await this.compiled.remove();
    await this.instances[1].close();
    await this.instances[0].close();
  }

  get dataSource(): DataSource {
    return this.instances[0].app.get(DataSource, { strict: false });
  }

  asAdmin(instance: 0 | 1): ApiClient {
    return client(this.instances[instance]).as(this.admin);
  }

  as(user: UserName, instance: 0 | 1): Reader {
    return { user, client: client(this.instances[instance]).as(this.users[user]) };
  }

  /** Returns a process to be killed, and starts the next one in the background. */
  async takeVictim(): Promise<ServiceProcess> {
    const victim = await this.spare;
    this.spare = this.startProcess();
    return victim;
  }

  asAdminOf(service: ServiceProcess): ApiClient {
    return client(service).as(this.admin);
  }

  lock(libraryId: string): Promise<LibraryLockHolder> {
    return LibraryLockHolder.lock(this.instances[0].database.url, libraryId);
  }

  /** Counts the words of the current catalog. */
  countWords(instance: 0 | 1): Promise<void> {
    return this.instances[instance].app.get(LexiconLoop, { strict: false }).refresh();
  }

  /** Waits until no row is queued. */
  async waitUntilDrained(): Promise<void> {
    await eventually(async () => (await this.countQueued()) === 0);
  }

  async countQueued(): Promise<number> {
    const [row] = await this.dataSource.query<{ queued: number }[]>(
      'SELECT count(*)::integer AS queued FROM intelligence_dirty_keys',
    );
    return row?.queued ?? 0;
  }

  /** Deletes the catalog and everything derived from it. Users may read all libraries again. */
  async reset(): Promise<void> {
    const tables = [
      'libraries',
      'media_items',
      'watch_states',
      'intelligence_artifacts',
      'intelligence_artifact_counts',
    ];
    await this.dataSource.query(`TRUNCATE ${[...tables, ...EMPTIED].join(', ')} CASCADE`);
    await this.dataSource.query('UPDATE users SET library_ids = NULL');
    for (const user of ['alice', 'bob'] as const) await this.beginRun(user);
  }

  /** Deletes a user with all their data, and creates a new one. */
  async replaceUser(user: UserName, instance: 0 | 1): Promise<void> {
    await this.asAdmin(instance).delete(`/admin/users/${this.users[user].userId}`, { expect: 204 });
    this.users[user] = await createUser(this.instances[0], RIGHTS[user]);
    await this.beginRun(user);
  }

  private async beginRun(user: UserName): Promise<void> {
    this.runIds[user] = randomUUID();
    const path = `/intelligence/runs/${this.runIds[user]}`;
    await this.as(user, 0).client.put(path, { purpose: 'other' }, { expect: 201 });
  }

  /** Returns the content of the catalog and the read model. Fails if the read model differs from the catalog. */
  async dump(): Promise<Record<string, unknown>> {
    expect((await this.instances[0].app.get(Reconciler, { strict: false }).compare()).total).toBe(0);
    const tables: Record<string, unknown> = {};
    for (const [name, sql] of Object.entries(DUMPED)) tables[name] = await this.dataSource.query(sql);
    return tables;
  }

  /** Deletes the read model and rebuilds it from the catalog. */
  async rebuild(): Promise<void> {
    await this.dataSource.query(`TRUNCATE ${EMPTIED.join(', ')}`);
    await this.instances[1].app.get(Reconciler, { strict: false }).reconcile();
    await this.waitUntilDrained();
  }

  /** Returns the number of rows of the read model and of artifacts that are not invalidated. */
  async countRows(): Promise<number> {
    const counts = EMPTIED.map((table) => `(SELECT count(*) FROM ${table})`);
    const artifacts = `(SELECT count(*) FROM intelligence_artifacts WHERE status <> 'invalidated')`;
    const [row] = await this.dataSource.query<{ rows: number }[]>(
      `SELECT (${[...counts, artifacts].join(' + ')})::integer AS rows`,
    );
    return row?.rows ?? -1;
  }

  /** The revisions in a token; none if it is null. */
  readToken(token: string | null): LibraryRevisions {
    return token === null ? new Map() : (this.tokens.decode(token) ?? new Map());
  }

  /** The token of the revisions. */
  tokenOf(revisions: LibraryRevisions): string {
    return this.tokens.encode(revisions);
  }

  private get tokens(): RevisionTokens {
    return this.instances[0].app.get(RevisionTokens, { strict: false });
  }

  private startProcess(): Promise<ServiceProcess> {
    return this.compiled.start(this.instances[0].config, ENVIRONMENT);
  }
}

/** Imports records. Returns the revision token in the response, or null if nothing changed. */
export async function importRecords(api: ApiClient, records: readonly CatalogRecord[]): Promise<string | null> {
  const lines = records.map((record) => JSON.stringify(record)).join('\n');
  const answer = await api.send<ImportAnswer>('POST', '/admin/catalog/import', lines, {
    headers: { 'content-type': 'application/x-ndjson' },
    expect: 200,
  });
  if (answer.body.rejected > 0) throw new Error(`The import rejected lines: ${answer.text}`);
  return answer.headers.get('x-catalog-revision');
}
