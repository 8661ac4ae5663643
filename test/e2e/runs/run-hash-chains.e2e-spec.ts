/** The keyed hashes of the histories of runs, and the rotation of their key. */
import { Client } from 'pg';
import { RunVerifier } from '../../../src/audit/verification/run-verifier.service';
import { hashRecord } from '../../../src/common/hash-chain/hash-chain';
import { type TestApp } from '../../support/app/test-app';
import { ChainsFixture, withoutTriggers } from './chains-fixture';

/** The previous hash of the first record. */
const GENESIS = '0'.repeat(64);

interface StoredRecord {
  readonly record: string;
  readonly key_id: string | null;
  readonly keyed_hash: string | null;
}

let chains: ChainsFixture;
let keyless: TestApp;
let app: TestApp;
let rotated: TestApp;
let database: Client;

beforeAll(async () => {
  chains = await ChainsFixture.open();
  ({ keyless, app, rotated, database } = chains);
});
afterAll(() => chains.close());

/** Replaces the records of a run. Computes all hashes again, except the keyed ones. */
async function rewrite(id: string, change: (records: StoredRecord[]) => StoredRecord[]): Promise<void> {
  const { rows } = await database.query<StoredRecord>(
    'SELECT record, key_id, keyed_hash FROM intelligence_run_history WHERE run_id = $1 ORDER BY history_sequence',
    [id],
  );
  await withoutTriggers(database, 'intelligence_run_history', async () => {
    await database.query('DELETE FROM intelligence_run_history WHERE run_id = $1', [id]);
    let previous = GENESIS;
    const records = change(rows);
    for (const [index, { record, key_id, keyed_hash }] of records.entries()) {
      const hash = hashRecord(previous, record);
      await database.query(
        `INSERT INTO intelligence_run_history
           (owner_user_id, run_id, history_sequence, record, previous_hash, hash, key_id, keyed_hash)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [chains.user.userId, id, index + 1, record, previous, hash, key_id, keyed_hash],
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
  it('is authentic for a service with the key; its authenticity is unknown to a service without the key', async () => {
    const id = await chains.createRun(app);
    expect(await chains.check(app, id)).toEqual({ unbroken: true, authentic: true });
    expect(await chains.failureOf(app, id)).toBeUndefined();
    expect(await chains.check(keyless, id)).toEqual({ unbroken: true, authentic: null });
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
      'changed records whose keyed hashes are removed',
      (records) => records.map((each) => ({ ...each, record: '{}', key_id: null, keyed_hash: null })),
      'The head does not match',
    ],
  ])('with %s is not authentic, even if all hashes without a key are correct', async (_, change, failure) => {
    const id = await chains.createRun(app);
    await rewrite(id, change);
    expect(await chains.check(app, id)).toEqual({ unbroken: true, authentic: false });
    expect(await chains.failureOf(app, id)).toContain(failure);
    // A later write does not sign a change that bypassed the service.
    await chains.putCall(app, id, 9);
    expect((await chains.check(app, id)).authentic).toBeNull();
    expect(await chains.failureOf(app, id)).toContain(failure.startsWith('The head') ? 'no keyed hash' : failure);
  });

  it('is not authentic with the head of another run', async () => {
    const [id, other] = [await chains.createRun(app), await chains.createRun(app)];
    const columns = 'history_length, history_head, history_key_id, history_keyed_hash';
    await database.query(
      `UPDATE intelligence_runs SET (${columns}) = (SELECT ${columns} FROM intelligence_runs WHERE run_id = $2)
        WHERE run_id = $1`,
      [id, other],
    );
    expect((await chains.check(app, id)).authentic).toBe(false);
    expect(await chains.failureOf(app, id)).toContain('Record 4 is');
  });

  it('stays authentic during a rotation of the key if the service has both keys', async () => {
    const id = await chains.createRun(app);
    expect(await chains.check(rotated, id)).toEqual({ unbroken: true, authentic: true });
    await chains.putCall(rotated, id, 4);
    expect(await chains.check(rotated, id)).toEqual({ unbroken: true, authentic: true });
    expect(await chains.failureOf(rotated, id)).toBeUndefined();
    // A service that has only the old key cannot verify hashes of the new key.
    expect((await chains.check(app, id)).authentic).toBeNull();
    expect(await chains.failureOf(app, id)).toContain('not configured');
  });

  it('has no keyed hash after a service without a key has written it', async () => {
    const id = await chains.createRun(app);
    await chains.putCall(keyless, id, 4);
    expect(await chains.check(app, id)).toEqual({ unbroken: true, authentic: null });
    expect(await chains.failureOf(app, id)).toContain('no keyed hash');
    await chains.putCall(app, id, 5);
    expect((await chains.check(app, id)).authentic).toBeNull();
  });

  it('keeps its keyed hash if a service without a key tries to sign it', async () => {
    const id = await chains.createRun(app);
    await expect(keyless.app.get(RunVerifier).sign(true)).rejects.toThrow('There is no current key.');
    expect(await chains.check(app, id)).toEqual({ unbroken: true, authentic: true });
  });
});
