import { Injectable } from '@nestjs/common';
import type { Principal } from '../common/principal';
import { MIGRATIONS } from '../database/migrations';
import { ReadPool, type Statement } from '../database/read-pool';

/** The state of the database, as far as readiness depends on it. */
export interface DatabaseState {
  /** Migrations of this build that have not run. */
  readonly pendingMigrations: number;
  /** Seconds the longest waiting item has waited to be refreshed; 0 when none waits, null without a schema. */
  readonly lagSeconds: number | null;
}

interface StateRow {
  ran: number;
  lag_seconds: number;
}

/** No user: what is read here belongs to nobody. */
const NOBODY: Principal = {
  userId: '00000000-0000-0000-0000-000000000000',
  username: '',
  role: 'user',
  scopes: [],
  libraryIds: [],
};

/**
 * The head of each library's queue stands for the queue: the oldest of the next 50 keys, so that a long queue costs
 * a probe no more than a short one.
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

const UNDEFINED_TABLE = '42P01';

/** Asks the pool that serves the reads, so that an answer means that reads work. */
@Injectable()
export class ReadinessRepository {
  constructor(private readonly pool: ReadPool) {}

  /** Throws when the database does not answer. */
  async getState(): Promise<DatabaseState> {
    const names = MIGRATIONS.map(({ name }) => name);
    try {
      const [row] = await this.pool.readAs(NOBODY, (scope) => scope.rows<StateRow>(STATE, [names]));
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
