import type { DataSource, EntityManager } from 'typeorm';

const DETECT_SQL = `SELECT to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL AS installed`;
const DISTRIBUTED_SQL = `
SELECT EXISTS (SELECT FROM pg_catalog.pg_dist_partition
                WHERE logicalrelid = to_regclass('media_items') AND partmethod = 'h') AS distributed`;

const distributedSources = new WeakSet<DataSource>();

/**
 * Reads from the system catalog whether the tables of libraries are distributed over the nodes of a Citus cluster. Each
 * process calls it once, before `isDistributed`, and keeps the result. So no service may run during the command
 * `distribute`.
 */
export async function detectDistribution(dataSource: DataSource): Promise<boolean> {
  const [extension] = await dataSource.query<{ installed: boolean }[]>(DETECT_SQL);
  if (extension?.installed !== true) return false;
  const [state] = await dataSource.query<{ distributed: boolean }[]>(DISTRIBUTED_SQL);
  if (state?.distributed === true) distributedSources.add(dataSource);
  return state?.distributed === true;
}

/** Whether the tables of the manager's database are distributed, according to `detectDistribution`. */
export function isDistributed(manager: EntityManager): boolean {
  return distributedSources.has(manager.connection);
}
