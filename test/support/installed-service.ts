/** The service as it is installed, run as programs on embedded databases that a test asks to stop. */
import { join } from 'node:path';
import { isClusterRunning } from './embedded-cluster';
import { eventually } from './eventually';
import { copyInto, install, STRONG_SECRET, uninstall } from './installation';
import { type ProgramEnd, ProgramRun } from './program-run';

/** Records of an import in one transaction. */
export const BATCH = 500;

const SETTINGS = {
  EMBEDDED_DATABASE: '1',
  JWT_SECRET: STRONG_SECRET,
  PORT: '0',
  METRICS_PORT: '0',
  WARM_UP_MS: '0',
  SHUTDOWN_TIMEOUT_MS: '3000',
  IMPORT_BATCH_SIZE: String(BATCH),
};
/** From the request to the end of all processes, beside all else that runs on the machine. */
export const STOP_MAX_MS = 30_000;

/** A command line: a program and its arguments. */
export type CommandLine = readonly [string, ...string[]];

/** The command line of one of the project's scripts. */
export const npm = (script: string, ...args: string[]): CommandLine => ['npm', 'run', '--silent', script, ...args];

/** Programs of one installation with the demo and the samples. Call `end` after each test, `remove` in the end. */
export class InstalledService {
  private runs: ProgramRun[] = [];

  private constructor(readonly directory: string) {}

  static async create(): Promise<InstalledService> {
    const directory = await install('nest-cli.demo.json');
    copyInto(directory, 'samples');
    return new InstalledService(directory);
  }

  /** Starts a program on the embedded database of that name, which outlives it. */
  start(data: string, [program, ...args]: CommandLine, env: Record<string, string> = {}): ProgramRun {
    const settings = { ...SETTINGS, DATA_DIRECTORY: data, ...env };
    const run = new ProgramRun(program, args, { cwd: this.directory, env: settings });
    this.runs.push(run);
    return run;
  }

  /** Where the embedded database of a name lies. */
  clusterOf(data: string): string {
    return join(this.directory, data, 'postgres');
  }

  /** The address that a server prints: in its log, or the quick start when all is loaded. */
  async addressOf(run: ProgramRun): Promise<string> {
    return (await run.prints(/(?:"url":"|Serving on )(http:[0-9.:/]+)/))[1] ?? '';
  }

  /** Waits for the end, after which no process of the program and no database server may run. */
  async endOf(run: ProgramRun, data: string): Promise<ProgramEnd> {
    await eventually(() => run.leftOver.length === 0 && !isClusterRunning(this.clusterOf(data)), STOP_MAX_MS);
    return run.ended;
  }

  /** Ends what still runs. */
  async end(): Promise<void> {
    for (const run of this.runs) await run.destroy();
    this.runs = [];
  }

  remove(): void {
    uninstall(this.directory);
  }
}
