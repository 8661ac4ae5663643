import { transformFileSync } from '@swc/core';
import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, relative } from 'node:path';
import type { EmbeddedPostgresOptions } from '../../../src/database/embedded/embedded-postgres';
import { ROOT } from '../root';

/** Sources of the launcher, which starts the embedded server, and the files that they import from other folders. */
const SOURCES = [
  'src/database/embedded',
  'src/database/connections/certificate-file-error.ts',
  'src/database/connections/quiet-client.ts',
  'src/database/connections/require-scram.ts',
  'src/common/make-directories.ts',
  'src/common/problems/operator-error.ts',
  'src/common/problems/error-code.ts',
];
const LAUNCHER = 'src/database/embedded';

/** Message of a child process after its server has started. */
export interface StartedServer {
  pid: number;
  url: string;
  adminUrl: string;
  /** Whether another process started the server. */
  adopted: boolean;
  directory: string;
}

/** Options of a child process. */
export interface LauncherProcessOptions {
  /** Account to run as; default: the current account. */
  uid?: number;
  gid?: number;
  /** File creation mask; default: the current mask. */
  umask?: number;
  /** Directory that Node.js searches for packages before the `node_modules` of the project. */
  modules?: string;
  /** Directory to which XDG_CACHE_HOME refers by a relative path; default: XDG_CACHE_HOME is not set. */
  relativeCache?: string;
}

/** A process that starts the embedded server and keeps it running until a test stops it. */
export interface LauncherProcess {
  /** Resolves with the started server. Rejects with the error message of the launcher. */
  started: Promise<StartedServer>;
  /** Sends SIGKILL and waits for the end of the process. */
  kill(): Promise<void>;
  /** Makes the process call `stop()` and exit. Rejects if `stop()` fails. */
  stop(): Promise<void>;
  /** Makes the process exit at once, without `stop()`. */
  exit(): Promise<void>;
}

const PROGRAM = `
const { startEmbeddedPostgres } = require('./embedded-postgres');
const { options, umask } = JSON.parse(process.argv[2]);
if (umask !== undefined) process.umask(umask);
startEmbeddedPostgres(options).then(
  (server) => {
    process.stdout.write(JSON.stringify(server) + '\\n');
    process.stdin.on('data', (order) => {
      if (String(order).startsWith('exit')) process.exit(0);
      server.stop().then(() => process.exit(0));
    });
  },
  (error) => {
    process.stderr.write(error.name + ': ' + error.message);
    process.exit(1);
  },
);
`;

/** Compiles the launcher to JavaScript, in a directory that every account may read. */
export function compileLauncher(directory: string): void {
  for (const source of SOURCES.flatMap(filesOf)) {
    makeReadable(directory, dirname(source));
    const { code } = transformFileSync(join(ROOT, source), { configFile: join(ROOT, '.swcrc'), sourceMaps: false });
    writeFileSync(join(directory, source.replace(/\.ts$/, '.js')), code, { mode: 0o644 });
  }
  writeFileSync(join(directory, LAUNCHER, 'program.js'), PROGRAM, { mode: 0o644 });
}

function filesOf(source: string): string[] {
  if (source.endsWith('.ts')) return [source];
  const names = readdirSync(join(ROOT, source), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => /(?<!\.spec)\.ts$/.test(name)).map((name) => join(source, name));
}

/** Creates a folder and its parents up to `directory`. Every account may read them, whatever the umask is. */
function makeReadable(directory: string, path: string): void {
  if (path !== '.') makeReadable(directory, dirname(path));
  mkdirSync(join(directory, path), { recursive: true });
  chmodSync(join(directory, path), 0o755);
}

/** Runs the compiled launcher in a child process. */
export function runLauncher(
  compiled: string,
  options: EmbeddedPostgresOptions,
  settings: LauncherProcessOptions = {},
): LauncherProcess {
  const modules = [settings.modules, join(ROOT, 'node_modules')].filter((path) => path !== undefined);
  const cwd = join(compiled, LAUNCHER);
  const cache = settings.relativeCache === undefined ? {} : { XDG_CACHE_HOME: relative(cwd, settings.relativeCache) };
  const child = spawn(process.execPath, ['program.js', JSON.stringify({ options, umask: settings.umask })], {
    cwd,
    ...(settings.uid === undefined ? {} : { uid: settings.uid, gid: settings.gid ?? settings.uid }),
    env: { PATH: process.env['PATH'], HOME: '/nonexistent', NODE_PATH: modules.join(delimiter), ...cache },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((settle) => child.on('close', settle));
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString('utf8')));
  const end = async (act: () => void): Promise<void> => {
    act();
    await ended;
  };
  return {
    started: startOf(child),
    kill: () => end(() => child.kill('SIGKILL')),
    stop: async () => {
      child.stdin.write('stop\n');
      if ((await ended) !== 0) throw new Error(`The server was not stopped. ${errors}`);
    },
    exit: () => end(() => child.stdin.write('exit\n')),
  };
}

function startOf(child: ChildProcess): Promise<StartedServer> {
  return new Promise((settle, reject) => {
    let output = '';
    let errors = '';
    child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString('utf8')));
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
      if (output.endsWith('\n')) settle(JSON.parse(output) as StartedServer);
    });
    child.on('error', reject);
    child.on('close', () => reject(new Error(errors)));
  });
}
