import type { EntityManager } from 'typeorm';

/** `application_name` of read-pool sessions, as shown in `pg_stat_activity`. */
export const READ_APPLICATION_NAME = 'intelligence-read';

const SERVED_READS_SQL = `
SELECT EXISTS (SELECT FROM pg_stat_activity
                WHERE datname = current_database() AND application_name = $1
                  AND (state = 'active' OR state_change > clock_timestamp() - interval '1 second')) AS served`;

/**
 * Whether a service instance reads from this database, or has read within the last second. False if the role of
 * `manager` cannot see the sessions of the read pools.
 */
export async function areReadsServed(manager: EntityManager): Promise<boolean> {
  const rows: { served: boolean }[] = await manager.query(SERVED_READS_SQL, [READ_APPLICATION_NAME]);
  return rows[0]?.served === true;
}
