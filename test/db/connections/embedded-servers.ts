import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from '../../../src/database/embedded/embedded-postgres';
import { findProcess } from '../../../src/database/embedded/server/process-table';
import { eventually } from '../../support/eventually';
import {
  compileLauncher,
  runLauncher,
  type LauncherProcessOptions,
  type LauncherProcess,
  type StartedServer,
} from '../../support/programs/launcher-process';

/** Starts embedded servers, each in a temporary directory. Call `stopAll` after each test and `remove` at the end. */
export class EmbeddedServers {
  /** Directory of all data directories. Every account may read it. */
  readonly scratch = mkdtempSync(join(tmpdir(), 'embedded-postgres-spec-'));
  private readonly compiled = join(this.scratch, 'launcher');
  private readonly servers: EmbeddedPostgres[] = [];
  private readonly processes: LauncherProcess[] = [];
  private directories = 0;

  constructor() {
    chmodSync(this.scratch, 0o755);
    compileLauncher(this.compiled);
  }

  async stopAll(): Promise<void> {
    for (const server of this.servers.splice(0)) await server.stop();
    for (const launcher of this.processes.splice(0)) await launcher.kill();
  }

  remove(): void {
    rmSync(this.scratch, { recursive: true, force: true });
  }

  newDirectory(): string {
    this.directories += 1;
    const directory = join(this.scratch, `data-${this.directories}`);
    mkdirSync(directory);
    return directory;
  }

  /** Starts a server from this process. */
  async start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
    const server = await startEmbeddedPostgres(options);
    this.servers.push(server);
    return server;
  }

  /** Starts a server from a child process. */
  launch(options: EmbeddedPostgresOptions, processOptions?: LauncherProcessOptions): LauncherProcess {
    const launcher = runLauncher(this.compiled, options, processOptions);
    this.processes.push(launcher);
    return launcher;
  }

  /** Starts a server from a child process, and kills the child process. The server keeps running. */
  async startAndKillLauncher(dataDirectory: string): Promise<StartedServer> {
    const launcher = this.launch({ dataDirectory });
    const started = await launcher.started;
    await launcher.kill();
    return started;
  }
}

/** Waits until a process has ended. */
export async function expectGone(pid: number): Promise<void> {
  await eventually(() => findProcess(pid)?.running !== true);
}
