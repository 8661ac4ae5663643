/** Compiles programs of `test/support` as the build does, so that tests can run them as separate processes. */
import { transform } from '@swc/core';
import { fork, type ChildProcess } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { ROOT } from '../root';

const FIXTURES = 'test/support';

/** Which sources to compile. */
export interface CompiledSources {
  /** Root of another version of the project; default: this project. Its programs use the packages of this project. */
  readonly root?: string;
  /** Changes the text of a file before it is compiled. The path is relative to `root`. Default: no change. */
  readonly edit?: (path: string, text: string) => string;
}

/**
 * A program in a temporary directory, together with the other compiled files. Call `remove` when all processes have
 * ended.
 */
export class CompiledProgram {
  /** Environment variables that every process needs. */
  readonly environment = { PATH: process.env['PATH'], NODE_PATH: join(ROOT, 'node_modules') };

  private constructor(
    /** Contains the compiled `src` and `test/support`. */
    readonly directory: string,
    readonly script: string,
  ) {}

  /** Compiles the sources once for all processes. `program` is the name of a file below `test/support`. */
  static async compile(program: string, sources: CompiledSources = {}): Promise<CompiledProgram> {
    const { root = ROOT, edit = (_path, text) => text } = sources;
    const directory = mkdtempSync(join(tmpdir(), 'intelligence-program-'));
    const files = ['src', FIXTURES].flatMap((folder) => sourcesBelow(join(root, folder)));
    const targetOf = (file: string): string => join(directory, relative(root, file).replace(/\.ts$/, '.js'));
    const compileFile = async (file: string): Promise<void> => {
      const text = edit(relative(root, file), readFileSync(file, 'utf8'));
      const { code } = await transform(text, { configFile: join(root, '.swcrc'), filename: file, sourceMaps: false });
      const target = targetOf(file);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, code);
    };
    const source = sourcesBelow(join(root, FIXTURES)).find((file) => basename(file) === program);
    if (source === undefined) throw new Error(`No file ${program} below ${FIXTURES}.`);
    await Promise.all(files.map(compileFile));
    // Programs read the version of the service from this file.
    copyFileSync(join(root, 'package.json'), join(directory, 'package.json'));
    return new CompiledProgram(directory, targetOf(source));
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

/** Waits for the next message with this member. Returns null if the process exits first. */
export function nextMessage<Message extends object>(child: ChildProcess, member: string): Promise<Message | null> {
  return new Promise((resolve) => {
    const settle = (message: Message | null): void => {
      child.off('message', listen);
      child.off('exit', exited);
      resolve(message);
    };
    const exited = (): void => settle(null);
    const listen = (message: Message): void => {
      if (member in message) settle(message);
    };
    child.on('message', listen);
    child.once('exit', exited);
    if (child.exitCode !== null || child.signalCode !== null) exited();
  });
}
