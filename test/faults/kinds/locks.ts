/** Held locks, exhausted connections and revoked rights. */
import type { Client } from 'pg';
import { LIBRARY_ID } from '../registers';
import type { FaultWorld } from '../fault-world';
import type { FaultKind } from '../fault-kind';

const LIBRARY_LOCK_SPACE = 0x6c6962;
/** `FAULT_LOCK_MS` makes locks last longer than by default. */
const LOCK_MS = Number(process.env['FAULT_LOCK_MS'] ?? '3000');

/** Holds the locks of a statement in an open transaction. */
const held =
  (...statements: string[]): FaultKind['inject'] =>
  async ({ cluster }) => {
    const client = await cluster.connect();
    await client.query('BEGIN');
    for (const statement of statements) await client.query(statement);
    return () => client.end();
  };

const lockOf = (table: string, mode = 'ACCESS EXCLUSIVE'): FaultKind => ({
  name: `table ${table} locked in mode ${mode.toLowerCase()}`,
  holdMs: LOCK_MS,
  inject: held(`LOCK TABLE ${table} IN ${mode} MODE`),
});

/** Changes the rights of new sessions of the service, and ends the present ones. */
const forNewSessions =
  (change: string, undo: string): FaultKind['inject'] =>
  async ({ cluster }) => {
    const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'service'`;
    await cluster.query(change, 'postgres');
    await cluster.query(end, 'postgres');
    return async () => {
      await cluster.query(undo, 'postgres');
      await cluster.query(end, 'postgres');
    };
  };

/** Faults of locks, capacity and rights. */
export const LOCK_KINDS: readonly FaultKind[] = [
  { ...lockOf('watch_states'), isQuick: true },
  ...['intelligence_runs', 'intelligence_artifacts', 'intelligence_tool_calls', 'media_items', 'users'].map((table) =>
    lockOf(table),
  ),
  lockOf('intelligence_media_context', 'EXCLUSIVE'),
  lockOf('intelligence_dirty_keys'),
  {
    name: 'the lock of a library held',
    holdMs: LOCK_MS,
    inject: held(`SELECT pg_advisory_xact_lock(${LIBRARY_LOCK_SPACE}, hashtext('${LIBRARY_ID}'))`),
  },
  { name: 'rows of watch states locked', holdMs: LOCK_MS, inject: held('SELECT FROM watch_states FOR UPDATE') },
  {
    name: 'connections used up',
    holdMs: 1_000,
    inject: async ({ cluster }: FaultWorld) => {
      await cluster.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'service'`);
      const clients: Client[] = [];
      // Also takes connections that the servers open meanwhile.
      for (let refused = 0; refused < 5;) {
        const client = await cluster.connect().catch(() => null);
        if (client === null) refused += 1;
        else clients.push(client);
      }
      return async () => void (await Promise.all(clients.map((client) => client.end())));
    },
  },
  {
    name: 'a role with one connection',
    inject: forNewSessions('ALTER ROLE service CONNECTION LIMIT 1', 'ALTER ROLE service CONNECTION LIMIT -1'),
  },
  {
    name: 'a role that may not log in',
    unready: 'all',
    inject: forNewSessions('ALTER ROLE service NOLOGIN', 'ALTER ROLE service LOGIN'),
  },
  {
    name: 'a database that accepts no connections',
    unready: 'all',
    inject: forNewSessions(
      'ALTER DATABASE faults ALLOW_CONNECTIONS false',
      'ALTER DATABASE faults ALLOW_CONNECTIONS true',
    ),
  },
  {
    name: 'a read-only database',
    inject: forNewSessions(
      'ALTER DATABASE faults SET default_transaction_read_only = on',
      'ALTER DATABASE faults RESET default_transaction_read_only',
    ),
  },
  {
    name: 'a short statement timeout of the role',
    inject: forNewSessions(
      `ALTER ROLE service SET statement_timeout = '2ms'`,
      'ALTER ROLE service RESET statement_timeout',
    ),
  },
  {
    name: 'a database in another time zone',
    inject: forNewSessions(
      `ALTER ROLE service SET timezone = 'Pacific/Kiritimati'`,
      'ALTER ROLE service RESET timezone',
    ),
  },
];
