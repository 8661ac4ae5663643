/** The program that `npm start` runs, compiled, as a process on a fixed port. Tests kill, freeze and restart it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { canaryWatch } from '../support/checks/canary';
import type { CompiledProgram } from '../support/programs/compiled-program';
import { eventually } from '../support/eventually';

const START_MAX_MS = 180_000;

/** A server of the service. */
export class ServerProcess {
  private child: ChildProcess | null = null;
  starts = 0;
  /** How the last process ended: its exit code, or its signal; null before the first end. */
  lastEnd: number | NodeJS.Signals | null = null;
  private printed = '';

  constructor(
    private readonly program: CompiledProgram,
    private readonly port: number,
    private readonly env: Readonly<Record<string, string>>,
  ) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get pid(): number | null {
    return this.child?.pid ?? null;
  }

  /** The last 20,000 characters that the processes of this server printed. */
  get output(): string {
    return this.printed;
  }

  /**
   * Starts the process if it does not run, and waits until it is ready. `env` adds environment variables; `options` are
   * command-line options of Node.
   */
  async start(env: Readonly<Record<string, string>> = {}, options: readonly string[] = []): Promise<void> {
    if (this.child === null) this.launch(env, options);
    await eventually(async () => {
      if (this.child === null) throw new Error(`The server ended with ${this.lastEnd}: ${this.printed.slice(-2_000)}`);
      return (await this.health('ready')) === 200;
    }, START_MAX_MS);
  }

  signal(signal: NodeJS.Signals): void {
    this.child?.kill(signal);
  }

  /** Sends a signal that ends the process, and returns how it ended. */
  async end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals | null> {
    const { child } = this;
    if (child === null) return this.lastEnd;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
    return this.lastEnd;
  }

  /** Status of a health route; null without an answer within two seconds. */
  async health(route: 'live' | 'ready'): Promise<number | null> {
    const answer = await fetch(`${this.url}/health/${route}`, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
    await answer?.arrayBuffer().catch(() => null);
    return answer?.status ?? null;
  }

  private launch(env: Readonly<Record<string, string>>, options: readonly string[]): void {
    const child = spawn(process.execPath, [...options, mainOf(this.program)], {
      env: { ...this.program.environment, ...this.env, ...env, PORT: String(this.port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    this.starts += 1;
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => {
        canaryWatch.look('the log of a server', part.toString());
        this.printed = `${this.printed}${part.toString()}`.slice(-20_000);
      });
    child.once('exit', (code, signal) => {
      this.lastEnd = code ?? signal;
      this.child = null;
    });
  }
}

/** Path of a compiled program; by default, the server. */
export function mainOf({ directory }: CompiledProgram, program = 'main.js'): string {
  return join(directory, 'src', program);
}
