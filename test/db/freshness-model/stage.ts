/** Two instances of the service and a process to be killed, all on one database, with their users. */
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { RevisionTokens } from '../../../src/common/paging/revision-token';
import type { LibraryRevisions } from '../../../src/common/request-context';
import { DERIVATION_RULES, rulesVersionSql } from '../../../src/read-model/media/derivation-rules';
import { WORD_RULES } from '../../../src/search/lexicon/word-rules';
import { Reconciler } from '../../../src/read-model/refresh/reconciler';
import { DUMPED } from '../../support/catalog/catalog-fixture';
import { createUser, type TestUser, type TestUserOptions } from '../../support/accounts/accounts';
import { client, type ApiClient, type Service } from '../../support/requests/client';
import { refreshLexicon } from '../../support/catalog/refresh-lexicon';
import { LibraryLockHolder } from '../../support/databases/library-lock-holder';
import { eventually } from '../../support/eventually';
import { CompiledService, type ServiceProcess } from '../../support/programs/service-process';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import type { Reader } from './reads';
import type { UserName } from './world';

/**
 * The batches are small, so that refreshes need several transactions. Access tokens are valid for a day, because the
 * long run takes hours.
 */
const ENVIRONMENT = {
  REFRESH_BATCH_SIZE: '2',
  RECONCILE_INTERVAL_MS: '3600000',
  JWT_ACCESS_TTL_SECONDS: '86400',
};

/** A server searches for rows of older rules at ten times this interval: twice a second. */
const FREQUENT = { REFRESH_INTERVAL_MS: '50' };

const RIGHTS: Readonly<Record<UserName, TestUserOptions>> = { alice: { scopes: ['artifacts:write'] }, bob: {} };

/** A compiled release of the service. */
export interface Release {
  readonly program: CompiledService;
  /** Whether its API may differ from the API description of this release. */
  readonly isOtherRelease: boolean;
}

/** Tables of the read model and its queue. */
const READ_MODEL_TABLES = [
  'intelligence_media_context',
  'intelligence_search_documents',
  'intelligence_facet_values',
  'intelligence_facet_groups',
  'intelligence_dirty_keys',
];

/** An instance of the service in a separate process. */
type ServerInstance = ServiceProcess & Service;

interface StageParts {
  /** An application of this release in the process of the test. It prepares and checks the database. */
  readonly localApp: TestApp;
  /** The two instances that commands use. */
  readonly instances: [Service, Service];
  /** Starts an instance as a process. Absent if the instances run in the process of the test. */
  readonly start?: (instance: 0 | 1) => Promise<ServerInstance>;
  /** Processes to be killed run each of these compiled services in turn. */
  readonly victims: readonly CompiledService[];
  /**
   * How many versions the derivation rules and the word rules of the newest instance are ahead of this release; 0 if
   * none is newer.
   */
  readonly newerBy: number;
  readonly close: () => Promise<void>;
}

export class Stage {
  /** Id of the run of each user. Commands add artifacts and items as sources of the run. */
  readonly runIds: Record<UserName, string> = { alice: randomUUID(), bob: randomUUID() };
  /** The process that the next `takeVictim` returns. */
  private spare: Promise<ServiceProcess>;
  /** Number of processes to be killed that were started so far. */
  private started = 0;

  private constructor(
    private readonly parts: StageParts,
    private readonly admin: TestUser,
    readonly users: Record<UserName, TestUser>,
  ) {
    this.spare = this.startProcess();
  }

  /** Opens a stage with two applications of this release in this process. */
  static async open(): Promise<Stage> {
    const compiling = CompiledService.compile();
    const first = await createTestApp({ env: ENVIRONMENT });
    const second = await createTestApp({ env: ENVIRONMENT, peerOf: first });
    const compiled = await compiling;
    const close = async (): Promise<void> => {
      await compiled.remove();
      await second.close();
      await first.close();
    };
    return Stage.of({ localApp: first, instances: [first, second], victims: [compiled], newerBy: 0, close });
  }

