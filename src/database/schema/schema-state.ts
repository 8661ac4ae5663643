import type { Client } from 'pg';
import { errorCode } from '../../common/problems/error-code';
import { OperatorError } from '../../common/problems/operator-error';
import { findServiceVersion } from '../../common/project-root';
import { connect } from '../connections/connect';
import { MIGRATIONS } from '../migrations';
import { findIncompatible, oldestReleaseOf } from './contract-migrations';

const UNDEFINED_TABLE = '42P01';

/**
 * Returns the names of applied migrations of newer releases. `setting` is the name of the setting that contains the
 * URL, for error messages; default `DATABASE_URL`. Throws an `OperatorError` when migrations of this build are pending,
 * or a newer release has removed something that this build uses.
 */
export async function requireMigrated(url: string, setting?: string): Promise<string[]> {
  const client = await connect(url, 'intelligence-start', setting);
  try {
    const { missing, newer } = await requireCompatibleSchema(client);
    if (missing === 0) return newer;
    throw new OperatorError(
      `The database lacks ${missing} of ${MIGRATIONS.length} migrations: run \`npm run cli -- migrate\`.`,
    );
  } finally {
    await client.end();
  }
}

interface SchemaState {
  /** Number of migrations of this build that have not run. */
  readonly missing: number;
  /** Names of migrations that have run and that this build does not contain, oldest first. */
  readonly newer: string[];
}

/**
 * Compares the schema with this build. Throws an `OperatorError` when a newer release has removed something that this
 * build uses. Pending migrations are not an error.
 */
export async function requireCompatibleSchema(client: Client): Promise<SchemaState> {
  const applied = await listApplied(client);
  const knownNames = new Set(MIGRATIONS.map(({ name }) => name));
  const newer = applied.filter((name) => !knownNames.has(name));
  const release = findServiceVersion();
  const incompatible = findIncompatible(newer, release);
  if (incompatible !== undefined) {
    const oldest = oldestReleaseOf(incompatible);
    throw new OperatorError(
      `The database needs release ${oldest} or a newer one (${incompatible}), and this is ${release}: install a newer release.`,
    );
  }
  return { missing: knownNames.size - (applied.length - newer.length), newer };
}

/** The names of the migrations that have run; empty when the table of migrations does not exist. */
async function listApplied(client: Client): Promise<string[]> {
  try {
    const { rows } = await client.query<{ name: string }>('SELECT name FROM schema_migrations ORDER BY id');
    return rows.map(({ name }) => name);
  } catch (error) {
    if (errorCode(error) === UNDEFINED_TABLE) return [];
    throw error;
  }
}
