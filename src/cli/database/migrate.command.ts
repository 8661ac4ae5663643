import type { Command } from 'commander';
import { processStop } from '../../common/processes/process-stop';
import { migrate } from '../../database/schema/migrate';
import { loadCliConfig, withDatabase } from '../cli-context';

/** Adds `migrate`. */
export function register(program: Command): void {
  program
    .command('migrate')
    .description('Migrate the database to the schema of this build. Concurrent runs are safe.')
    .action(runMigrate);
}

async function runMigrate(): Promise<void> {
  const migrations = await withDatabase(loadCliConfig(process.env, { tokenSecrets: false }), ({ database }) =>
    migrate(database.migrationUrl, processStop.signal, database.migrationSetting),
  );
  console.log(migrations.length === 0 ? 'Nothing to migrate.' : `Migrated: ${migrations.join(', ')}.`);
}
