import { randomBytes, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { RunVerification } from '../../../src/audit/audit.dto';
import { RunVerifier } from '../../../src/audit/verification/run-verifier.service';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { client } from '../../support/requests/client';
import { createTestApp, type TestApp } from '../../support/app/test-app';

/** The `AUDIT_KEY` before the rotation. */
export const OLD = randomBytes(48).toString('base64');
/** The `AUDIT_KEY` after the rotation. */
export const NEW = randomBytes(48).toString('base64');

/** Three services on one database, which differ in their `AUDIT_KEY`. */
export class ChainsFixture {
  private constructor(
    /** A service without an `AUDIT_KEY`. */
    readonly keyless: TestApp,
    /** A service with the key `OLD`. */
    readonly app: TestApp,
    /** A service with the key `NEW`, which also accepts the key `OLD`. */
    readonly rotated: TestApp,
    /** A connection to the database, as the owner of the tables. */
    readonly database: Client,
    /** The owner of the runs. A test can replace this user. */
    public user: TestUser,
  ) {}

  static async open(): Promise<ChainsFixture> {
    const keyless = await createTestApp({ workers: false });
    const options = { peerOf: keyless, workers: false };
    const app = await createTestApp({ ...options, env: { AUDIT_KEY: OLD } });
    const rotated = await createTestApp({ ...options, env: { AUDIT_KEY: NEW, AUDIT_KEYS_ACCEPTED: OLD } });
    const database = new Client({ connectionString: keyless.database.url });
    await database.connect();
    return new ChainsFixture(keyless, app, rotated, database, await createUser(keyless));
  }

  async close(): Promise<void> {
    await this.database.end();
    for (const app of [this.rotated, this.app, this.keyless]) await app.close();
  }

  /** Creates a run with a history of four records. Returns its id. */
  async createRun(by: TestApp): Promise<string> {
    const id = randomUUID();
    const api = client(by).as(this.user);
    await api.put(`/intelligence/runs/${id}`, { purpose: 'other', status: 'running' }, { expect: 201 });
    for (const sequence of [1, 2, 3]) await this.putCall(by, id, sequence);
    return id;
  }

  async putCall(by: TestApp, id: string, sequence: number): Promise<void> {
    const call = { name: 'search', kind: 'search' };
    await client(by).as(this.user).put(`/intelligence/runs/${id}/tool-calls/${sequence}`, call, { expect: 201 });
  }

  /** Verifies the history of a run by the route of a service. */
  async check(by: TestApp, id: string): Promise<Pick<RunVerification, 'unbroken' | 'authentic'>> {
    const { body } = await client(by)
      .as(this.user)
      .get<RunVerification>(`/intelligence/runs/${id}/verify`, { expect: 200 });
    return { unbroken: body.unbroken, authentic: body.authentic };
  }

  /** Verifies all runs, as the command `audit verify` does, and returns the failure of one run. */
  async failureOf(by: TestApp, id: string): Promise<string | undefined> {
    const { failures } = await by.app.get(RunVerifier).verify();
    return failures.find((failure) => failure.includes(id));
  }
}

/** Disables the triggers of a table, runs `work`, and enables them again. */
export async function withoutTriggers(database: Client, table: string, work: () => Promise<unknown>): Promise<void> {
  await database.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  try {
    await work();
  } finally {
    await database.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  }
}
