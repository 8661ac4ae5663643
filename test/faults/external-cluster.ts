/** A PostgreSQL server outside of the service, which tests kill, freeze and start again. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import {
  chooseServerAccount,
  type ServerAccount,
  spawnIdentity,
} from '../../src/database/embedded/server/server-account';
import { prepareBinaries, type ServerBinaries } from '../../src/database/embedded/server/server-binaries';
import { type Closings, setUp } from '../support/set-up';
import { eventually } from '../support/eventually';
import { unmount } from './limited-disk';
import { findFreePort } from '../support/network/free-port';
import { runningProcesses } from '../support/programs/program-run';

/** Maximum number of connections. The two instances of the service use at most 44. */
const MAX_CONNECTIONS = 60;
const START_MAX_MS = 180_000;
/** Application name of this process in `pg_stat_activity`. */
const OWN_NAME = 'faults';

const SETTINGS = [
  ...[`max_connections=${MAX_CONNECTIONS}`, 'shared_buffers=64MB', 'listen_addresses=127.0.0.1', 'autovacuum=off'],
  ...['unix_socket_directories=', 'deadlock_timeout=200ms', 'max_wal_size=128MB', 'min_wal_size=32MB', 'jit=off'],
].flatMap((setting) => ['-c', setting]);

/**
 * A server with one database, `faults`, which the role `service` owns. The cluster is in the folder `data` below
 * `directory`.
 */
export class ExternalCluster {
  private server: ChildProcess | null = null;

  private constructor(
    private readonly settings: readonly string[],
    /** Directory that all accounts can enter. Only the account of the server can enter `data` in it. */
    readonly directory: string,
    private readonly binaries: ServerBinaries,
    private readonly account: ServerAccount,
    private readonly port: number,
    private readonly closings: Closings,
  ) {}

  /**
   * Creates a cluster and starts its server. `prepare` can mount a disk on the directory first. `settings` have the
   * form `name=value`, and override the settings of this file.
   */
  static async create(
    prepare: (directory: string) => void = () => undefined,
    settings: readonly string[] = [],
  ): Promise<ExternalCluster> {
    return setUp(async (closings) => {
      const directory = mkdtempSync(join(tmpdir(), 'intelligence-faults-'));
      closings.add(() => unmount(directory));
      chmodSync(directory, 0o755);
      prepare(directory);
      const data = join(directory, 'data');
      const account = chooseServerAccount(data);
      mkdirSync(data, { mode: 0o700 });
      if (account.differsFromProcess) chownSync(data, account.uid, account.gid);
      const binaries = prepareBinaries(account, directory);
      const options = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--wal-segsize=4'];
      const result = spawnSync(binaries.initdb, [...options, ...binaries.localeOptions], {
        ...spawnIdentity(account),
        cwd: '/',
        env: { LC_ALL: 'C' },
        encoding: 'utf8',
      });
      if (result.status !== 0) throw new Error(`initdb failed: ${result.stderr}`);
      const cluster = new ExternalCluster(settings, directory, binaries, account, await findFreePort(), closings);
      closings.add(() => cluster.kill());
      await cluster.start();
      await cluster.query('CREATE ROLE service LOGIN', 'postgres');
      await cluster.query('CREATE DATABASE faults OWNER service', 'postgres');
      return cluster;
    });
  }

  /** URL of a database for the role of the service. */
  urlOf(database = 'faults'): string {
    return `postgres://service@127.0.0.1:${this.port}/${database}`;
  }

  /** Process id of the main process; null if it does not run. */
  get pid(): number | null {
    return this.server?.pid ?? null;
  }

  get lockFile(): string {
    return join(this.directory, 'data/postmaster.pid');
  }

  /** Process ids of the server's child processes whose title matches. */
  children(title: RegExp): number[] {
    return runningProcesses()
      .filter(({ parent, command }) => parent === this.pid && title.test(command))
      .map(({ id }) => id);
  }

  /** Starts the server if it does not run, and waits until it accepts connections. */
  async start(): Promise<void> {
    await eventually(async () => {
      if (this.server === null) this.launch();
      return this.accepts();
    }, START_MAX_MS);
  }

  signal(signal: NodeJS.Signals): void {
    this.server?.kill(signal);
  }

  /** Sends a signal that ends the server, and waits until it and its child processes have ended. */
  async end(signal: NodeJS.Signals): Promise<void> {
    const { server } = this;
    if (server === null) return;
    const children = runningProcesses().filter(({ parent }) => parent === server.pid);
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
    // The system may give the id of an ended process to another program.
    const ids = new Set(children.map(({ id }) => id));
    await eventually(() => !runningProcesses().some(({ id, command }) => ids.has(id) && command.includes('postgres')));
  }

  /** Runs a statement as superuser, on a separate connection. */
  async query<Row extends object = object>(
    statement: string,
    database = 'faults',
    values: unknown[] = [],
  ): Promise<Row[]> {
    const client = await this.connect(database);
    try {
      return (await client.query<Row>(statement, values)).rows;
    } finally {
      await client.end();
    }
  }

  /** Opens a connection as superuser. The caller ends it. */
  async connect(database = 'faults'): Promise<Client> {
    const client = new Client({
      connectionString: `postgres://postgres@127.0.0.1:${this.port}/${database}`,
      application_name: OWN_NAME,
      connectionTimeoutMillis: 5_000,
    });
    // Without a listener, the loss of the connection would end this process.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  /** Ends the server at once, and removes its data and its disk. */
  async remove(): Promise<void> {
    await this.closings.close();
  }

  private async kill(): Promise<void> {
    // A frozen server would not react to SIGQUIT.
    this.signal('SIGCONT');
    await this.end('SIGQUIT');
  }

  private launch(): void {
    const data = join(this.directory, 'data');
    const settings = [...SETTINGS, ...this.settings.flatMap((setting) => ['-c', setting])];
    const server = spawn(this.binaries.postgres, ['-D', data, '-p', String(this.port), ...settings], {
      ...spawnIdentity(this.account),
      cwd: '/',
      env: { LC_ALL: 'C' },
      stdio: 'ignore',
    });
    this.server = server;
    server.once('exit', () => {
      if (this.server === server) this.server = null;
    });
  }

  private accepts(): Promise<boolean> {
    return this.query('SELECT 1', 'postgres').then(
      () => true,
      () => false,
    );
  }
}

/** Leaves a lock file like that of a killed server, with the id of a process that is not PostgreSQL. */
export function leaveStaleLockFile({ lockFile }: ExternalCluster): void {
  const lines = readFileSync(lockFile, 'utf8').split('\n');
  writeFileSync(lockFile, [String(process.pid), ...lines.slice(1)].join('\n'));
}
