/** Demos in processes of their own, each killed at a failpoint or at the end. */
import type { ChildProcess } from 'node:child_process';
import type { DemoStatusResponse } from '../../src/demo/demo.dto';
import { CompiledProgram } from './compiled-program';
import type { Death, DemoArmed, DemoOrder } from './demo-program';
import { eventually } from './eventually';

/** Starts demos one after the other, the code of the next one loaded ahead. `close` it. */
export class DemoProcesses {
  private spare: ChildProcess;
  private readonly running = new Set<ChildProcess>();
  private readonly written: string[] = [];
  /** Of the demo's administrator; good for every process with the same secret. */
  private token: string | null = null;
  private tokenUsedUntil = 0;

  private constructor(
    private readonly program: CompiledProgram,
    private readonly environment: Readonly<Record<string, string>>,
  ) {
    this.spare = this.load();
  }

  static async open(environment: Readonly<Record<string, string>>): Promise<DemoProcesses> {
    return new DemoProcesses(await CompiledProgram.compile('demo-program.ts'), environment);
  }

  /** All that the demos have written so far, where `LOG_LEVEL` lets them. */
  get output(): string {
    return this.written.join('');
  }

  /** Starts a demo; null when it died before it answered. */
  async start(death: Death | null): Promise<DemoProcess | null> {
    const child = this.spare;
    this.spare = this.load();
    const url = nextMessage<{ url: string }>(child, 'url');
    child.send({ start: true, death } satisfies DemoOrder);
    const started = await url;
    return started === null ? null : new DemoProcess(child, started.url, (target) => this.logIn(target));
  }

  /** Kills what still runs. */
  async close(): Promise<void> {
    await this.kill([...this.running]);
    this.program.remove();
  }

  /** Kills the demos that were started, and leaves the next one loaded; their database may go. */
  async killStarted(): Promise<void> {
    this.token = null;
    await this.kill([...this.running].filter((child) => child !== this.spare));
  }

  private async kill(children: readonly ChildProcess[]): Promise<void> {
    await Promise.all(
      children.map(async (child) => {
        const gone = new Promise((resolve) => child.once('exit', resolve));
        child.kill('SIGKILL');
        await gone;
      }),
    );
  }

  private load(): ChildProcess {
    const child = this.program.start(this.environment);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (part: Buffer) => this.written.push(part.toString('utf8')));
    }
    this.running.add(child);
    child.once('exit', () => this.running.delete(child));
    return child;
  }

  private async logIn(url: string): Promise<string> {
    // Short-lived: a long run logs in again in time.
    if (this.token !== null && Date.now() < this.tokenUsedUntil) return this.token;
    const response = await fetch(`${url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'demo', password: 'demodemo' }),
    });
    const { access_token: token } = (await response.json()) as { access_token: string };
    this.token = token;
    this.tokenUsedUntil = Date.now() + TOKEN_USED_MS;
    return token;
  }
}

const TOKEN_USED_MS = 120_000;

/** A demo that answers. */
export class DemoProcess {
  private readonly gone: Promise<null>;

  constructor(
    private readonly child: ChildProcess,
    private readonly url: string,
    private readonly logIn: (url: string) => Promise<string>,
  ) {
    this.gone = this.isGone ? Promise.resolve(null) : new Promise((resolve) => child.once('exit', () => resolve(null)));
  }

  get isGone(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Says where to die from now on; null: nowhere. False when it is dead already. */
  async arm(death: Death | null): Promise<boolean> {
    return (await this.order(death)) !== null;
  }

  /** Most memory that the process ever held, in MiB; dies nowhere any more. */
  async peakMiB(): Promise<number> {
    return (await this.order(null))?.peakMiB ?? Number.POSITIVE_INFINITY;
  }

  private order(death: Death | null): Promise<DemoArmed | null> {
    const armed = nextMessage<DemoArmed>(this.child, 'armed');
    if (this.child.connected) this.child.send({ death } satisfies DemoOrder);
    return armed;
  }

  /** Runs a command to its end; null when the process died over it. */
  async command(kind: 'reset' | 'resize', movies: number, series: number): Promise<DemoStatusResponse | null> {
    return this.send('POST', `/admin/demo/${kind}`, { movie_count: movies, series_count: series });
  }

  /** The status once no command runs; null when the process died before. */
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
    await this.gone;
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
      // The connection broke: nothing but the death of the process may be the reason.
      await eventually(() => this.isGone, DEATH_MS).catch(() => Promise.reject(error as Error));
      return null;
    }
  }
}

class UnexpectedAnswer extends Error {}

const DEATH_MS = 5_000;

/** The next message with that member; null when the process ends without one. */
function nextMessage<Message extends object>(child: ChildProcess, member: string): Promise<Message | null> {
  return new Promise((resolve) => {
    const settle = (message: Message | null): void => {
      child.off('message', listen);
      child.off('exit', ended);
      resolve(message);
    };
    const ended = (): void => settle(null);
    const listen = (message: Message): void => {
      if (member in message) settle(message);
    };
    child.on('message', listen);
    child.once('exit', ended);
    if (child.exitCode !== null || child.signalCode !== null) ended();
  });
}
