/** Checks whether a database has the schema of this build. */
import type { Client } from 'pg';
import { errorCode } from '../../common/problems/error-code';
import { OperatorError } from '../../common/problems/operator-error';
import { connect } from '../connect';
import { MIGRATIONS } from '../migrations';

const UNDEFINED_TABLE = '42P01';

/** Throws an `OperatorError` when migrations of this build are pending, or migrations of a newer release have run. */
export async function requireMigrated(url: string): Promise<void> {
  const client = await connect(url, 'intelligence-start');
  try {
    const ran = new Set(await requireNoNewerSchema(client));
    const missing = MIGRATIONS.filter(({ name }) => !ran.has(name)).length;
    if (missing === 0) return;
    throw new OperatorError(
      `The database lacks ${missing} of ${MIGRATIONS.length} migrations: run \`npm run cli -- migrate\`.`,
    );
  } finally {
    await client.end();
  }
}

/** The names of the migrations that have run. Throws an `OperatorError` when this build does not contain one of them. */
export async function requireNoNewerSchema(client: Client): Promise<string[]> {
  const ran = await listRan(client);
  const newer = ran.find((name) => !MIGRATIONS.some((migration) => migration.name === name));
  if (newer === undefined) return ran;
  throw new OperatorError(
    `The database is of a newer release (${newer}): run that release, and its \`npm run cli -- migrate\`.`,
  );
}

/** The names of the migrations that have run; empty when the table of migrations does not exist. */
async function listRan(client: Client): Promise<string[]> {
  try {
    const { rows } = await client.query<{ name: string }>('SELECT name FROM schema_migrations ORDER BY id');
    return rows.map(({ name }) => name);
  } catch (error) {
    if (errorCode(error) === UNDEFINED_TABLE) return [];
    throw error;
  }
}
