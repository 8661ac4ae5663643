import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startEmbeddedPostgres } from '../src/database/embedded/embedded-postgres';
import { migrate } from '../src/database/schema/migrate';
import { START_FLAGS } from '../src/engine';

const BUILT = join(__dirname, '..');

/** A database of the benchmark's own, gone when it ends. */
export interface Scratch {
  readonly databaseUrl: string;
  /** A directory for files of the run. */
  readonly directory: string;
  /** Environment of the service's processes. */
  readonly environment: NodeJS.ProcessEnv;
  close(): Promise<void>;
}

/** Starts a durable server with the settings of production in a scratch directory, migrated and empty. */
export async function openScratch(): Promise<Scratch> {
  const directory = mkdtempSync(join(tmpdir(), 'intelligence-bench-'));
  // Where root runs this, the server's account must come in: the cluster would else be kept elsewhere and outlive the run.
  chmodSync(directory, 0o711);
  const server = await startEmbeddedPostgres({ dataDirectory: join(directory, 'postgres') });
  await migrate(server.url);
  const environment = {
    ...process.env,
    NODE_ENV: 'production',
    DATABASE_URL: server.url,
    JWT_SECRET: randomBytes(48).toString('base64'),
    LOG_LEVEL: 'warn',
    PORT: '0',
    METRICS_PORT: '0',
    RATE_LIMIT_PER_MINUTE: '0',
    DATA_DIRECTORY: directory,
  };
  return {
    databaseUrl: server.url,
    directory,
    environment,
    close: async () => {
      await server.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** A command of the service that came to its end. */
export interface CommandRun {
  readonly stdout: string;
  readonly seconds: number;
  /** Highest resident memory of the Node process, in MiB. */
  readonly peakMiB: number;
}

/** Runs a command of the command line in a process of its own. Throws when it fails. */
export async function runCommand(scratch: Scratch, ...args: string[]): Promise<CommandRun> {
  const started = performance.now();
  const child = spawn(
    process.execPath,
    ['--enable-source-maps', ...START_FLAGS.cli, join(BUILT, 'src/cli/main.js'), ...args],
    {
      env: scratch.environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let stdout = '';
  let peakMiB = 0;
  child.stdout.on('data', (part: Buffer) => (stdout += part.toString()));
  const watch = setInterval(() => (peakMiB = Math.max(peakMiB, peakOf(child))), 100);
  const [code] = (await once(child, 'close')) as [number | null];
  clearInterval(watch);
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
  return { stdout, seconds: (performance.now() - started) / 1000, peakMiB };
}

/** Makes an administrator and gives a token of theirs. */
export async function makeToken(scratch: Scratch): Promise<string> {
  await runCommand(scratch, 'users', 'create', '--username', 'bench', '--role', 'admin');
  const { stdout } = await runCommand(scratch, 'token', '--username', 'bench');
  return stdout.trim();
}

/** A service under load. */
export interface Server {
  readonly url: string;
  readonly peakMiB: () => number;
  stop(): Promise<void>;
}

/** Starts the service with the floor route in a process of its own. */
export async function startServer(scratch: Scratch): Promise<Server> {
  const child = spawn(
    process.execPath,
    ['--enable-source-maps', ...START_FLAGS.start, join(BUILT, 'bench/server.js')],
    {
      env: scratch.environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
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

async function readAddress(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the server has no output');
  for await (const line of createInterface(child.stdout)) {
    if (line.startsWith('ready ')) return line.slice('ready '.length);
  }
  throw new Error('the server ended before it was ready');
}

/** The kernel's high-water mark, where there is one to read. */
function peakOf(child: ChildProcess): number {
  try {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
