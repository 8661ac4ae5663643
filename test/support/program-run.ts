import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { eventually } from './eventually';

/** How a program ended. */
export interface ProgramEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** What it printed, on both streams. */
  readonly output: string;
}

/** Where and with what a program runs; nothing of this process' environment but the path. */
export interface ProgramSettings {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Account to run as; ours by default. */
  readonly uid?: number;
}

/** Time for a program to print or to end, beside all else that runs on the machine. */
const PATIENCE_MS = 120_000;

/** A program under test, started as a shell does: in a process group of its own, with all that it starts. */
export class ProgramRun {
  readonly ended: Promise<ProgramEnd>;
  readonly stdin: NodeJS.WritableStream;
  private readonly child: ChildProcess;
  private readonly written: Buffer[] = [];
  private isOver = false;

  constructor(program: string, args: readonly string[], { cwd, env = {}, uid }: ProgramSettings) {
    const child = spawn(program, args, {
      cwd,
      detached: true,
      env: { PATH: process.env['PATH'], HOME: cwd, npm_config_update_notifier: 'false', ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
      ...(uid === undefined ? {} : { uid, gid: uid }),
    });
    // A program that has ended reads no more.
    child.stdin.on('error', () => undefined);
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => this.written.push(part));
    this.child = child;
    this.stdin = child.stdin;
    this.ended = once(child, 'close').then(([code, signal]: (number | NodeJS.Signals | null)[]) => {
      this.isOver = true;
      return { code: code as number | null, signal: signal as NodeJS.Signals | null, output: this.output };
    });
  }

  /** Runs a program to its end. */
  static run(program: string, args: readonly string[], settings: ProgramSettings): Promise<ProgramEnd> {
    const run = new ProgramRun(program, args, settings);
    run.stdin.end();
    return run.ended;
  }

  get output(): string {
    return Buffer.concat(this.written).toString('utf8');
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Waits until the output matches; gives the match. Fails when the program ends before. */
  async prints(pattern: RegExp): Promise<RegExpExecArray> {
    await this.waitFor(() => pattern.test(this.output));
    return pattern.exec(this.output) as RegExpExecArray;
  }

  /** Waits until something is so. Fails when the program ends before. */
  async waitFor(condition: () => boolean | Promise<boolean>): Promise<void> {
    await eventually(async () => {
      if (await condition()) return true;
      if (this.isOver) throw new Error(`It ended before that: ${this.output}`);
      return false;
    }, PATIENCE_MS);
  }

  /** A signal to the process that was started and to no other, as `kill` sends it. */
  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** A signal to every process of the group, as a terminal sends it. */
  killGroup(signal: NodeJS.Signals): void {
    process.kill(-this.pid, signal);
  }

  /** The command lines of the group's processes that still run. */
  get leftOver(): string[] {
    return runningProcesses()
      .filter(({ group }) => group === this.pid)
      .map(({ command }) => command);
  }

  /** Ends what is left of it. */
  async destroy(): Promise<void> {
    if (this.leftOver.length > 0) this.killGroup('SIGKILL');
    await this.ended;
  }
}

/** A process that runs. */
interface RunningProcess {
  readonly id: number;
  readonly parent: number;
  readonly group: number;
  readonly command: string;
}

/** Every process of this machine that is no zombie. */
export function runningProcesses(): RunningProcess[] {
  const table = execFileSync('ps', ['-ww', '-e', '-o', 'pid=,ppid=,pgid=,stat=,args='], { encoding: 'utf8' });
  return table.split('\n').flatMap((line) => {
    const [id, parent, group, state = 'Z', ...command] = line.trim().split(/\s+/);
    if (state.startsWith('Z')) return [];
    return [{ id: Number(id), parent: Number(parent), group: Number(group), command: command.join(' ') }];
  });
}
