/** Held locks, exhausted connections, revoked rights and changed settings of sessions. */
import type { Client } from 'pg';
import { LIBRARY_LOCK_SPACE } from '../../../src/database/locks/library-lock';
import { LIBRARY_ID } from '../registers';
import type { TestedSystem } from '../tested-system';
import type { FaultKind } from '../fault-kind';

/** Duration of a lock in milliseconds. */
const LOCK_MS = Number(process.env['FAULT_LOCK_MS'] ?? '3000');

/** Holds the locks of the statements in an open transaction. */
const holdLocks =
  (...statements: string[]): FaultKind['inject'] =>
  async ({ cluster }) => {
    const client = await cluster.connect();
    await client.query('BEGIN');
    for (const statement of statements) await client.query(statement);
    return () => client.end();
  };

const tableLock = (table: string, mode = 'ACCESS EXCLUSIVE'): FaultKind => ({
  name: `table ${table} locked in mode ${mode.toLowerCase()}`,
  holdMs: LOCK_MS,
  inject: holdLocks(`LOCK TABLE ${table} IN ${mode} MODE`),
});

/**
 * Runs a statement that changes new sessions of the service, and ends the current sessions. At the end of the fault,
 * runs `undo` and ends the sessions again.
 */
const changeNewSessions =
  (change: string, undo: string): FaultKind['inject'] =>
  async ({ cluster }) => {
    const endSessions = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'service'`;
    await cluster.query(change, 'postgres');
    await cluster.query(endSessions, 'postgres');
    return async () => {
      await cluster.query(undo, 'postgres');
      await cluster.query(endSessions, 'postgres');
    };
  };

/** Faults of locks, connections, rights and settings. */
export const LOCK_KINDS: readonly FaultKind[] = [
  { ...tableLock('watch_states'), isQuick: true },
  ...['intelligence_runs', 'intelligence_artifacts', 'intelligence_tool_calls', 'media_items', 'users'].map((table) =>
    tableLock(table),
  ),
  tableLock('intelligence_media_context', 'EXCLUSIVE'),
  tableLock('intelligence_dirty_keys'),
  {
    name: 'the lock of a library held',
    holdMs: LOCK_MS,
    inject: holdLocks(`SELECT pg_advisory_xact_lock(${LIBRARY_LOCK_SPACE}, hashtext('${LIBRARY_ID}'))`),
  },
  { name: 'rows of watch states locked', holdMs: LOCK_MS, inject: holdLocks('SELECT FROM watch_states FOR UPDATE') },
  {
    name: 'connections used up',
    holdMs: 1_000,
    inject: async ({ cluster }: TestedSystem) => {
      await cluster.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'service'`);
      const clients: Client[] = [];
      // The loop ends only at the fifth refusal, so that it also takes connections that become free meanwhile.
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
    inject: changeNewSessions('ALTER ROLE service CONNECTION LIMIT 1', 'ALTER ROLE service CONNECTION LIMIT -1'),
  },
  {
    name: 'a role that may not log in',
    unready: 'all',
    inject: changeNewSessions('ALTER ROLE service NOLOGIN', 'ALTER ROLE service LOGIN'),
  },
  {
    name: 'a database that accepts no connections',
    unready: 'all',
    inject: changeNewSessions(
      'ALTER DATABASE faults ALLOW_CONNECTIONS false',
      'ALTER DATABASE faults ALLOW_CONNECTIONS true',
    ),
  },
  {
    name: 'a read-only database',
    inject: changeNewSessions(
      'ALTER DATABASE faults SET default_transaction_read_only = on',
      'ALTER DATABASE faults RESET default_transaction_read_only',
    ),
  },
  {
    name: 'a short statement timeout of the role',
    inject: changeNewSessions(
      `ALTER ROLE service SET statement_timeout = '2ms'`,
      'ALTER ROLE service RESET statement_timeout',
    ),
  },
  {
    name: 'a database in another time zone',
    inject: changeNewSessions(
      `ALTER ROLE service SET timezone = 'Pacific/Kiritimati'`,
      'ALTER ROLE service RESET timezone',
    ),
  },
];
