/** Servers and commands that are killed or frozen. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { eventually } from '../../support/eventually';
import { library, movie } from '../../support/catalog/catalog';
import type { FaultKind } from '../fault-kind';
import type { TestedSystem } from '../tested-system';
import { mainOf } from '../server-process';

const ENDED_BY_SIGTERM = 143;
/** Longest time until an import has stored its first batch, on a shared machine. */
const START_MAX_MS = 120_000;

/** Starts a command of the service on the database of the servers. */
export function startCommand(
  system: Pick<TestedSystem, 'program' | 'environment'>,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ChildProcess {
  return spawn(process.execPath, [mainOf(system.program, 'cli/main.js'), ...args], {
    env: { ...system.program.environment, ...system.environment(), ...env },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
}

/** Waits until a process has ended. Returns its exit code or its signal. */
export async function exitOf(child: ChildProcess): Promise<number | string | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode ?? child.signalCode;
}

/** Waits until a command exits. Throws unless its exit code or signal is in `expected`. Returns its standard error. */
export async function requireExit(child: ChildProcess, ...expected: (number | string)[]): Promise<string> {
  const [code, output] = await Promise.all([exitOf(child), child.stderr === null ? '' : text(child.stderr)]);
  if (code === null || !expected.includes(code)) throw new Error(`A command ended with ${code}: ${output}`);
  return output;
}

let imports = 0;

/** Starts an import whose input does not end, and waits until its first batch is stored. */
async function startImport(system: TestedSystem): Promise<ChildProcess> {
  const name = `Import ${(imports += 1)}`;
  const child = startCommand(system, ['import', '-'], { IMPORT_BATCH_SIZE: '20' });
  child.stdin?.on('error', () => undefined);
  const records = [library(name), ...Array.from({ length: 60 }, (_, index) => movie(name, `${name}, film ${index}`))];
  child.stdin?.write(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  await eventually(async () => {
    const [row] = await system.cluster.query<{ stored: boolean }>(
      'SELECT EXISTS (SELECT FROM libraries WHERE name = $1) AS stored',
      'faults',
      [name],
    );
    const end = child.exitCode ?? child.signalCode;
    if (end !== null) throw new Error(`The import ended with ${end}.`);
    return row?.stored === true;
  }, START_MAX_MS).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  return child;
}

/** Faults of processes of the service. */
export const PROCESS_KINDS: readonly FaultKind[] = [
  {
    name: 'SIGKILL of a server',
    mayEnd: true,
    isQuick: true,
    inject: async ({ servers: [first] }: TestedSystem) => {
      await first.end('SIGKILL');
      return () => first.start();
    },
  },
  {
    name: 'SIGTERM of a server',
    mayEnd: true,
    inject: async ({ servers: [first] }: TestedSystem) => {
      const code = await first.end('SIGTERM');
      if (code !== 0) throw new Error(`A server that was stopped ended with ${code}.`);
      return () => first.start();
    },
  },
  {
    name: 'SIGKILL of both servers',
    mayEnd: true,
    inject: async ({ servers }: TestedSystem) => {
      await Promise.all(servers.map((server) => server.end('SIGKILL')));
      return async () => void (await Promise.all(servers.map((server) => server.start())));
    },
  },
  {
    name: 'a frozen server',
    isSilent: true,
    unready: 'first',
    mayBeLate: true,
    holdMs: 1_500,
    inject: ({ servers: [first] }: TestedSystem) => {
      first.signal('SIGSTOP');
      return () => first.signal('SIGCONT');
    },
  },
  {
    name: 'two frozen servers',
    isSilent: true,
    unready: 'all',
    mayBeLate: true,
    inject: ({ servers }: TestedSystem) => {
      for (const server of servers) server.signal('SIGSTOP');
      return () => servers.forEach((server) => server.signal('SIGCONT'));
    },
  },
  {
    name: 'SIGKILL of an import',
    inject: async (system: TestedSystem) => {
      const child = await startImport(system);
      child.kill('SIGKILL');
      await exitOf(child);
      return () => undefined;
    },
  },
  {
    name: 'SIGTERM of an import',
    inject: async (system: TestedSystem) => {
      const child = await startImport(system);
      child.kill('SIGTERM');
      const code = await exitOf(child);
      if (code !== ENDED_BY_SIGTERM) throw new Error(`An import that was stopped ended with ${code}.`);
      return () => undefined;
    },
  },
  {
    name: 'a frozen import',
    inject: async (system: TestedSystem) => {
      const child = await startImport(system);
      child.kill('SIGSTOP');
      return async () => {
        child.kill('SIGCONT');
        child.stdin?.end();
        const code = await exitOf(child);
        if (code !== 0) throw new Error(`An import that was frozen ended with ${code}.`);
      };
    },
  },
];
