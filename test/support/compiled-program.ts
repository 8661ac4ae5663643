/** Programs of `test/support` that tests run as processes of their own, compiled as the build does. */
import { transformFile } from '@swc/core';
import { fork, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');
const PROGRAMS = join(ROOT, 'test/support');

/** One program with all it may import, in a scratch directory; `remove` when no process needs them any more. */
export class CompiledProgram {
  /** What its processes need of the environment, whatever else they are given. */
  readonly environment = { PATH: process.env['PATH'], NODE_PATH: join(ROOT, 'node_modules') };

  private constructor(
    private readonly directory: string,
    /** The file to run. */
    readonly script: string,
  ) {}

  /** Compiles once what each process would otherwise compile anew; `program` is a file of `test/support`. */
  static async compile(program: string): Promise<CompiledProgram> {
    const directory = mkdtempSync(join(tmpdir(), 'intelligence-program-'));
    const files = [...sourcesBelow(join(ROOT, 'src')), ...sourcesBelow(PROGRAMS)];
    await Promise.all(files.map((file) => compileFile(file, directory)));
    return new CompiledProgram(directory, targetOf(join(PROGRAMS, program), directory));
  }

  /** Starts it with its output piped and messages in both directions. */
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
