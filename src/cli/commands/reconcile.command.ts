import type { Command } from 'commander';
import { Reconciler } from '../../read-model/refresh/reconciler';
import { CliError, loadCliConfig, withService } from '../cli-context';

/** Exit code of `--check` when something differs; 1 is for comparisons that did not come to their end. */
const EXIT_DRIFT = 2;

/** Adds `reconcile`. */
export function register(program: Command): void {
  program
    .command('reconcile')
    .description('Compare the read model with the catalog, repair what differs, and print what it was.')
    .option('--check', 'repair nothing; exit with 2 when something differs')
    .action(({ check }: { check?: boolean }) => runReconcile(check === true));
}

async function runReconcile(check: boolean): Promise<void> {
  const report = await withService(loadCliConfig(process.env, { secrets: false }), (app) => {
    const reconciler = app.get(Reconciler, { strict: false });
    return check ? reconciler.compare() : reconciler.reconcile();
  });
  if (report === null) throw new CliError('Another process is reconciling right now.');
  console.log(JSON.stringify({ total: report.total, ...report.drift }, null, 2));
  if (check && report.total > 0) process.exitCode = EXIT_DRIFT;
}
