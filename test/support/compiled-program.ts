/** Compiles programs of `test/support` as the build does, so that tests can run them as separate processes. */
import { transformFile } from '@swc/core';
import { fork, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');
const PROGRAMS = join(ROOT, 'test/support');

/** A compiled program and its sources in a temporary directory. Call `remove` when all processes have ended. */
export class CompiledProgram {
  /** Environment variables that every process needs. */
  readonly environment = { PATH: process.env['PATH'], NODE_PATH: join(ROOT, 'node_modules') };

  private constructor(
    private readonly directory: string,
    /** Path of the program. */
    readonly script: string,
  ) {}

  /** Compiles the sources once for all processes. `program` is the name of a file in `test/support`. */
  static async compile(program: string): Promise<CompiledProgram> {
    const directory = mkdtempSync(join(tmpdir(), 'intelligence-program-'));
    const files = [...sourcesBelow(join(ROOT, 'src')), ...sourcesBelow(PROGRAMS)];
    await Promise.all(files.map((file) => compileFile(file, directory)));
    return new CompiledProgram(directory, targetOf(join(PROGRAMS, program), directory));
  }

  /** Starts a process with piped output and an IPC channel. */
  start(env: NodeJS.ProcessEnv): ChildProcess {
    return fork(this.script, { env: { ...this.environment, ...env }, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  }

  remove(): void {
    rmSync(this.directory, { recursive: true, force: true });
  }
}

function sourcesBelow(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return sourcesBelow(path);
    return entry.name.endsWith('.ts') && !entry.name.endsWith('.spec.ts') ? [path] : [];
  });
}

async function compileFile(file: string, directory: string): Promise<void> {
  const target = targetOf(file, directory);
  const { code } = await transformFile(file, { configFile: join(ROOT, '.swcrc'), sourceMaps: false });
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, code);
}

function targetOf(file: string, directory: string): string {
  return join(directory, relative(ROOT, file)).replace(/\.ts$/, '.js');
}
