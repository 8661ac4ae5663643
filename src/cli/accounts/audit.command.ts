import type { Command } from 'commander';
import { AuditLogVerifier } from '../../accounts/audit-log/audit-log-verifier.service';
import { RunVerifier } from '../../audit/verification/run-verifier.service';
import { AuditKeys } from '../../common/hash-chain/audit-keys';
import { withServiceWithoutTokenSecrets } from '../service-context';
import { CliError } from '../cli-error';
import { makeIntegerParser } from '../integer-option';

/**
 * Exit code if the verification of a chain failed, or if a chain could not be signed. A command that stops because of
 * an error exits with 1.
 */
const EXIT_FAILED = 2;
/** Maximum position of an entry: its column is a PostgreSQL `integer`. */
const POSITION_MAX = 2_147_483_647;

interface LogOptions {
  readonly logFrom: number;
}

/** Adds `audit verify|sign`. */
export function register(program: Command): void {
  const audit = program.command('audit').description('Verify or sign the audit log and the histories of all runs.');
  const logFrom = [
    '--log-from <position>',
    'position of the first entry of the audit log, if earlier entries were removed',
    makeIntegerParser(1, POSITION_MAX, 'a position'),
    1,
  ] as const;
  audit
    .command('verify')
    .description('Verify the hashes of all records and print the result; exit with 2 when a verification failed.')
    .option(...logFrom)
    .action(runVerify);
  audit
    .command('sign')
    .description('Sign all valid chains with the current AUDIT_KEY; exit with 2 when a chain could not be signed.')
    .option(...logFrom)
    .option(
      '--unsigned',
      'also sign chains without a keyed hash, and accept the present number of log entries of early releases',
    )
    .action(runSign);
}

async function runVerify({ logFrom }: LogOptions): Promise<void> {
  const report = await withServiceWithoutTokenSecrets(async (app) => ({
    keyed: app.get(AuditKeys).currentId !== null,
    runs: await app.get(RunVerifier).verify(),
    audit_log: await app.get(AuditLogVerifier).verify(logFrom),
  }));
  print(report, report.runs.failed === 0 && report.audit_log.failure === null);
}

async function runSign({ logFrom, unsigned = false }: LogOptions & { readonly unsigned?: boolean }): Promise<void> {
  const report = await withServiceWithoutTokenSecrets(async (app) => {
    if (app.get(AuditKeys).currentId === null) throw new CliError('AUDIT_KEY is not set.');
    return {
      runs: await app.get(RunVerifier).sign(unsigned),
      audit_log: { signed: await app.get(AuditLogVerifier).sign(unsigned, logFrom) },
    };
  });
  print(report, report.runs.failed === 0 && report.audit_log.signed);
}

function print(report: object, succeeded: boolean): void {
  console.log(JSON.stringify(report, null, 2));
  if (!succeeded) process.exitCode = EXIT_FAILED;
}
