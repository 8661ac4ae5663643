/** Runs programs of an installation on embedded databases, for tests that stop them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isClusterRunning } from '../databases/embedded-cluster';
import { eventually } from '../eventually';
import { install, STRONG_SECRET, uninstall } from './installation';
import { type ProgramEnd, ProgramRun } from '../programs/program-run';
import { ROOT } from '../root';

/** Number of records that an import writes in one transaction. */
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
/** Maximum milliseconds from the stop signal to the end of all processes, on a machine under load. */
export const STOP_MAX_MS = 30_000;

type CommandLine = readonly [string, ...string[]];

/** Returns the command line of an npm script of the project. */
export const npm = (script: string, ...args: string[]): CommandLine => ['npm', 'run', '--silent', script, ...args];

const readManifest = (path: string): { scripts: Record<string, string> } =>
  JSON.parse(readFileSync(path, 'utf8')) as { scripts: Record<string, string> };

/** Runs programs of one installation with demo and samples. Call `end` after each test, and `remove` at the end. */
export class InstalledService {
  private runs: ProgramRun[] = [];

  private constructor(readonly directory: string) {}

  static async create(): Promise<InstalledService> {
    const directory = await install('nest-cli.demo.json');
    // The manifest of the package has no script for the demo.
    const path = join(directory, 'package.json');
    const manifest = readManifest(path);
    manifest.scripts['demo'] = readManifest(resolve(ROOT, 'package.json')).scripts['demo'] ?? '';
    writeFileSync(path, JSON.stringify(manifest));
    return new InstalledService(directory);
  }

  /** Starts a program on the embedded database in the directory `data`. Later programs can use the same database. */
  start(data: string, [program, ...args]: CommandLine, env: Record<string, string> = {}): ProgramRun {
    const settings = { ...SETTINGS, DATA_DIRECTORY: data, ...env };
    const run = new ProgramRun(program, args, { cwd: this.directory, env: settings });
    this.runs.push(run);
    return run;
  }

  /** Returns the path of the embedded database in the directory `data`. */
  clusterOf(data: string): string {
    return join(this.directory, data, 'postgres');
  }

  /** Waits for the URL that the server logs, or that the quick start prints when the samples are loaded. */
  async addressOf(run: ProgramRun): Promise<string> {
    return (await run.prints(/(?:"url":"|Serving on )(http:[0-9.:/]+)/))[1] ?? '';
  }

  /** Waits until the program, its child processes and its database server have ended. */
  async endOf(run: ProgramRun, data: string): Promise<ProgramEnd> {
    const cluster = this.clusterOf(data);
    // Reading the process table takes much processor time, so the end of the program itself is checked first.
    await eventually(() => run.hasEnded && run.leftOver.length === 0 && !isClusterRunning(cluster), STOP_MAX_MS);
    return run.ended;
  }

  /** Kills the programs that still run. */
  async end(): Promise<void> {
    for (const run of this.runs) await run.destroy();
    this.runs = [];
  }

  remove(): void {
    uninstall(this.directory);
  }
}
