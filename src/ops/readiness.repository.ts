import { Injectable } from '@nestjs/common';
import { errorCode } from '../common/problems/error-code';
import { MIGRATIONS } from '../database/migrations';
import { ReadPool } from '../database/read-pool';
import type { ReadScope, Statement } from '../database/read-scope';
import { NO_USER } from '../common/principal';
import type { DatabaseCheck, ReadModelCheck } from './health.dto';

/** The state of the database that readiness depends on, in the form of the health checks. */
export type DatabaseState = Pick<DatabaseCheck, 'separate_roles' | 'row_security'> &
  Pick<ReadModelCheck, 'lag_seconds'> & {
    /** Number of migrations that have not run. */
    readonly pending: number;
    /** The nodes of a distributed database. Absent if the database has one server, or no tables yet. */
    readonly nodes?: readonly NodeState[];
  };

/** A node of a distributed database. */
export interface NodeState {
  readonly node: number;
  readonly answers: boolean;
}

type StateRow = Omit<DatabaseState, 'pending'> & { readonly ran: number };

/** Select list: whether reads use a role that cannot write, and whether row-level security applies to this role. */
const PROTECTION = `NOT has_table_privilege('intelligence_runs', 'UPDATE') AS separate_roles,
                row_security_active('intelligence_runs') AS row_security`;

/** Reads only the next 50 keys of each library's queue, so that the cost of a probe does not grow with the queue. */
const STATE: Statement = {
  name: 'readiness_state',
  text: `SELECT (SELECT count(*)::int FROM schema_migrations WHERE name = ANY($1::text[])) AS ran,
                ${PROTECTION},
                coalesce(extract(epoch FROM now() - (
                  SELECT min(head.enqueued_at)
                    FROM libraries AS l CROSS JOIN LATERAL (
                      SELECT k.enqueued_at FROM intelligence_dirty_keys AS k
                       WHERE k.library_id = l.library_id AND NOT k.quarantined
                       ORDER BY k.not_before, k.media_id LIMIT 50) AS head)), 0)::float8 AS lag_seconds`,
};

/** Maximum number of nodes in the answer of a probe. */
const NODES_MAX = 256;

// On a distributed database, three statements replace `readiness_state`.
const MIGRATIONS_RAN: Statement = {
  name: 'readiness_migrations',
  text: `SELECT count(*)::int AS ran, ${PROTECTION} FROM schema_migrations WHERE name = ANY($1::text[])`,
};
const NODES: Statement = {
  name: 'readiness_nodes',
  text: `SELECT nodeid::integer AS node, success AS answers
           FROM run_command_on_all_nodes('SELECT 1', give_warning_for_connection_errors := true)
          ORDER BY 1 LIMIT ${NODES_MAX}`,
};
/** Runs only if all nodes answer, because each node reads its shards of the queue. */
const LAG: Statement = {
  name: 'readiness_lag',
  text: `SELECT coalesce(extract(epoch FROM now() - min(enqueued_at)), 0)::float8 AS lag_seconds
           FROM intelligence_dirty_keys WHERE NOT quarantined`,
};

async function readState(scope: ReadScope, names: readonly string[]): Promise<StateRow[]> {
  if (scope.distributed === null) return scope.rows<StateRow>(STATE, [names]);
  const [[migrations], nodes] = await Promise.all([
    scope.rows<Pick<StateRow, 'ran' | 'separate_roles' | 'row_security'>>(MIGRATIONS_RAN, [names]),
    scope.rows<NodeState>(NODES),
  ]);
  const hasEveryNodeAnswered = nodes.every((node) => node.answers);
  const [queue] = hasEveryNodeAnswered ? await scope.rows<Pick<StateRow, 'lag_seconds'>>(LAG) : [];
  const { ran = 0, separate_roles = false, row_security = false } = migrations ?? {};
  return [{ ran, separate_roles, row_security, lag_seconds: queue?.lag_seconds ?? null, nodes }];
}

/** Maximum number of items counted, so that the cost of a scrape does not grow with the queue. */
const COUNTED_ITEMS_MAX = 100_000;

const QUEUE_COUNTS: Statement = {
  name: 'ops_queue_counts',
  text: `SELECT (count(*) FILTER (WHERE NOT quarantined))::int AS queued,
                (count(*) FILTER (WHERE quarantined))::int AS quarantined
           FROM (SELECT quarantined FROM intelligence_dirty_keys LIMIT ${COUNTED_ITEMS_MAX}) AS items`,
};

/** SQLSTATE of a query that names a table that does not exist. */
const UNDEFINED_TABLE = '42P01';

/** Reads the state of the database with the read pool, so that a result shows that reads work. */
@Injectable()
export class ReadinessRepository {
  constructor(private readonly pool: ReadPool) {}

  /** Throws database errors. If a table does not exist, returns all migrations as pending. */
  async getState(): Promise<DatabaseState> {
    const names = MIGRATIONS.map(({ name }) => name);
    try {
      const [row] = await this.pool.readAs(NO_USER, (scope) => readState(scope, names));
      const { ran, lag_seconds: lag, ...state } = row!;
      return { ...state, pending: names.length - ran, lag_seconds: lag === null ? null : Math.max(0, lag) };
    } catch (error) {
      if (errorCode(error) !== UNDEFINED_TABLE) throw error;
      return { pending: names.length, lag_seconds: null, separate_roles: null, row_security: null };
    }
  }

  /** Counts the items in the refresh queue, at most 100,000, by state. Throws database errors. */
  async countQueue(): Promise<Record<string, number>> {
    const [counts] = await this.pool.readAs(NO_USER, (scope) => scope.rows<Record<string, number>>(QUEUE_COUNTS));
    return counts!;
  }
}
