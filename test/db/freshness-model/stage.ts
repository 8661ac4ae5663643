/** Two instances of the service and a process to be killed, all on one database, and the users who ask them. */
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
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
 * Small batches, so that queues are drained in several transactions; one transaction for an import. Tokens for a day: the
 * long run takes hours.
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
  /** Runs of each user, grounded in whatever there was. */
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

  /** A process that is to be killed; the next one starts meanwhile. */
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

  /** Counts the words of the catalog as it is now. */
  countWords(instance: 0 | 1): Promise<void> {
    return this.instances[instance].app.get(LexiconLoop, { strict: false }).refresh();
  }

  /** Waits until nothing is left to be derived again. */
  async drained(): Promise<void> {
    await eventually(async () => (await this.countQueued()) === 0);
  }

  async countQueued(): Promise<number> {
    const [row] = await this.dataSource.query<{ queued: number }[]>(
      'SELECT count(*)::integer AS queued FROM intelligence_dirty_keys',
    );
    return row?.queued ?? 0;
  }

  /** Empties the catalog and all that is derived from it; users see all libraries again. */
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

  /** Deletes a user with all that is theirs, and makes another one. */
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

  /** Everything the read model holds; what differs from the catalog is a failure. */
  async dump(): Promise<Record<string, unknown>> {
    expect((await this.instances[0].app.get(Reconciler, { strict: false }).compare()).total).toBe(0);
    const tables: Record<string, unknown> = {};
    for (const [name, sql] of Object.entries(DUMPED)) tables[name] = await this.dataSource.query(sql);
    return tables;
  }

  /** Throws the read model away and builds it from the catalog. */
  async rebuild(): Promise<void> {
    await this.dataSource.query(`TRUNCATE ${EMPTIED.join(', ')}`);
    await this.instances[1].app.get(Reconciler, { strict: false }).reconcile();
    await this.drained();
  }

  /** Rows of the read model, artifacts in use among them, once no library is left. */
  async countRows(): Promise<number> {
    // Totals over all libraries stay as zeros.
    const isKept = (table: string): string => (table.endsWith('groups') ? 'WHERE value_total + missing_count > 0' : '');
    const counts = EMPTIED.map((table) => `(SELECT count(*) FROM ${table} ${isKept(table)})`);
    const artifacts = `(SELECT count(*) FROM intelligence_artifacts WHERE status <> 'invalidated')`;
    const [row] = await this.dataSource.query<{ rows: number }[]>(
      `SELECT (${[...counts, artifacts].join(' + ')})::integer AS rows`,
    );
    return row?.rows ?? -1;
  }

  private startProcess(): Promise<ServiceProcess> {
    return this.compiled.start(this.instances[0].config, ENVIRONMENT);
  }
}

/** Imports lines; gives the catalog's revision that the answer names. */
export async function importRecords(api: ApiClient, records: readonly CatalogRecord[]): Promise<number> {
  const lines = records.map((record) => JSON.stringify(record)).join('\n');
  const answer = await api.send<ImportAnswer>('POST', '/admin/catalog/import', lines, {
    headers: { 'content-type': 'application/x-ndjson' },
    expect: 200,
  });
  if (answer.body.rejected > 0) throw new Error(`refused: ${answer.text}`);
  return revisionOf(answer);
}

export function revisionOf({ headers }: { readonly headers: Headers }): number {
  return Number(headers.get('x-catalog-revision') ?? 0);
}
