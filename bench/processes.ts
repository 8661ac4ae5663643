import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { Client } from 'pg';
import { processStop } from '../src/common/processes/process-stop';
import { startEmbeddedPostgres } from '../src/database/embedded/embedded-postgres';
import { migrate } from '../src/database/schema/migrate';
import { START_FLAGS } from '../src/engine';

/** The folder of the build, `dist`. */
const BUILT = join(__dirname, '..');

/** The processes that still run. */
const children = new Set<ChildProcess>();
/** Functions that close the open scratch databases. */
const closers = new Set<() => Promise<void>>();

/**
 * A database and a temporary directory for the benchmark. `close` deletes both, except a database that was given by
 * its URL.
 */
export interface Scratch {
  readonly databaseUrl: string;
  /** Directory for temporary files. */
  readonly directory: string;
  /** Environment variables for processes of the service. */
  readonly environment: NodeJS.ProcessEnv;
  close(): Promise<void>;
}

/**
 * Starts PostgreSQL with production settings in a temporary directory. The database is migrated and empty. With `url`,
 * uses that database instead, which must be empty. Throws a `StopRequestedError` if a stop is requested.
 */
export async function openScratch(url?: string): Promise<Scratch> {
  const { signal } = processStop;
  signal.throwIfAborted();
  const directory = mkdtempSync(join(tmpdir(), 'intelligence-bench-'));
  // If root runs the benchmark, the account of the PostgreSQL server must be able to enter the directory. Otherwise
  // the data directory would be created in another directory, which `close` does not delete.
  chmodSync(directory, 0o711);
  const starting =
    url === undefined
      ? startEmbeddedPostgres({ dataDirectory: join(directory, 'postgres'), signal })
      : Promise.resolve({ url, stop: () => Promise.resolve() });
  const close = async (): Promise<void> => {
    await starting.then(
      (server) => server.stop(),
      () => undefined,
    );
    rmSync(directory, { recursive: true, force: true });
    closers.delete(close);
  };
  closers.add(close);
  const server = await starting;
  await migrate(server.url, signal);
  const environment = {
    ...process.env,
    NODE_ENV: 'production',
    DATABASE_URL: server.url,
    JWT_SECRET: randomBytes(48).toString('base64'),
    LOG_LEVEL: 'warn',
    PORT: '0',
    METRICS_PORT: '0',
    // Only the section `fairness` measures with limits per user.
    RATE_LIMIT_PER_MINUTE: '0',
    CONCURRENCY_PER_USER: '1000',
    DATA_DIRECTORY: directory,
  };
  return {
    databaseUrl: server.url,
    directory,
    environment,
    close,
  };
}

/**
 * Kills the processes that still run, and then closes the scratch databases that are still open. `main.ts` calls it
 * last, so a section needs to stop only what would disturb the next sections.
 */
export async function closeAll(): Promise<void> {
  const ends = [...children].map((child) => once(child, 'close'));
  for (const child of children) child.kill('SIGKILL');
  await Promise.all(ends);
  await Promise.all([...closers].map((close) => close()));
}

/** Runs work with a connection to the database. */
export async function withDatabase<T>({ databaseUrl }: Scratch, work: (database: Client) => Promise<T>): Promise<T> {
  const database = new Client({ connectionString: databaseUrl });
  // If the server stops, the next query fails. An 'error' event without a listener would end the process at once.
  database.on('error', () => undefined);
  await database.connect();
  try {
    return await work(database);
  } finally {
    await database.end();
  }
}

/** The result of a command of the service. */
export interface CommandRun {
  readonly stdout: string;
  readonly seconds: number;
  /** Peak resident memory of the Node process, in MiB. */
  readonly peakMiB: number;
}

/** Runs a command of the service in a separate process. Throws when it fails. */
export async function runCommand(scratch: Scratch, ...args: string[]): Promise<CommandRun> {
  const started = performance.now();
  const child = startProgram(scratch, [...START_FLAGS.cli, join(BUILT, 'src/cli/main.js'), ...args]);
  let stdout = '';
  let peakMiB = 0;
  child.stdout.on('data', (part: Buffer) => (stdout += part.toString()));
  const memoryTimer = setInterval(() => (peakMiB = Math.max(peakMiB, peakOf(child))), 100);
  const [code] = (await once(child, 'close')) as [number | null];
  clearInterval(memoryTimer);
  if (code !== 0) throw new Error(`The command "${args.join(' ')}" exited with code ${code}.`);
  return { stdout, seconds: (performance.now() - started) / 1000, peakMiB };
}

/** Creates an account, by default an administrator, and returns an access token for it. */
export async function makeToken(
  scratch: Scratch,
  username = 'bench',
  role: 'admin' | 'user' = 'admin',
): Promise<string> {
  await runCommand(scratch, 'users', 'create', '--username', username, '--role', role);
  const { stdout } = await runCommand(scratch, 'token', '--username', username);
  return stdout.trim();
}

/** A running server of the benchmark. */
export interface Server {
  readonly url: string;
  readonly peakMiB: () => number;
  stop(): Promise<void>;
}

/** Starts the service with the baseline route (`baseline.ts`) in a separate process. */
export async function startServer(scratch: Scratch): Promise<Server> {
  const child = startProgram(scratch, [...START_FLAGS.start, join(BUILT, 'bench/server.js')]);
  const url = await readAddress(child);
  return {
    url,
    peakMiB: () => peakOf(child),
    stop: async () => {
      const closed = once(child, 'close');
      child.kill('SIGTERM');
      await closed;
    },
  };
}

/** Starts a program of the build. Throws a `StopRequestedError` if a stop was requested. */
function startProgram({ environment }: Scratch, args: readonly string[]): ChildProcessByStdio<null, Readable, null> {
  processStop.signal.throwIfAborted();
  const child = spawn(process.execPath, ['--enable-source-maps', ...args], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.add(child);
  child.once('close', () => children.delete(child));
  return child;
}

async function readAddress(child: ChildProcessByStdio<null, Readable, null>): Promise<string> {
  for await (const line of createInterface(child.stdout)) {
    if (line.startsWith('ready ')) return line.slice('ready '.length);
  }
  throw new Error('The server exited before it was ready.');
}

/** Peak resident memory in MiB, as Linux reports it; 0 on other systems and after the process has ended. */
function peakOf(child: ChildProcess): number {
  try {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
