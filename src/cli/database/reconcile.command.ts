import type { Command } from 'commander';
import { Reconciler } from '../../read-model/refresh/reconciler';
import { withServiceWithoutTokenSecrets } from '../service-context';
import { CliError } from '../cli-error';

/** Exit code of `--check` when there are differences. A comparison that fails exits with 1. */
const EXIT_DRIFT = 2;

/** Adds `reconcile`. */
export function register(program: Command): void {
  program
    .command('reconcile')
    .description('Compare the read model with the catalog, repair differences and print their number.')
    .option('--check', 'do not repair; exit with 2 when there are differences')
    .action(({ check }: { check?: boolean }) => runReconcile(check === true));
}

async function runReconcile(check: boolean): Promise<void> {
  const report = await withServiceWithoutTokenSecrets((app) => {
    const reconciler = app.get(Reconciler);
    return check ? reconciler.compare() : reconciler.reconcile();
  });
  if (report === null) throw new CliError('Another process is already reconciling.');
  console.log(JSON.stringify({ total: report.total, ...report.drift }, null, 2));
  if (check && report.total > 0) process.exitCode = EXIT_DRIFT;
}