  /**
   * Opens a stage with one process of each of two releases on one database, and further processes of both to be
   * killed. The caller removes the compiled services after `close`.
   */
  static async openReleases(databaseUrl: string, programs: readonly [Release, Release], newerBy = 0): Promise<Stage> {
    const localApp = await createTestApp({ env: ENVIRONMENT, workers: false, databaseUrl: () => databaseUrl });
    const start = async (instance: 0 | 1): Promise<ServerInstance> => {
      const { program, isOtherRelease } = programs[instance];
      return { ...(await program.start(localApp.config, { ...ENVIRONMENT, ...FREQUENT })), isOtherRelease };
    };
    const instances: [ServerInstance, ServerInstance] = [await start(0), await start(1)];
    const victims = programs.map(({ program }) => program);
    const close = async (): Promise<void> => {
      for (const instance of instances) await instance.kill();
      await localApp.close();
    };
    return Stage.of({ localApp, instances, start, victims, newerBy, close });
  }

  private static async of(parts: StageParts): Promise<Stage> {
    const { localApp } = parts;
    const admin = await createUser(localApp, { role: 'admin' });
    const users = { alice: await createUser(localApp, RIGHTS.alice), bob: await createUser(localApp, RIGHTS.bob) };
    return new Stage(parts, admin, users);
  }

  async close(): Promise<void> {
    await (await this.spare).kill();
    await this.parts.close();
  }

  get dataSource(): DataSource {
    return this.parts.localApp.app.get(DataSource);
  }

  /** Starts another application of this release, without background work. The caller closes it. */
  openFurtherApp(env: Readonly<Record<string, string>>): Promise<TestApp> {
    const databaseUrl = (): string => this.databaseUrl;
    return createTestApp({ env: { ...ENVIRONMENT, ...env }, workers: false, peerOf: this.parts.localApp, databaseUrl });
  }

  /** The application of this release in the process of the test. */
  get localApp(): TestApp {
    return this.parts.localApp;
  }

  asAdmin(instance: 0 | 1): ApiClient {
    return client(this.parts.instances[instance]).as(this.admin);
  }

  /** The administrator on an application from `openFurtherApp`. */
  asAdminOn(app: TestApp): ApiClient {
    return client(app).as(this.admin);
  }

  as(user: UserName, instance: 0 | 1): Reader {
    return { user, client: client(this.parts.instances[instance]).as(this.users[user]) };
  }

  /** Returns the process of an instance, to kill it. Throws if the instances are not processes. */
  processOf(instance: 0 | 1): ServiceProcess {
    if (this.parts.start === undefined) throw new Error('The instances are not processes.');
    return this.parts.instances[instance] as ServerInstance;
  }

  /** Starts an instance again after its process was killed. */
  async restart(instance: 0 | 1): Promise<void> {
    this.parts.instances[instance] = (await this.parts.start?.(instance)) ?? this.parts.instances[instance];
  }

  /** Returns a process to be killed, and starts the next one in the background. */
  async takeVictim(): Promise<ServiceProcess> {
    const victim = await this.spare;
    this.spare = this.startProcess();
    return victim;
  }

  asAdminOf(service: ServiceProcess): ApiClient {
    return client({ ...service, isOtherRelease: this.parts.victims.length > 1 }).as(this.admin);
  }

  lock(libraryId: string): Promise<LibraryLockHolder> {
    return LibraryLockHolder.lock(this.databaseUrl, libraryId);
  }

  /** Updates the document counts of all words of the catalog. */
  refreshLexicon(): Promise<void> {
    return refreshLexicon(this.parts.localApp);
  }

  /** Waits until no row is queued, and all rows were derived by the newest rules. */
  async waitUntilDrained(): Promise<void> {
    await eventually(async () => (await this.countQueued()) === 0 && (await this.countOlder()) === 0, 60_000);
  }

