/**
 * The keyed hashes of the histories of runs and of the audit log: which changes they reveal, and how their key is
 * rotated.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { AuditLogVerifier } from '../../../src/accounts/audit-log/audit-log-verifier.service';
import type { RunVerification } from '../../../src/audit/audit.dto';
import { AuditLog } from '../../../src/auth/audit-log/audit-log.store';
import { RunVerifier } from '../../../src/audit/verification/run-verifier.service';
import * as audit from '../../../src/cli/accounts/audit.command';
import { Transactions } from '../../../src/database/transactions';
import { hashRecord } from '../../../src/common/hash-chain/hash-chain';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { client } from '../../support/requests/client';
import { runCommand } from '../../support/app/command';
import { GENEROUS_TIMEOUTS } from '../../support/app/test-environment';
import { createTestApp, type TestApp } from '../../support/app/test-app';

const OLD = randomBytes(48).toString('base64');
const NEW = randomBytes(48).toString('base64');
/** What a server of the previous release writes. */
const UNCHAINED = `INSERT INTO admin_audit_log (entry_id, origin, action, target_id, target_name)
  VALUES (gen_random_uuid(), 'service', 'account.create', gen_random_uuid(), 'made up')`;
const GENESIS = '0'.repeat(64);

interface StoredRecord {
  readonly record: string;
  readonly key_id: string | null;
  readonly keyed_hash: string | null;
}

const environment = process.env;
/** Without a key. */
let before: TestApp;
let app: TestApp;
/** After the rotation of the key. */
let changed: TestApp;
let database: Client;
let user: TestUser;

beforeAll(async () => {
  before = await createTestApp({ workers: false });
  const beside = before;
  app = await createTestApp({ beside, workers: false, env: { AUDIT_KEY: OLD } });
  changed = await createTestApp({ beside, workers: false, env: { AUDIT_KEY: NEW, AUDIT_KEYS_ACCEPTED: OLD } });
  database = new Client({ connectionString: before.database.url });
  await database.connect();
  user = await createUser(before);
});
afterEach(() => {
  process.env = environment;
  process.exitCode = 0;
});
afterAll(async () => {
  await database.end();
  for (const each of [changed, app, before]) await each.close();
});

/** Runs a command with these keys. Returns its output and its exit code. */
async function run(keys: Readonly<Record<string, string>>, ...args: string[]): Promise<[unknown, unknown]> {
  process.env = {
    ...environment,
    ...GENEROUS_TIMEOUTS,
    DATABASE_URL: before.database.url,
    LOG_LEVEL: 'silent',
    ...keys,
  };
  process.exitCode = 0;
  const printed = await runCommand([audit], ['audit', ...args]);
  return [JSON.parse(printed), process.exitCode];
}

/** A run with a history of four records. */
async function madeRun(by: TestApp): Promise<string> {
  const id = randomUUID();
  const api = client(by).as(user);
  await api.put(`/intelligence/runs/${id}`, { purpose: 'other', status: 'running' }, { expect: 201 });
  for (const sequence of [1, 2, 3]) await putCall(by, id, sequence);
  return id;
}

async function putCall(by: TestApp, id: string, sequence: number): Promise<void> {
  const call = { name: 'search', kind: 'search' };
  await client(by).as(user).put(`/intelligence/runs/${id}/tool-calls/${sequence}`, call, { expect: 201 });
}

async function check(by: TestApp, id: string): Promise<Pick<RunVerification, 'unbroken' | 'authentic'>> {
  const { body } = await client(by).as(user).get<RunVerification>(`/intelligence/runs/${id}/verify`, { expect: 200 });
  return { unbroken: body.unbroken, authentic: body.authentic };
}

async function failureOf(by: TestApp, id: string): Promise<string | undefined> {
  const { failures } = await by.app.get(RunVerifier).verify();
  return failures.find((failure) => failure.includes(id));
}

