/** The command `audit`, which verifies and signs the chains of runs and of the audit log. */
import { Client } from 'pg';
import { AuditLogVerifier } from '../../../src/accounts/audit-log/audit-log-verifier.service';
import * as audit from '../../../src/cli/accounts/audit.command';
import { createUser } from '../../support/accounts/accounts';
import { runCommand } from '../../support/app/command';
import { GENEROUS_TIMEOUTS } from '../../support/app/test-environment';
import { type TestApp } from '../../support/app/test-app';
import { ChainsFixture, NEW, OLD, withoutTriggers } from './chains-fixture';

const environment = process.env;
let chains: ChainsFixture;
let keyless: TestApp;
let app: TestApp;
let database: Client;

beforeAll(async () => {
  chains = await ChainsFixture.open();
  ({ keyless, app, database } = chains);
  // The fixture wrote to the log without a key, so the log has no keyed hash. With `true`, `sign` accepts such a log.
  await app.app.get(AuditLogVerifier).sign(true);
  for (let count = 0; count < 2; count += 1) await createUser(app);
});
afterEach(() => {
  process.env = environment;
  process.exitCode = 0;
});
afterAll(() => chains.close());

/** Runs the command `audit` with these keys. Returns its output and its exit code. */
async function run(keys: Readonly<Record<string, string>>, ...args: string[]): Promise<[unknown, unknown]> {
  process.env = {
    ...environment,
    ...GENEROUS_TIMEOUTS,
    DATABASE_URL: keyless.database.url,
    LOG_LEVEL: 'silent',
    ...keys,
  };
  process.exitCode = 0;
  const printed = await runCommand([audit], ['audit', ...args]);
  return [JSON.parse(printed), process.exitCode];
}

describe('the command audit', () => {
  it('verifies and signs all chains, and its exit code shows whether they are valid', async () => {
    // A repeated test (see `retries.ts`) finds the runs of its first execution. Deleting their owner deletes them.
    await database.query('DELETE FROM users WHERE user_id = $1', [chains.user.userId]);
    chains.user = await createUser(app);
    const unsigned = await chains.createRun(keyless);
    await chains.createRun(app);
    const keyed = { AUDIT_KEY: OLD };
    const valid = { failed: 0, failures: [] };
    // If the first execution failed after the rotation, the log is signed with the new key.
    await run({ ...keyed, AUDIT_KEYS_ACCEPTED: NEW }, 'sign');
    expect(await run({}, 'verify')).toMatchObject([{ keyed: false, runs: { runs: 2, ...valid } }, 0]);
    const [verification, code] = await run(keyed, 'verify');
    const sentence = `Run ${unsigned} of user ${chains.user.userId}: The head has no keyed hash.`;
    expect(verification).toMatchObject({ keyed: true, runs: { runs: 2, records: 8, failed: 1, failures: [sentence] } });
    expect(verification).toMatchObject({ audit_log: { failure: null } });
    expect(code).toBe(2);
    expect(await run(keyed, 'sign')).toMatchObject([{ runs: { signed: 0, failed: 1 } }, 2]);
    expect(await run(keyed, 'sign', '--unsigned')).toMatchObject([{ runs: { signed: 1, failed: 0 } }, 0]);
    expect(await run(keyed, 'verify')).toMatchObject([{ runs: valid }, 0]);
    // After the rotation and `sign`, the old key is no longer needed.
    const both = { AUDIT_KEY: NEW, AUDIT_KEYS_ACCEPTED: OLD };
    expect(await run({ AUDIT_KEY: NEW }, 'verify')).toMatchObject([{ runs: { failed: 2 } }, 2]);
    expect(await run(both, 'sign')).toMatchObject([{ runs: { signed: 2 }, audit_log: { signed: true } }, 0]);
    expect(await run({ AUDIT_KEY: NEW }, 'verify')).toMatchObject([
      { runs: { ...valid, records_of_unknown_keys: 4 }, audit_log: { failure: null } },
      0,
    ]);
    await run({ ...keyed, AUDIT_KEYS_ACCEPTED: NEW }, 'sign');
  });

  it('verifies the log from its first entry, or from the position in `--log-from`', async () => {
    const logOf = async (...from: string[]): Promise<{ entries: number; failure: string | null }> =>
      ((await run({}, 'verify', ...from))[0] as { audit_log: { entries: number; failure: string | null } }).audit_log;
    const whole = await logOf();
    expect(whole.failure).toBeNull();
    expect(await logOf('--log-from', '1')).toEqual(whole);
    expect(await logOf('--log-from', '2')).toEqual({ ...whole, entries: whole.entries - 1 });
    const setHash = (hash: string): Promise<unknown> =>
      withoutTriggers(database, 'admin_audit_log', () =>
        database.query('UPDATE admin_audit_log SET hash = $1 WHERE chain_sequence = 1', [hash]),
      );
    const { rows } = await database.query('SELECT hash FROM admin_audit_log WHERE chain_sequence = 1');
    await setHash('0'.repeat(64));
    try {
      const broken = { failure: 'Record 1 is changed, missing or inserted.' };
      expect([await logOf(), await logOf('--log-from', '1')]).toMatchObject([broken, broken]);
      expect(await logOf('--log-from', '2')).toMatchObject({ failure: null });
    } finally {
      await setHash(rows[0].hash);
    }
  });

  it('fails for `sign` without AUDIT_KEY, and for a `--log-from` below 1', async () => {
    await expect(run({}, 'sign')).rejects.toThrow('AUDIT_KEY is not set');
    await expect(run({}, 'verify', '--log-from', '0')).rejects.toThrow('It must be a position');
  });
});