  /** Returns the number of rows that older rules derived: of items, of the lexicon and of the spellings. */
  private async countOlder(): Promise<number> {
    const { newerBy } = this.parts;
    const [row] = await this.dataSource.query<{ older: number }[]>(
      `SELECT ((SELECT count(*) FROM intelligence_media_context WHERE ${rulesVersionSql('derived_hash')} < $1)
             + (SELECT count(*) FROM intelligence_lexicon WHERE rules < $2)
             + (SELECT count(*) FROM intelligence_spellings WHERE rules < $2))::integer AS older`,
      [DERIVATION_RULES + newerBy, WORD_RULES + newerBy],
    );
    return row?.older ?? 0;
  }

  async countQueued(): Promise<number> {
    const [row] = await this.dataSource.query<{ queued: number }[]>(
      'SELECT count(*)::integer AS queued FROM intelligence_dirty_keys',
    );
    return row?.queued ?? 0;
  }

  /**
   * Deletes the catalog and everything derived from it. Users may read all libraries again, and each gets a new run.
   */
  async reset(): Promise<void> {
    const tables = [
      'libraries',
      'media_items',
      'watch_states',
      'intelligence_artifacts',
      'intelligence_artifact_counts',
    ];
    await this.dataSource.query(`TRUNCATE ${[...tables, ...READ_MODEL_TABLES].join(', ')} CASCADE`);
    await this.dataSource.query('UPDATE users SET library_ids = NULL');
    for (const user of ['alice', 'bob'] as const) await this.beginRun(user);
  }

  /** Deletes a user with all their data, and creates a new user with the same rights. */
  async replaceUser(user: UserName, instance: 0 | 1): Promise<void> {
    await this.asAdmin(instance).delete(`/admin/users/${this.users[user].userId}`, { expect: 204 });
    this.users[user] = await createUser(this.parts.localApp, RIGHTS[user]);
    await this.beginRun(user);
  }

  private async beginRun(user: UserName): Promise<void> {
    this.runIds[user] = randomUUID();
    const path = `/intelligence/runs/${this.runIds[user]}`;
    await this.as(user, 0).client.put(path, { purpose: 'other' }, { expect: 201 });
  }

  /** Returns the content of the catalog and the read model. Fails if the read model differs from the catalog. */
  async dump(): Promise<Record<string, unknown>> {
    expect((await this.parts.localApp.app.get(Reconciler).compare()).total).toBe(0);
    const tables: Record<string, unknown> = {};
    for (const [name, sql] of Object.entries(DUMPED)) tables[name] = await this.dataSource.query(sql);
    return tables;
  }

  /** Deletes the read model and rebuilds it from the catalog. */
  async rebuild(): Promise<void> {
    await this.dataSource.query(`TRUNCATE ${READ_MODEL_TABLES.join(', ')}`);
    await this.parts.localApp.app.get(Reconciler).reconcile();
    await this.waitUntilDrained();
  }

  /** Returns the number of rows of the read model and its queue, and of artifacts that are not invalidated. */
  async countRows(): Promise<number> {
    const counts = READ_MODEL_TABLES.map((table) => `(SELECT count(*) FROM ${table})`);
    const artifacts = `(SELECT count(*) FROM intelligence_artifacts WHERE status <> 'invalidated')`;
    const [row] = await this.dataSource.query<{ rows: number }[]>(
      `SELECT (${[...counts, artifacts].join(' + ')})::integer AS rows`,
    );
    // The statement always returns a row. Without one, the test must fail.
    return row?.rows ?? -1;
  }

  /** Returns the revisions in a revision token; none if the token is null or not valid. */
  readToken(token: string | null): LibraryRevisions {
    return token === null ? new Map() : (this.tokens.decode(token) ?? new Map());
  }

  tokenOf(revisions: LibraryRevisions): string {
    return this.tokens.encode(revisions);
  }

  private get tokens(): RevisionTokens {
    return this.parts.localApp.app.get(RevisionTokens);
  }

  private get databaseUrl(): string {
    const { url } = this.parts.localApp.config.database;
    if (url === undefined) throw new Error('The database has no URL.');
    return url;
  }

  private startProcess(): Promise<ServiceProcess> {
    const { victims, localApp } = this.parts;
    const program = victims[this.started % victims.length];
    if (program === undefined) throw new Error('The stage has no program.');
    this.started += 1;
    return program.start(localApp.config, ENVIRONMENT);
  }
}