/** Changes tables as their owner can, without the service. */
async function withoutTriggers(table: string, work: () => Promise<unknown>): Promise<void> {
  await database.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  try {
    await work();
  } finally {
    await database.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  }
}

/** Replaces the records of a run and computes all hashes that need no key, also that of the head. */
async function rewrite(id: string, change: (records: StoredRecord[]) => StoredRecord[]): Promise<void> {
  const { rows } = await database.query<StoredRecord>(
    'SELECT record, key_id, keyed_hash FROM intelligence_run_history WHERE run_id = $1 ORDER BY history_sequence',
    [id],
  );
  await withoutTriggers('intelligence_run_history', async () => {
    await database.query('DELETE FROM intelligence_run_history WHERE run_id = $1', [id]);
    let previous = GENESIS;
    const records = change(rows);
    for (const [index, { record, key_id, keyed_hash }] of records.entries()) {
      const hash = hashRecord(previous, record);
      await database.query(
        `INSERT INTO intelligence_run_history
           (owner_user_id, run_id, history_sequence, record, previous_hash, hash, key_id, keyed_hash)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [user.userId, id, index + 1, record, previous, hash, key_id, keyed_hash],
      );
      previous = hash;
    }
    await database.query('UPDATE intelligence_runs SET history_length = $2, history_head = $3 WHERE run_id = $1', [
      id,
      records.length,
      previous,
    ]);
  });
}

describe('the history of a run', () => {
  it('is valid according to its keyed hash', async () => {
    const id = await madeRun(app);
    expect(await check(app, id)).toEqual({ unbroken: true, authentic: true });
    expect(await failureOf(app, id)).toBeUndefined();
    expect(await check(before, id)).toEqual({ unbroken: true, authentic: null });
  });

  it.each<[string, (records: StoredRecord[]) => StoredRecord[], string]>([
    [
      'a changed record',
      (records) => records.map((each, index) => (index === 1 ? { ...each, record: '{}' } : each)),
      'Record 2 is',
    ],
    ['a removed record', (records) => records.toSpliced(1, 1), 'Record 2 is'],
    ['an inserted record', (records) => records.toSpliced(2, 0, records[1] as StoredRecord), 'Record 3 is'],
    ['removed last records', (records) => records.slice(0, 2), 'The head does not match'],
    [
      'a changed record whose keyed hashes are removed',
      (records) => records.map((each) => ({ ...each, record: '{}', key_id: null, keyed_hash: null })),
      'The head does not match',
    ],
  ])('reveals %s, even if all hashes that need no key are correct', async (_, change, failure) => {
    const id = await madeRun(app);
    await rewrite(id, change);
    expect(await check(app, id)).toEqual({ unbroken: true, authentic: false });
    expect(await failureOf(app, id)).toContain(failure);
    // A later write of the service does not sign a change that bypassed the service.
    await putCall(app, id, 9);
    expect((await check(app, id)).authentic).toBeNull();
    expect(await failureOf(app, id)).toContain(failure.startsWith('The head') ? 'no keyed hash' : failure);
  });

  it('cannot replace the history of another run', async () => {
    const [id, other] = [await madeRun(app), await madeRun(app)];
    const columns = 'history_length, history_head, history_key_id, history_keyed_hash';
    await database.query(
      `UPDATE intelligence_runs SET (${columns}) = (SELECT ${columns} FROM intelligence_runs WHERE run_id = $2)
        WHERE run_id = $1`,
      [id, other],
    );
    expect((await check(app, id)).authentic).toBe(false);
    expect(await failureOf(app, id)).toContain('Record 4 is');
  });

  it('stays valid during the rotation of the key, and afterwards', async () => {
    const id = await madeRun(app);
    expect(await check(changed, id)).toEqual({ unbroken: true, authentic: true });
    await putCall(changed, id, 4);
    expect(await check(changed, id)).toEqual({ unbroken: true, authentic: true });
    expect(await failureOf(changed, id)).toBeUndefined();
    // A program that has only the old key cannot verify hashes of the new one.
    expect((await check(app, id)).authentic).toBeNull();
    expect(await failureOf(app, id)).toContain('not configured');
  });

  it('has no keyed hash if a program without a key writes it', async () => {
    const id = await madeRun(app);
    await putCall(before, id, 4);
    expect(await check(app, id)).toEqual({ unbroken: true, authentic: null });
    expect(await failureOf(app, id)).toContain('no keyed hash');
    await putCall(app, id, 5);
    expect((await check(app, id)).authentic).toBeNull();
  });
});

describe('the audit log', () => {
  const verifier = (by: TestApp): AuditLogVerifier => by.app.get(AuditLogVerifier);
  const failure = async (): Promise<string | null> => (await verifier(app).verify()).failure;

  beforeAll(async () => {
    await verifier(app).sign(true);
    for (let count = 0; count < 4; count += 1) await createUser(app);
  });

  it('is one chain, also under concurrent writers', async () => {
    const { length } = await verifier(app).verify();
    await Promise.all(Array.from({ length: 12 }, () => createUser(app)));
    const after = await verifier(app).verify();
    expect(after).toMatchObject({ failure: null, entries: length + 12, length: length + 12 });
  });

  /** Runs `work`, which damages the log. Then restores the log. */
  async function restoring(work: () => Promise<void>): Promise<void> {
    expect(await failure()).toBeNull();
    await database.query('CREATE TEMPORARY TABLE kept AS SELECT * FROM admin_audit_log');
    await database.query('CREATE TEMPORARY TABLE kept_head AS SELECT * FROM admin_audit_log_head');
    try {
      await work();
    } finally {
      await withoutTriggers('admin_audit_log', () => database.query('TRUNCATE admin_audit_log, admin_audit_log_head'));
      await database.query('ALTER TABLE admin_audit_log DROP CONSTRAINT IF EXISTS admin_audit_log_chain_uq');
      await database.query('INSERT INTO admin_audit_log SELECT * FROM kept');
      await database.query('INSERT INTO admin_audit_log_head SELECT * FROM kept_head');
      await database.query('DROP TABLE kept, kept_head');
      await database.query(
        'ALTER TABLE admin_audit_log ADD CONSTRAINT admin_audit_log_chain_uq UNIQUE (chain_sequence)',
      );
    }
  }

  const act = { action: 'account.change', target: { id: randomUUID(), name: 'someone' } } as const;

  it('does not make other acts wait before the end of a transaction', async () => {
    const log = app.app.get(AuditLog);
    const { length } = await verifier(app).verify();
    await app.app.get(Transactions).run(async (manager) => {
      await log.append(manager, [act]);
      await createUser(app);
      expect((await verifier(app).verify()).length).toBe(length + 1);
    });
    expect(await verifier(app).verify()).toMatchObject({ failure: null, length: length + 2 });
  });

  it('refuses an entry in a transaction that would lose it', async () => {
    const log = app.app.get(AuditLog);
    const writing = app.app.get(DataSource).transaction(async (manager) => log.append(manager, [act]));
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
      'a removed end',
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
  ])('reveals %s', async (_, statement, expected) => {
    await restoring(async () => {
      // The order of entries cannot change while their positions are checked one by one.
      await database.query('ALTER TABLE admin_audit_log DROP CONSTRAINT admin_audit_log_chain_uq');
      await withoutTriggers('admin_audit_log', () => database.query(statement));
      expect(await failure()).toBe(expected);
    });
  });

  it('reveals that its last entries were removed and its head was changed, also after further entries', async () => {
    await restoring(async () => {
      const { length } = await verifier(app).verify();
      await createUser(app);
      await withoutTriggers('admin_audit_log', () =>
        database.query('DELETE FROM admin_audit_log WHERE chain_sequence > $1', [length]),
      );
      await database.query(
        `UPDATE admin_audit_log_head SET length = $1,
                hash = (SELECT hash FROM admin_audit_log WHERE chain_sequence = $1)`,
        [length],
      );
      expect(await failure()).toBe('The head does not match its keyed hash.');
      await createUser(app);
      expect(await failure()).toBe('The head has no keyed hash.');
      expect(await verifier(app).sign(false)).toBe(false);
      expect(await verifier(app).sign(true)).toBe(true);
      expect(await failure()).toBeNull();
    });
  });

  it('signs entries of a server of the previous release only with --unsigned', async () => {
    await restoring(async () => {
      await database.query(UNCHAINED);
      expect(await failure()).toContain('outside the chain');
      expect((await verifier(before).verify()).failure).toBeNull();
      expect(await verifier(app).sign(false)).toBe(false);
      expect(await verifier(app).sign(true)).toBe(true);
      expect(await failure()).toBeNull();
      await createUser(app);
      expect(await failure()).toBeNull();
    });
  });

  it('can be verified from a later entry, after earlier ones were removed on purpose', async () => {
    await restoring(async () => {
      await withoutTriggers('admin_audit_log', () =>
        database.query('DELETE FROM admin_audit_log WHERE chain_sequence <= 2'),
      );
      expect(await failure()).toBe('Record 1 is changed, missing or inserted.');
      const { entries, length, failure: found } = await verifier(app).verify(3);
      expect({ entries, found }).toEqual({ entries: length - 2, found: null });
    });
  });
});

describe('the command', () => {
  it('verifies and signs, and its exit code shows whether all chains are valid', async () => {
    await database.query('DELETE FROM users WHERE user_id = $1', [user.userId]);
    user = await createUser(app);
    const unsigned = await madeRun(before);
    await madeRun(app);
    const keyed = { AUDIT_KEY: OLD };
    const whole = { failed: 0, failures: [] };
    const from = ['--log-from', '2'];
    // Sets the same state for each attempt of the test.
    await run({ ...keyed, AUDIT_KEYS_ACCEPTED: NEW }, 'sign', ...from);
    expect(await run({}, 'verify', ...from)).toMatchObject([{ keyed: false, runs: { runs: 2, ...whole } }, 0]);
    const [found, code] = await run(keyed, 'verify', ...from);
    const sentence = `Run ${unsigned} of user ${user.userId}: The head has no keyed hash.`;
    expect(found).toMatchObject({ keyed: true, runs: { runs: 2, records: 8, failed: 1, failures: [sentence] } });
    expect(found).toMatchObject({ audit_log: { failure: null } });
    expect(code).toBe(2);
    expect(await run(keyed, 'sign', ...from)).toMatchObject([{ runs: { signed: 0, failed: 1 } }, 2]);
    expect(await run(keyed, 'sign', '--unsigned', ...from)).toMatchObject([{ runs: { signed: 1, failed: 0 } }, 0]);
    expect(await run(keyed, 'verify', ...from)).toMatchObject([{ runs: whole }, 0]);
    // After the rotation and `sign`, the old key is no longer needed.
    const both = { AUDIT_KEY: NEW, AUDIT_KEYS_ACCEPTED: OLD };
    expect(await run({ AUDIT_KEY: NEW }, 'verify', ...from)).toMatchObject([{ runs: { failed: 2 } }, 2]);
    expect(await run(both, 'sign', ...from)).toMatchObject([{ runs: { signed: 2 }, audit_log: { signed: true } }, 0]);
    expect(await run({ AUDIT_KEY: NEW }, 'verify', ...from)).toMatchObject([
      { runs: { ...whole, records_of_unknown_keys: 4 }, audit_log: { failure: null } },
      0,
    ]);
    await run({ ...keyed, AUDIT_KEYS_ACCEPTED: NEW }, 'sign', ...from);
  });

  it('refuses invalid options', async () => {
    await expect(run({}, 'sign')).rejects.toThrow('AUDIT_KEY is not set');
    await expect(run({}, 'verify', '--log-from', '0')).rejects.toThrow('It must be a position');
  });
});
