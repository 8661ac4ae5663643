import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { Failpoint } from '../../../src/common/failpoint';
import type { Config } from '../../../src/common/config/config';
import { canaryWatch } from '../checks/canary';
import { CompiledProgram, type CompiledSources, nextMessage } from './compiled-program';
import type { KillOrder } from './service-program';

/** An instance of the service in a separate process. */
export interface ServiceProcess {
  readonly url: string;
  /**
   * Makes the process kill itself with SIGKILL the `pass`-th time that it reaches the failpoint; default: the first.
   */
  dieAt(failAt: Failpoint, pass?: number): Promise<void>;
  /** Resolves when the process has ended. */
  readonly gone: Promise<void>;
  readonly isGone: () => boolean;
  /** Processor time of the main thread in milliseconds; null after its end and on systems other than Linux. */
  processorMs(): number | null;
  /** Sends SIGKILL and waits for the end of the process. */
  kill(): Promise<void>;
}

/** The compiled service. Call `remove` after the last test. */
export class CompiledService {
  /** All running processes, including those that are still starting. */
  private readonly running = new Set<ChildProcess>();

  private constructor(private readonly program: CompiledProgram) {}

  static async compile(sources?: CompiledSources): Promise<CompiledService> {
    return new CompiledService(await CompiledProgram.compile('service-program.ts', sources));
  }

  /** Runs a command of this service until it ends, such as `migrate`. Throws if it fails. Returns its output. */
  async run(settings: Readonly<Record<string, string>>, ...args: string[]): Promise<string> {
    const { directory, environment } = this.program;
    const env = { ...environment, ...settings };
    const main = join(directory, 'src/cli/main.js');
    const look = ({ stdout, stderr }: { stdout: string; stderr: string }): string => {
      canaryWatch.look(`output of ${args.join(' ')}`, stdout + stderr);
      return stdout;
    };
    return promisify(execFile)(process.execPath, [main, ...args], { cwd: directory, env }).then(
      look,
      (error: Error & { stdout: string; stderr: string }) => {
        look(error);
        throw error;
      },
    );
  }

  /** Starts an instance with the database and secrets of the configuration. `env` overrides environment variables. */
  async start(config: Config, env: Readonly<Record<string, string>> = {}): Promise<ServiceProcess> {
    const child = this.program.start({ ...environmentOf(config), ...env });
    this.running.add(child);
    child.once('close', () => this.running.delete(child));
    watchOutput(child);
    return toService(child);
  }

  /** Kills the running processes and removes the compiled files. */
  async remove(): Promise<void> {
    const closed = [...this.running].map((child) => once(child, 'close'));
    for (const child of this.running) child.kill('SIGKILL');
    await Promise.all(closed);
    this.program.remove();
  }
}

function environmentOf({ database, auth, cursor }: Config): NodeJS.ProcessEnv {
  return {
    NODE_ENV: 'test',
    WARM_UP_MS: '0',
    METRICS_PORT: '0',
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'trace',
    RATE_LIMIT_PER_MINUTE: '0',
    DATABASE_ACQUIRE_TIMEOUT_MS: String(database.acquireTimeoutMs),
    DATABASE_STATEMENT_TIMEOUT_MS: String(database.statementTimeoutMs),
    DATABASE_QUERY_TIMEOUT_MS: String(database.queryTimeoutMs),
    DATABASE_URL: database.url,
    JWT_SECRET: auth.jwtSecret,
    CURSOR_SECRET: cursor.secret,
  };
}

/**
 * Searches the output for the canary (see `canary.ts`). Prints standard error, and the log if TEST_LOG_LEVEL is set.
 */
function watchOutput({ stdout, stderr }: ChildProcess): void {
  if (stdout === null || stderr === null) throw new Error('The output of the service is not piped.');
  createInterface({ input: stdout }).on('line', (line) => {
    canaryWatch.look('the log of a process', line);
    if (process.env['TEST_LOG_LEVEL'] !== undefined) process.stdout.write(`${line}\n`);
  });
  createInterface({ input: stderr }).on('line', (line) => {
    canaryWatch.look('standard error of a process', line);
    process.stderr.write(`${line}\n`);
  });
}

async function toService(child: ChildProcess): Promise<ServiceProcess> {
  let isGone = false;
  const gone = new Promise<void>((settle) =>
    child.once('exit', () => {
      isGone = true;
      settle();
    }),
  );
  const { url } = await requireMessage<{ url: string }>(child, 'url');
  return {
    url,
    gone,
    isGone: () => isGone,
    processorMs: () => processorMsOf(child.pid),
    dieAt: async (failAt, pass = 1) => {
      child.send({ failAt, pass } satisfies KillOrder);
      await requireMessage(child, 'armed');
    },
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** Reads the processor time of the main thread in milliseconds. Linux reports nanoseconds in `schedstat`. */
function processorMsOf(pid: number | undefined): number | null {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000_000;
  } catch {
    return null;
  }
}

async function requireMessage<Message extends object>(child: ChildProcess, member: string): Promise<Message> {
  const message = await nextMessage<Message>(child, member);
  if (message === null) throw new Error('The process ended before it sent the message.');
  return message;
}
