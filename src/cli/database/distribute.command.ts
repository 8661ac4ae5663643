import type { Command } from 'commander';
import { distribute } from '../../database/distribution/distribute';
import { requireMigrated } from '../../database/schema/schema-state';
import { loadCliConfig, withDatabase } from '../cli-context';

/** Adds `distribute`. */
export function register(program: Command): void {
  program
    .command('distribute')
    .description('Distribute the tables over the nodes of a Citus cluster. Stop all instances first.')
    .action(runDistribute);
}

async function runDistribute(): Promise<void> {
  const tables = await withDatabase(loadCliConfig(process.env, { tokenSecrets: false }), async ({ database }) => {
    await requireMigrated(database.migrationUrl, database.migrationSetting);
    return distribute(database.migrationUrl, (line) => console.log(line), database.migrationSetting);
  });
  console.log(tables.length === 0 ? 'Nothing to distribute.' : `Distributed ${tables.length} tables.`);
}
