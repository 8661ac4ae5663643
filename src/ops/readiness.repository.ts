import { Injectable } from '@nestjs/common';
import { MIGRATIONS } from '../database/migrations';
import { ReadPool, type ReadScope, type Statement } from '../database/read-pool';
import { NO_USER } from '../common/no-user';

/** The part of the database's state that readiness depends on. */
export interface DatabaseState {
  /** Number of migrations of this build that have not run. */
  readonly pendingMigrations: number;
  /** Seconds since the oldest queued item was queued for a refresh; 0 when none is queued, null without a schema. */
  readonly lagSeconds: number | null;
}

interface StateRow {
  ran: number;
  lag_seconds: number;
}

/**
 * Reads only the next 50 keys of each library's queue, so that the cost of a probe does not grow with the queue. The lag
 * is the age of the oldest of these keys.
 */
const STATE: Statement = {
  name: 'readiness_state',
  text: `SELECT (SELECT count(*)::int FROM schema_migrations WHERE name = ANY($1::text[])) AS ran,
                coalesce(extract(epoch FROM now() - (
                  SELECT min(head.enqueued_at)
                    FROM libraries AS l CROSS JOIN LATERAL (
                      SELECT k.enqueued_at FROM intelligence_dirty_keys AS k
                       WHERE k.library_id = l.library_id AND NOT k.quarantined
                       ORDER BY k.not_before, k.media_id LIMIT 50) AS head)), 0)::float8 AS lag_seconds`,
};

/** The same on a distributed database. The nodes read their shards of the queue. */
const MIGRATIONS_RAN: Statement = {
  name: 'readiness_migrations',
  text: 'SELECT count(*)::int AS ran FROM schema_migrations WHERE name = ANY($1::text[])',
};
const LAG: Statement = {
  name: 'readiness_lag',
  text: `SELECT coalesce(extract(epoch FROM now() - min(enqueued_at)), 0)::float8 AS lag_seconds
           FROM intelligence_dirty_keys WHERE NOT quarantined`,
};

async function readState(scope: ReadScope, names: readonly string[]): Promise<StateRow[]> {
  if (scope.distributed === null) return scope.rows<StateRow>(STATE, [names]);
  const [[migrations], [queue]] = await Promise.all([
    scope.rows<Pick<StateRow, 'ran'>>(MIGRATIONS_RAN, [names]),
    scope.rows<Pick<StateRow, 'lag_seconds'>>(LAG),
  ]);
  return [{ ran: migrations?.ran ?? 0, lag_seconds: queue?.lag_seconds ?? 0 }];
}

const UNDEFINED_TABLE = '42P01';

/** Reads the state with the read pool, so that a result shows that reads work. */
@Injectable()
export class ReadinessRepository {
  constructor(private readonly pool: ReadPool) {}

  /** Throws when the database does not respond. */
  async getState(): Promise<DatabaseState> {
    const names = MIGRATIONS.map(({ name }) => name);
    try {
      const [row] = await this.pool.readAs(NO_USER, (scope) => readState(scope, names));
      return { pendingMigrations: names.length - (row?.ran ?? 0), lagSeconds: Math.max(0, row?.lag_seconds ?? 0) };
    } catch (error) {
      if (!isUndefinedTable(error)) throw error;
      return { pendingMigrations: names.length, lagSeconds: null };
    }
  }
}

function isUndefinedTable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === UNDEFINED_TABLE;
}
