/** Faults that kill, stop or freeze the database server, or end its connections. */
import { eventually } from '../../support/eventually';
import type { ExternalCluster } from '../external-cluster';
import { leaveStaleLockFile } from '../external-cluster';
import type { TestedSystem } from '../tested-system';
import type { FaultKind, EndFault } from '../fault-kind';

/** Text after FROM that selects the sessions of the servers. A statement can add further conditions with AND. */
const SESSIONS = `pg_stat_activity WHERE datname = 'faults' AND usename = 'service'`;
const BACKEND = /postgres: .*service faults/;

const stopDatabase =
  (signal: NodeJS.Signals): FaultKind['inject'] =>
  async ({ cluster }) => {
    await cluster.end(signal);
    return () => cluster.start();
  };

/**
 * Sends a signal to processes of the database. `count` limits their number. `endSignal` is the signal that ends the
 * fault; null means that the database server is started again if it has ended.
 */
function signalProcesses(
  title: RegExp,
  signal: NodeJS.Signals,
  endSignal: NodeJS.Signals | null,
  count = Infinity,
): FaultKind['inject'] {
  return async ({ cluster }): Promise<EndFault> => {
    const ids = await eventually(() => {
      const children = cluster.children(title).slice(0, count);
      return children.length > 0 && children;
    });
    for (const id of ids) send(id, signal);
    return async () => {
      if (endSignal === null) await cluster.start();
      else for (const id of ids) send(id, endSignal);
    };
  };
}

/** Sends a signal to a process, unless it has ended. */
function send(id: number, signal: NodeJS.Signals): void {
  try {
    process.kill(id, signal);
  } catch {
    return;
  }
}

const runStatement =
  (text: string, times = 1): FaultKind['inject'] =>
  async ({ cluster }) => {
    for (let time = 0; time < times; time += 1) await cluster.query(text, 'postgres');
    return () => undefined;
  };

async function restartWithStaleLockFile(cluster: ExternalCluster): Promise<EndFault> {
  await cluster.end('SIGKILL');
  leaveStaleLockFile(cluster);
  return () => cluster.start();
}

/** Faults of the database server. */
export const DATABASE_KINDS: readonly FaultKind[] = [
  { name: 'SIGKILL of the database', unready: 'all', inject: stopDatabase('SIGKILL') },
  { name: 'immediate shutdown of the database', unready: 'all', isQuick: true, inject: stopDatabase('SIGQUIT') },
  { name: 'fast shutdown of the database', unready: 'all', inject: stopDatabase('SIGINT') },
  {
    name: 'a stale postmaster.pid',
    unready: 'all',
    inject: ({ cluster }: TestedSystem) => restartWithStaleLockFile(cluster),
  },
  { name: 'SIGKILL of a backend', inject: signalProcesses(BACKEND, 'SIGKILL', null, 1) },
  { name: 'SIGKILL of the checkpointer', inject: signalProcesses(/postgres: checkpointer/, 'SIGKILL', null) },
  { name: 'SIGKILL of the WAL writer', inject: signalProcesses(/postgres: walwriter/, 'SIGKILL', null) },
  {
    name: 'all connections terminated',
    isQuick: true,
    inject: runStatement(`SELECT pg_terminate_backend(pid) FROM ${SESSIONS}`),
  },
  {
    name: 'some connections terminated',
    inject: runStatement(`SELECT pg_terminate_backend(pid) FROM ${SESSIONS} AND random() < 0.4`),
  },
  {
    name: 'connections terminated again and again',
    inject: runStatement(`SELECT pg_terminate_backend(pid), pg_sleep(0.01) FROM ${SESSIONS} AND random() < 0.7`, 20),
  },
  {
    name: 'all statements cancelled',
    inject: runStatement(`SELECT pg_cancel_backend(pid), pg_sleep(0.01) FROM ${SESSIONS}`, 20),
  },
  {
    name: 'a frozen backend',
    mayBeLate: true,
    holdMs: 1_500,
    inject: signalProcesses(BACKEND, 'SIGSTOP', 'SIGCONT', 1),
  },
  // Readiness does not fail, because a server can open another connection to a new backend.
  { name: 'all backends frozen', mayBeLate: true, inject: signalProcesses(BACKEND, 'SIGSTOP', 'SIGCONT') },
  {
    name: 'a frozen postmaster',
    holdMs: 1_000,
    inject: ({ cluster }: TestedSystem) => {
      cluster.signal('SIGSTOP');
      return () => cluster.signal('SIGCONT');
    },
  },
  {
    name: 'a frozen postmaster, and all connections terminated',
    unready: 'all',
    inject: async ({ cluster }: TestedSystem) => {
      const client = await cluster.connect();
      // The servers cannot connect again, because the postmaster is already frozen.
      cluster.signal('SIGSTOP');
      await client.query(`SELECT pg_terminate_backend(pid) FROM ${SESSIONS}`);
      await client.end();
      return () => cluster.signal('SIGCONT');
    },
  },
  {
    name: 'configuration read again',
    inject: ({ cluster }: TestedSystem) => {
      cluster.signal('SIGHUP');
      return () => undefined;
    },
  },
];
