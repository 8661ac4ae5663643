/** Runs demos in child processes. Each process is killed, at a failpoint or at the end of the test. */
import type { ChildProcess } from 'node:child_process';
import type { DemoStatusResponse } from '../../../src/demo/demo.dto';
import { CompiledProgram, nextMessage } from '../programs/compiled-program';
import type { DemoProgramMessage, DemoProgramReply, KillPoint } from './demo-program';
import { eventually } from '../eventually';

/**
 * Starts demos one after the other. Keeps a spare process, which has loaded the code and waits to start the next demo.
 * The caller must call `close`.
 */
export class DemoProcesses {
  private spare: ChildProcess;
  private readonly running = new Set<ChildProcess>();
  private readonly chunks: string[] = [];
  /** Access token of the demo's administrator, valid for all processes with the same secret and database. */
  private token: string | null = null;
  private tokenReusedUntil = 0;

  private constructor(
    private readonly program: CompiledProgram,
    private readonly environment: Readonly<Record<string, string>>,
  ) {
    this.spare = this.load();
  }

  static async open(environment: Readonly<Record<string, string>>): Promise<DemoProcesses> {
    return new DemoProcesses(await CompiledProgram.compile('demo-program.ts'), environment);
  }

  /** Output of all processes so far. `LOG_LEVEL` in the environment decides which log lines it contains. */
  get output(): string {
    return this.chunks.join('');
  }

  /** Starts a demo. Returns null if the process exits before it accepts requests. */
  async start(kill: KillPoint | null): Promise<DemoProcess | null> {
    const child = this.spare;
    this.spare = this.load();
    const url = nextMessage<{ url: string }>(child, 'url');
    child.send({ start: true, kill } satisfies DemoProgramMessage);
    const started = await url;
    return started === null ? null : new DemoProcess(child, started.url, (target) => this.logIn(target));
  }

  /** Kills all processes and deletes the compiled program. */
  async close(): Promise<void> {
    await this.kill([...this.running]);
    this.program.remove();
  }

  /** Kills the started demos, but not the spare process. The caller can then drop the database of the demos. */
  async killStarted(): Promise<void> {
    this.token = null;
    await this.kill([...this.running].filter((child) => child !== this.spare));
  }

  private async kill(children: readonly ChildProcess[]): Promise<void> {
    await Promise.all(
      children.map(async (child) => {
        const exited = new Promise((resolve) => child.once('exit', resolve));
        child.kill('SIGKILL');
        await exited;
      }),
    );
  }

  private load(): ChildProcess {
    const child = this.program.start(this.environment);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (part: Buffer) => this.chunks.push(part.toString('utf8')));
    }
    this.running.add(child);
    child.once('exit', () => this.running.delete(child));
    return child;
  }

  private async logIn(url: string): Promise<string> {
    // Logs in again from time to time, because access tokens expire.
    if (this.token !== null && Date.now() < this.tokenReusedUntil) return this.token;
    const response = await fetch(`${url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'demo', password: 'demodemo' }),
    });
    if (response.status !== 200) throw new UnexpectedAnswer(`POST /auth/login: ${response.status}`);
    const { access_token: token } = (await response.json()) as { access_token: string };
    this.token = token;
    this.tokenReusedUntil = Date.now() + TOKEN_REUSE_MS;
    return token;
  }
}

/** Time for which an access token is reused, in milliseconds. */
const TOKEN_REUSE_MS = 120_000;

/** A process with a demo that accepts requests. */
export class DemoProcess {
  private readonly exited: Promise<null>;

  constructor(
    private readonly child: ChildProcess,
    private readonly url: string,
    private readonly logIn: (url: string) => Promise<string>,
  ) {
    this.exited = this.hasExited
      ? Promise.resolve(null)
      : new Promise((resolve) => child.once('exit', () => resolve(null)));
  }

  get hasExited(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Replaces the point at which the process kills itself; null removes it. Returns false if the process has exited. */
  async arm(kill: KillPoint | null): Promise<boolean> {
    return (await this.sendKillPoint(kill)) !== null;
  }

  /** Returns the peak memory use of the process in MiB; infinity if it has exited. Also removes its kill point. */
  async peakMiB(): Promise<number> {
    return (await this.sendKillPoint(null))?.peakMiB ?? Number.POSITIVE_INFINITY;
  }

  private sendKillPoint(kill: KillPoint | null): Promise<DemoProgramReply | null> {
    const reply = nextMessage<DemoProgramReply>(this.child, 'armed');
    if (this.child.connected) this.child.send({ kill } satisfies DemoProgramMessage);
    return reply;
  }

  /** Runs a command and returns the status at its end. Returns null if the process exits first. */
  async command(kind: 'reset' | 'resize', movies: number, series: number): Promise<DemoStatusResponse | null> {
    return this.send('POST', `/admin/demo/${kind}`, { movie_count: movies, series_count: series });
  }

  /** Waits until no command runs, and returns the status. Returns null if the process exits first. */
  async settle(): Promise<DemoStatusResponse | null> {
    let status: DemoStatusResponse | null = null;
    await eventually(async () => {
      status = await this.send('GET', '/admin/demo/status');
      return status === null || status.state === 'ready' || status.state === 'failed';
    });
    return status;
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.exited;
  }

  private async send(method: 'GET' | 'POST', path: string, body?: unknown): Promise<DemoStatusResponse | null> {
    try {
      const token = await this.logIn(this.url);
      const response = await fetch(`${this.url}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', prefer: 'wait=60' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const answer = (await response.json()) as DemoStatusResponse;
      if (response.status !== 200) throw new UnexpectedAnswer(`${method} ${path}: ${response.status}`);
      return answer;
    } catch (error) {
      if (error instanceof UnexpectedAnswer) throw error;
      // The request may fail only because the process was killed. Any other reason is an error.
      await eventually(() => this.hasExited, EXIT_TIMEOUT_MS).catch(() => Promise.reject(error as Error));
      return null;
    }
  }
}

class UnexpectedAnswer extends Error {}

/** Maximum time from a failed request until Node.js reports the exit of the process, in milliseconds. */
const EXIT_TIMEOUT_MS = 5_000;
