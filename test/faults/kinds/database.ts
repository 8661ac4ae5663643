/** Faults that kill, stop or freeze the database server, or end its connections. */
import { eventually } from '../../support/eventually';
import type { ExternalCluster } from '../external-cluster';
import { leaveStaleLockFile } from '../external-cluster';
import type { FaultWorld } from '../fault-world';
import type { FaultKind, Heal } from '../fault-kind';

/** Condition on `pg_stat_activity` for the sessions of the servers. */
const SESSIONS = `pg_stat_activity WHERE datname = 'faults' AND usename = 'service'`;
const BACKEND = /postgres: .*service faults/;

const ended =
  (signal: NodeJS.Signals): FaultKind['inject'] =>
  async ({ cluster }) => {
    await cluster.end(signal);
    return () => cluster.start();
  };

/** Sends a signal to processes of the database. `count` limits their number. */
function signalled(
  title: RegExp,
  signal: NodeJS.Signals,
  heal: NodeJS.Signals | null,
  count = Infinity,
): FaultKind['inject'] {
  return async ({ cluster }): Promise<Heal> => {
    const ids = await eventually(() => {
      const found = cluster.children(title).slice(0, count);
      return found.length > 0 && found;
    });
    for (const id of ids) send(id, signal);
    return async () => {
      if (heal === null) await cluster.start();
      else for (const id of ids) send(id, heal);
    };
  };
}

/** A process may end before it receives the signal. */
function send(id: number, signal: NodeJS.Signals): void {
  try {
    process.kill(id, signal);
  } catch {
    return;
  }
}

const statement =
  (text: string, times = 1): FaultKind['inject'] =>
  async ({ cluster }) => {
    for (let time = 0; time < times; time += 1) await cluster.query(text, 'postgres');
    return () => undefined;
  };

async function restartWithStaleLockFile(cluster: ExternalCluster): Promise<Heal> {
  await cluster.end('SIGKILL');
  leaveStaleLockFile(cluster);
  return () => cluster.start();
}

/** Faults of the database server. */
export const DATABASE_KINDS: readonly FaultKind[] = [
  { name: 'SIGKILL of the database', unready: 'all', inject: ended('SIGKILL') },
  { name: 'immediate shutdown of the database', unready: 'all', isQuick: true, inject: ended('SIGQUIT') },
  { name: 'fast shutdown of the database', unready: 'all', inject: ended('SIGINT') },
  {
    name: 'a stale postmaster.pid',
    unready: 'all',
    inject: ({ cluster }: FaultWorld) => restartWithStaleLockFile(cluster),
  },
  { name: 'SIGKILL of a backend', inject: signalled(BACKEND, 'SIGKILL', null, 1) },
  { name: 'SIGKILL of the checkpointer', inject: signalled(/postgres: checkpointer/, 'SIGKILL', null) },
  { name: 'SIGKILL of the log writer', inject: signalled(/postgres: walwriter/, 'SIGKILL', null) },
  {
    name: 'all connections terminated',
    isQuick: true,
    inject: statement(`SELECT pg_terminate_backend(pid) FROM ${SESSIONS}`),
  },
  {
    name: 'some connections terminated',
    inject: statement(`SELECT pg_terminate_backend(pid) FROM ${SESSIONS} AND random() < 0.4`),
  },
  {
    name: 'connections terminated again and again',
    inject: statement(`SELECT pg_terminate_backend(pid), pg_sleep(0.01) FROM ${SESSIONS} AND random() < 0.7`, 20),
  },
  {
    name: 'all statements cancelled',
    inject: statement(`SELECT pg_cancel_backend(pid), pg_sleep(0.01) FROM ${SESSIONS}`, 20),
  },
  {
    name: 'a frozen backend',
    mayBeLate: true,
    holdMs: 1_500,
    inject: signalled(BACKEND, 'SIGSTOP', 'SIGCONT', 1),
  },
  // Readiness does not fail, because a server can open another connection to a new backend.
  { name: 'all backends frozen', mayBeLate: true, inject: signalled(BACKEND, 'SIGSTOP', 'SIGCONT') },
  {
    name: 'a frozen postmaster',
    holdMs: 1_000,
    inject: ({ cluster }: FaultWorld) => {
      cluster.signal('SIGSTOP');
      return () => cluster.signal('SIGCONT');
    },
  },
  {
    name: 'a frozen postmaster, and all connections terminated',
    unready: 'all',
    inject: async ({ cluster }: FaultWorld) => {
      const client = await cluster.connect();
      // The servers cannot connect again, because the postmaster is frozen before.
      cluster.signal('SIGSTOP');
      await client.query(`SELECT pg_terminate_backend(pid) FROM ${SESSIONS}`);
      await client.end();
      return () => cluster.signal('SIGCONT');
    },
  },
  {
    name: 'configuration read again',
    inject: ({ cluster }: FaultWorld) => {
      cluster.signal('SIGHUP');
      return () => undefined;
    },
  },
];
