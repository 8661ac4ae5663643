import type { Client } from 'pg';
import { OperatorError } from '../../common/problems/operator-error';

/** Looks for the view `intelligence_artifact_words`: without it, the migration that the roles need has not run. */
const SCHEMA_SQL = `
SELECT relnamespace::regnamespace::text AS schema, to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL AS has_citus
  FROM pg_class WHERE oid = to_regclass('intelligence_artifact_words')`;
/** Reads the owner from a table, because the command `roles` gives the view to another owner. */
const OWNER_SQL = `
SELECT pg_get_userbyid(relowner) AS owner, pg_has_role(relowner, 'USAGE') AS usable
  FROM pg_class WHERE oid = to_regclass('intelligence_artifacts')`;
const DISTRIBUTED_SQL = `
SELECT EXISTS (SELECT FROM pg_catalog.pg_dist_partition WHERE logicalrelid = to_regclass('watch_states')) AS distributed`;

interface TableOwner {
  readonly owner: string;
  /** Name of the schema, quoted if necessary. */
  readonly schema: string;
}

/**
 * Returns the owner and the schema of the tables. Throws an `OperatorError` if the database is not migrated, the user
 * does not have the rights of the owner, or the tables are distributed.
 */
export async function requireOwner(client: Client): Promise<TableOwner> {
  const view = await client.query<{ schema: string; has_citus: boolean }>(SCHEMA_SQL);
  const table = await client.query<{ owner: string; usable: boolean }>(OWNER_SQL);
  const [[ownership], [location]] = [table.rows, view.rows];
  if (ownership === undefined || location === undefined) {
    throw new OperatorError('The database is not migrated: run `npm run cli -- migrate`.');
  }
  if (!ownership.usable) {
    throw new OperatorError(`DATABASE_MIGRATION_URL must name the owner of the tables, which is ${ownership.owner}.`);
  }
  if (location.has_citus) await refuseDistributed(client);
  return { owner: ownership.owner, schema: location.schema };
}

/** Returns whether the user has the rights of the owner of the tables. */
export async function isOwner(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ usable: boolean }>(OWNER_SQL);
  return rows[0]?.usable === true;
}

async function refuseDistributed(client: Client): Promise<void> {
  const { rows } = await client.query<{ distributed: boolean }>(DISTRIBUTED_SQL);
  if (rows[0]?.distributed !== true) return;
  const remedy = 'name the owner of the tables in DATABASE_URL, and unset DATABASE_READ_URL';
  throw new OperatorError(`The tables are distributed, and roles work only on a single PostgreSQL server: ${remedy}.`);
}
