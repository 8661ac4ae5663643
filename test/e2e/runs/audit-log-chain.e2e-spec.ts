import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { AuditLogVerifier } from '../../../src/accounts/audit-log/audit-log-verifier.service';
import { AuditLog } from '../../../src/auth/audit-log/audit-log.store';
import { Transactions } from '../../../src/database/transactions';
import { createUser } from '../../support/accounts/accounts';
import type { TestApp } from '../../support/app/test-app';
import { ChainsFixture, withoutTriggers } from './chains-fixture';

/** Inserts an entry outside the hash chain, as a server of the previous release does. */
const UNCHAINED = `INSERT INTO admin_audit_log (entry_id, origin, action, target_id, target_name)
  VALUES (gen_random_uuid(), 'service', 'account.create', gen_random_uuid(), 'made up')`;

let chains: ChainsFixture;
let keyless: TestApp;
let app: TestApp;
let database: Client;

beforeAll(async () => {
  chains = await ChainsFixture.open();
  ({ keyless, app, database } = chains);
});
afterAll(() => chains.close());

describe('the audit log', () => {
  const verifier = (by: TestApp): AuditLogVerifier => by.app.get(AuditLogVerifier);
  const findFailure = async (): Promise<string | null> => (await verifier(app).verify()).failure;

  beforeAll(async () => {
    // The fixture wrote to the log without a key, so the log has no keyed hash. `true` also signs such a log.
    await verifier(app).sign(true);
    for (let count = 0; count < 4; count += 1) await createUser(app);
  });

  it('stays one chain under concurrent writers', async () => {
    const { length } = await verifier(app).verify();
    await Promise.all(Array.from({ length: 12 }, () => createUser(app)));
    const after = await verifier(app).verify();
    expect(after).toMatchObject({ failure: null, entries: length + 12, length: length + 12 });
  });

  it('keeps its keyed hash if a service without a key tries to sign it', async () => {
    await expect(verifier(keyless).sign(true)).rejects.toThrow('There is no current key.');
    expect(await findFailure()).toBeNull();
  });

  /** Runs `work`, which damages the log, then restores the log. */
  async function restoreLogAfter(work: () => Promise<void>): Promise<void> {
    expect(await findFailure()).toBeNull();
    await database.query('CREATE TEMPORARY TABLE kept AS SELECT * FROM admin_audit_log');
    await database.query('CREATE TEMPORARY TABLE kept_head AS SELECT * FROM admin_audit_log_head');
    try {
      await work();
    } finally {
      await withoutTriggers(database, 'admin_audit_log', () =>
        database.query('TRUNCATE admin_audit_log, admin_audit_log_head'),
      );
      await database.query('ALTER TABLE admin_audit_log DROP CONSTRAINT IF EXISTS admin_audit_log_chain_uq');
      await database.query('INSERT INTO admin_audit_log SELECT * FROM kept');
      await database.query('INSERT INTO admin_audit_log_head SELECT * FROM kept_head');
      await database.query('DROP TABLE kept, kept_head');
      await database.query(
        'ALTER TABLE admin_audit_log ADD CONSTRAINT admin_audit_log_chain_uq UNIQUE (chain_sequence)',
      );
    }
  }

  const ENTRY = { action: 'account.change', target: { id: randomUUID(), name: 'someone' } } as const;

  it('accepts other entries while the transaction of an entry is open', async () => {
    const log = app.app.get(AuditLog);
    const { length } = await verifier(app).verify();
    await app.app.get(Transactions).run(async (manager) => {
      await log.append(manager, [ENTRY]);
      await createUser(app);
      expect((await verifier(app).verify()).length).toBe(length + 1);
    });
    expect(await verifier(app).verify()).toMatchObject({ failure: null, length: length + 2 });
  });

  it('throws if an entry is appended outside a transaction of Transactions.run', async () => {
    const log = app.app.get(AuditLog);
    const writing = app.app.get(DataSource).transaction(async (manager) => log.append(manager, [ENTRY]));
    await expect(writing).rejects.toThrow('in a transaction of Transactions.run');
  });

  it.each([
    [
      'a changed entry',
      `UPDATE admin_audit_log SET target_name = 'else' WHERE chain_sequence = 3`,
      'Record 3 is changed, missing or inserted.',
    ],
    [
      'a removed entry',
      'DELETE FROM admin_audit_log WHERE chain_sequence = 2',
      'Record 2 is changed, missing or inserted.',
    ],
    [
      'removed last entries',
      'DELETE FROM admin_audit_log WHERE chain_sequence > 4',
      'Record 5 is changed, missing or inserted.',
    ],
    ['an inserted entry', UNCHAINED, 'The number of entries outside the chain is 1 instead of 0.'],
    [
      'entries in another order',
      `UPDATE admin_audit_log SET chain_sequence = 5 - chain_sequence WHERE chain_sequence IN (2, 3)`,
      'Record 2 is changed, missing or inserted.',
    ],
    ['a changed head', 'UPDATE admin_audit_log_head SET unchained = 1', 'The head does not match its keyed hash.'],
  ])('fails its verification with %s', async (_, statement, expected) => {
    await restoreLogAfter(async () => {
      // PostgreSQL checks this constraint after each row, so it would prevent a swap of two positions.
      await database.query('ALTER TABLE admin_audit_log DROP CONSTRAINT admin_audit_log_chain_uq');
      await withoutTriggers(database, 'admin_audit_log', () => database.query(statement));
      expect(await findFailure()).toBe(expected);
    });
  });

  it('fails its verification if its last entries are removed and its head is changed to match', async () => {
    await restoreLogAfter(async () => {
      const { length } = await verifier(app).verify();
      await createUser(app);
      await withoutTriggers(database, 'admin_audit_log', () =>
        database.query('DELETE FROM admin_audit_log WHERE chain_sequence > $1', [length]),
      );
      await database.query(
        `UPDATE admin_audit_log_head SET length = $1,
                hash = (SELECT hash FROM admin_audit_log WHERE chain_sequence = $1)`,
        [length],
      );
      expect(await findFailure()).toBe('The head does not match its keyed hash.');
      await createUser(app);
      expect(await findFailure()).toBe('The head has no keyed hash.');
      expect(await verifier(app).sign(false)).toBe(false);
      expect(await verifier(app).sign(true)).toBe(true);
      expect(await findFailure()).toBeNull();
    });
  });

  it('with entries of a server of the previous release is signed only with --unsigned', async () => {
    await restoreLogAfter(async () => {
      await database.query(UNCHAINED);
      expect(await findFailure()).toContain('outside the chain');
      expect((await verifier(keyless).verify()).failure).toBeNull();
      expect(await verifier(app).sign(false)).toBe(false);
      expect(await verifier(app).sign(true)).toBe(true);
      expect(await findFailure()).toBeNull();
      await createUser(app);
      expect(await findFailure()).toBeNull();
    });
  });

  it('can be verified from a later entry if the earlier entries were removed', async () => {
    await restoreLogAfter(async () => {
      await withoutTriggers(database, 'admin_audit_log', () =>
        database.query('DELETE FROM admin_audit_log WHERE chain_sequence <= 2'),
      );
      expect(await findFailure()).toBe('Record 1 is changed, missing or inserted.');
      const { entries, length, failure } = await verifier(app).verify(3);
      expect((await verifier(app).verify(length + 1)).failure).toBe(
        `The log ends at record ${length}, before record ${length + 1}.`,
      );
      expect({ entries, failure }).toEqual({ entries: length - 2, failure: null });

      await withoutTriggers(database, 'admin_audit_log', () => database.query('DELETE FROM admin_audit_log'));
      expect((await verifier(app).verify(3)).failure).toBe('Record 3 is changed, missing or inserted.');
    });
  });
});
