import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { chooseServerAccount, spawnIdentity } from '../../../src/database/embedded/server/server-account';
import { eventually } from '../eventually';

/** Maximum duration of one step, such as the start of a server, in milliseconds. */
const STEP_MS = 60_000;

/** Settings for small servers. A crash of the process loses no commits; a crash of the machine can lose commits. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_preload_libraries: 'citus',
  'citus.shard_count': '8',
  'citus.enable_statistics_collection': 'off',
  'citus.node_conninfo': 'sslmode=prefer',
  'citus.recover_2pc_interval': '1s',
  max_connections: '200',
  max_prepared_transactions: '100',
  shared_buffers: '32MB',
  wal_level: 'logical',
  jit: 'off',
  fsync: 'off',
  full_page_writes: 'off',
  log_min_messages: 'warning',
  timezone: 'UTC',
};

/** One PostgreSQL server of a cluster. The server trusts all connections from this machine. */
export class CitusServer {
  private child: ChildProcess | null = null;

  /** `programs`: directory with `initdb` and `postgres`; `data`: directory to create. */
  constructor(
    private readonly programs: string,
    private readonly data: string,
    readonly port: number,
  ) {}

  async create(): Promise<void> {
    const account = chooseServerAccount(this.data);
    mkdirSync(this.data, { mode: 0o700 });
    if (account.differsFromProcess) chownSync(this.data, account.uid, account.gid);
    const options = ['-A', 'trust', '--no-sync', '--encoding=UTF8', '--locale=C.UTF-8'];
    const child = this.spawn('initdb', ['-U', 'postgres', ...options]);
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) throw new Error(this.reason());
  }

  /** Starts the server and waits until it accepts connections. */
  async start(): Promise<void> {
    const settings = Object.entries({ ...SETTINGS, port: String(this.port) });
    const child = this.spawn(
      'postgres',
      settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    );
    this.child = child;
    const accepts = async (): Promise<boolean> => {
      if (hasEnded(child)) throw new Error(this.reason());
      return this.query('postgres', 'SELECT 1').then(
        () => true,
        () => false,
      );
    };
    await eventually(accepts, STEP_MS);
  }

  /** Ends the server immediately, like a crash. The server recovers at the next start. */
  async stop(): Promise<void> {
    const { child } = this;
    if (child === null || hasEnded(child)) return;
    const ended = once(child, 'exit');
    this.kill();
    await ended;
  }

  kill(): void {
    this.child?.kill('SIGQUIT');
  }

  urlOf(database: string): string {
    return `postgres://postgres@127.0.0.1:${this.port}/${database}`;
  }

  async query<Row>(database: string, statement: string): Promise<Row[]> {
    const client = new Client({ connectionString: this.urlOf(database), query_timeout: STEP_MS });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query(statement)).rows as Row[];
    } finally {
      await client.end();
    }
  }

  private spawn(program: string, args: readonly string[]): ChildProcess {
    const log = openSync(`${this.data}.log`, 'a');
    const child = spawn(join(this.programs, program), ['-D', this.data, ...args], {
      cwd: dirname(this.data),
      stdio: ['ignore', log, log],
      env: { LC_ALL: 'C.UTF-8' },
      ...spawnIdentity(chooseServerAccount(this.data)),
    });
    child.on('error', () => undefined);
    closeSync(log);
    return child;
  }

  private reason(): string {
    const lines = readFileSync(`${this.data}.log`, 'utf8').split('\n');
    return lines.find((line) => /FATAL|error:/.test(line)) ?? 'a server did not start';
  }
}

/** Whether a process has ended or could not be started. */
function hasEnded({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid === undefined || exitCode !== null || signalCode !== null;
}
