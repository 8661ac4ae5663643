import { type Command, InvalidArgumentError } from 'commander';
import { AuditLogVerifier } from '../../accounts/audit-log/audit-log-verifier.service';
import { RunVerifier } from '../../audit/verification/run-verifier.service';
import { AuditKeys } from '../../common/hash-chain/audit-keys';
import { withServiceWithoutSecrets } from '../cli-context';
import { CliError } from '../cli-error';

/** Exit code when a chain is broken. A verification that cannot be done exits with 1. */
const EXIT_BROKEN = 2;

interface LogOptions {
  readonly logFrom: number;
}

/** Adds `audit verify|sign`. */
export function register(program: Command): void {
  const audit = program.command('audit').description('Verify the audit log and the histories of all runs.');
  const logFrom = ['--log-from <position>', 'first entry of the audit log, if earlier ones were removed'] as const;
  audit
    .command('verify')
    .description('Verify the hashes of all records and print the result; exit with 2 when a chain is broken.')
    .option(...logFrom, toPosition, 1)
    .action(runVerify);
  audit
    .command('sign')
    .description('Sign all valid chains with the current AUDIT_KEY; exit with 2 when a chain could not be signed.')
    .option(...logFrom, toPosition, 1)
    .option('--unsigned', 'also sign chains without a keyed hash, although no key confirms their records')
    .action(runSign);
}

async function runVerify({ logFrom }: LogOptions): Promise<void> {
  const report = await withServiceWithoutSecrets(async (app) => ({
    keyed: app.get(AuditKeys, { strict: false }).currentId !== null,
    runs: await app.get(RunVerifier, { strict: false }).verify(),
    audit_log: await app.get(AuditLogVerifier, { strict: false }).verify(logFrom),
  }));
  print(report, report.runs.failed === 0 && report.audit_log.failure === null);
}

async function runSign({ logFrom, unsigned = false }: LogOptions & { readonly unsigned?: boolean }): Promise<void> {
  const report = await withServiceWithoutSecrets(async (app) => {
    if (app.get(AuditKeys, { strict: false }).currentId === null) throw new CliError('AUDIT_KEY is not set.');
    return {
      runs: await app.get(RunVerifier, { strict: false }).sign(unsigned),
      audit_log: { signed: await app.get(AuditLogVerifier, { strict: false }).sign(unsigned, logFrom) },
    };
  });
  print(report, report.runs.failed === 0 && report.audit_log.signed);
}

function print(report: object, isValid: boolean): void {
  console.log(JSON.stringify(report, null, 2));
  if (!isValid) process.exitCode = EXIT_BROKEN;
}

function toPosition(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= 2_147_483_647) return value;
  throw new InvalidArgumentError('It must be a position from 1 to 2147483647.');
}
