import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { eventually } from '../eventually';

/** How a program ended. */
export interface ProgramEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Text of standard output and standard error. */
  readonly output: string;
}

/** Working directory, environment and account of a program. The program inherits only PATH from this process. */
interface ProgramSettings {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Account to run as; default: the current account. */
  readonly uid?: number;
}

/** Maximum milliseconds until a condition of `waitFor` holds, on a machine under load. `ended` has no time limit. */
const TIMEOUT_MS = 120_000;

/**
 * A program under test. As in a shell, the program and its child processes are a process group. The constructor throws
 * if the program cannot be started.
 */
export class ProgramRun {
  readonly ended: Promise<ProgramEnd>;
  readonly stdin: NodeJS.WritableStream;
  readonly pid: number;
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
    if (child.pid === undefined) {
      // Node.js reports the reason later, as an event.
      child.once('error', () => undefined);
      throw new Error(`The program cannot be started: ${program}`);
    }
    this.pid = child.pid;
    // Ignores the error of writing to a program that has ended.
    child.stdin.on('error', () => undefined);
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => this.written.push(part));
    this.child = child;
    this.stdin = child.stdin;
    this.ended = once(child, 'close').then(([code, signal]: (number | NodeJS.Signals | null)[]) => {
      this.isOver = true;
      return { code: code as number | null, signal: signal as NodeJS.Signals | null, output: this.output };
    });
  }

  /** Runs a program until it ends. */
  static async run(program: string, args: readonly string[], settings: ProgramSettings): Promise<ProgramEnd> {
    const run = new ProgramRun(program, args, settings);
    run.stdin.end();
    return run.ended;
  }

  /** Whether the program has ended. Its child processes may still run. */
  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  get output(): string {
    return Buffer.concat(this.written).toString('utf8');
  }

  /** Waits until the output matches, and returns the match. Throws if the program ends first. */
  async prints(pattern: RegExp): Promise<RegExpExecArray> {
    await this.waitFor(() => pattern.test(this.output));
    return pattern.exec(this.output) as RegExpExecArray;
  }

  /** Waits until a condition holds. Throws if the program ends first. */
  async waitFor(condition: () => boolean | Promise<boolean>): Promise<void> {
    await eventually(async () => {
      if (await condition()) return true;
      if (this.isOver) throw new Error(`The program ended before the condition held: ${this.output}`);
      return false;
    }, TIMEOUT_MS);
  }

  /** Sends a signal only to the process that was started, as the command `kill` does. */
  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Sends a signal to every process of the group, as a terminal does. */
  killGroup(signal: NodeJS.Signals): void {
    process.kill(-this.pid, signal);
  }

  /** Command lines of the processes of the group that still run. */
  get leftOver(): string[] {
    return runningProcesses()
      .filter(({ group }) => group === this.pid)
      .map(({ command }) => command);
  }

  /** Kills the running processes of the group. */
  async destroy(): Promise<void> {
    if (this.leftOver.length > 0) this.killGroup('SIGKILL');
    await this.ended;
  }
}

interface RunningProcess {
  readonly id: number;
  readonly parent: number;
  readonly group: number;
  readonly command: string;
}

/** Returns every process of this machine that is not a zombie. */
export function runningProcesses(): RunningProcess[] {
  const table = execFileSync('ps', ['-ww', '-e', '-o', 'pid=,ppid=,pgid=,stat=,args='], { encoding: 'utf8' });
  return table.split('\n').flatMap((line) => {
    const [id, parent, group, state = 'Z', ...command] = line.trim().split(/\s+/);
    if (state.startsWith('Z')) return [];
    return [{ id: Number(id), parent: Number(parent), group: Number(group), command: command.join(' ') }];
  });
}
