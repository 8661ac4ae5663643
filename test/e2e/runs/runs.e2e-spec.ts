import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { RunListResponse } from '../../../src/audit/audit.dto';
import { hashCanonicalJson } from '../../../src/common/json/canonical-json';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { type ApiResponse, client } from '../../support/requests/client';
import type { TestApp } from '../../support/app/test-app';
import { eventually } from '../../support/eventually';
import { CALL, RunsFixture } from './runs-fixture';

let runs: RunsFixture;
let app: TestApp;
let database: Client;
let ada: TestUser;
let bob: TestUser;

beforeAll(async () => {
  runs = await RunsFixture.open();
  ({ app, database, ada, bob } = runs);
});
afterAll(() => runs.close());

/** Counts the statements of the service that wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND application_name LIKE 'intelligence%'`,
  );
  return rows[0]?.count ?? 0;
}

describe('PUT runs/{run_id}', () => {
  it('creates a run, changes its state, and refuses changes that its state does not permit', async () => {
    const id = randomUUID();
    const created = await runs.putRun(
      ada,
      id,
      { purpose: 'item_context', model: 'small', input_summary: 'What?' },
      { expect: 201 },
    );
    expect(created.body).toMatchObject({
      run_id: id,
      purpose: 'item_context',
      status: 'queued',
      requested_by_user_id: ada.userId,
      model: 'small',
      started_at: null,
      completed_at: null,
      input_summary: { text: 'What?', truncated: false },
      output_summary: null,
      revision: 1,
    });
    expect((await runs.putRun(ada, id, {}, { expect: 200 })).body).toEqual(created.body);
    const running = await runs.putRun(ada, id.toUpperCase(), { status: 'running' }, { expect: 200 });
    expect(running.body).toMatchObject({ status: 'running', revision: 2, completed_at: null });
    expect(running.body.started_at).not.toBeNull();
    await runs.putRun(ada, id, { status: 'queued' }, { expect: 409 });
    await runs.putRun(ada, id, { purpose: 'other' }, { expect: 409 });
    const ended = await runs.putRun(ada, id, { status: 'succeeded', output_summary: 'That.' }, { expect: 200 });
    expect(ended.body.completed_at).not.toBeNull();
    expect((await runs.putRun(ada, id, { status: 'succeeded' }, { expect: 200 })).body).toEqual(ended.body);
    await runs.putRun(ada, id, { status: 'failed' }, { expect: 409 });
    await runs.putRun(ada, id, { output_summary: 'Other.' }, { expect: 409 });
    await runs.putCall(ada, id, 1, CALL, { expect: 409 });
    expect(await runs.verify(ada, id)).toMatchObject({ unbroken: true, records: 3, first_broken: null });
  });

  it.each([
    ['no purpose', {}],
    ['an unknown purpose', { purpose: 'fun' }],
    ['an unknown state', { purpose: 'other', status: 'done' }],
    ['an owner', { purpose: 'other', owner_user_id: randomUUID() }],
    ['a source without id', { purpose: 'other', sources: [{ field: 'x' }] }],
    ['invisible text as a model', { purpose: 'other', model: '\u202e' }],
    ['a summary that is too long', { purpose: 'other', input_summary: 'x'.repeat(10_001) }],
  ])('answers invalid-request to a run with %s', async (_, body) => {
    expect((await runs.putRun(ada, randomUUID(), body)).body).toMatchObject({ code: 'invalid-request' });
  });

  it('has one effect for each idempotency key and user, and refuses another request with the same key', async () => {
    const id = randomUUID();
    const keyed = { headers: { 'idempotency-key': randomUUID() } };
    const body = { purpose: 'other', status: 'running' };
    const answers = await Promise.all(Array.from({ length: 6 }, () => runs.putRun(ada, id, body, keyed)));
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    expect(answers.filter((answer) => answer.headers.get('idempotency-replayed') === null)).toHaveLength(1);
    await runs.putRun(ada, id, { status: 'succeeded' }, { expect: 200 });
    expect((await runs.putRun(ada, id, body, keyed)).text).toBe(answers[0]?.text);
    for (const [otherBody, runId] of [
      [{ ...body, model: 'm' }, id],
      [body, randomUUID()],
    ] as const) {
      expect((await runs.putRun(ada, runId, otherBody, keyed)).body).toMatchObject({
        code: 'idempotency-mismatch',
        status: 422,
      });
    }
    expect((await runs.putRun(bob, id, { purpose: 'recommendation' }, keyed)).status).toBe(201);
    expect(await runs.verify(ada, id)).toMatchObject({ records: 2, unbroken: true });
    for (const key of ['x'.repeat(256), 'a b', 'é']) {
      const refused = await runs.putRun(ada, randomUUID(), body, { headers: { 'idempotency-key': key } });
      expect(refused.body).toMatchObject({ code: 'invalid-request', errors: [{ field: 'Idempotency-Key' }] });
    }
  });

  it('repeats the answer to a parallel request with the same key, even if the run has ended', async () => {
    const id = randomUUID();
    const keyed = { headers: { 'idempotency-key': randomUUID() } };
    await runs.putRun(ada, id, { purpose: 'other' }, { expect: 201 });
    const locks = new Client(app.database.url);
    await locks.connect();
    try {
      await locks.query('BEGIN');
      await locks.query('SELECT FROM intelligence_runs WHERE run_id = $1 FOR UPDATE', [id]);
      // Locks are granted in the order of the requests.
      const answers: Promise<ApiResponse>[] = [];
      for (const [body, options] of [
        [{ status: 'running' }, keyed],
        [{ status: 'failed' }, {}],
        [{ status: 'running' }, keyed],
      ] as const) {
        answers.push(client(app).as(ada).put(`/intelligence/runs/${id}`, body, options));
        await eventually(async () => (await countWaiting()) === answers.length);
      }
      await locks.query('COMMIT');
      const [first, other, repeated] = await Promise.all(answers);
      expect([first?.status, other?.status, repeated?.status]).toEqual([200, 200, 200]);
      expect(repeated?.text).toBe(first?.text);
      expect(repeated?.headers.get('idempotency-replayed')).toBe('true');
    } finally {
      await locks.end();
    }
  });

  it('stores a hash of the request that does not verify guesses of a secret in it', async () => {
    const [runId, key] = [randomUUID(), randomUUID()];
    const keyed = { headers: { 'idempotency-key': key } };
    const body = { purpose: 'other', input_summary: 'pin: 1234' };
    const first = await runs.putRun(ada, runId, body, { ...keyed, expect: 201 });
    const readHash = async (user: TestUser): Promise<unknown> => {
      const { rows } = await database.query<{ request_hash: string }>(
        'SELECT request_hash FROM intelligence_idempotency_keys WHERE owner_user_id = $1 AND idempotency_key = $2',
        [user.userId, key],
      );
      return rows[0]?.request_hash;
    };
    const guess = hashCanonicalJson({ runId, request: body });
    const stored = await readHash(ada);
    expect(stored).not.toBe(guess);

    // Another user cannot get the hash by sending guesses under the same ids.
    await runs.putRun(bob, runId, body, { ...keyed, expect: 201 });
    expect(await readHash(bob)).not.toBe(stored);

    // Release 0.1.0 stored the hash that can be computed without a key.
    await database.query(
      'UPDATE intelligence_idempotency_keys SET request_hash = $3 WHERE owner_user_id = $1 AND idempotency_key = $2',
      [ada.userId, key, guess],
    );
    expect((await runs.putRun(ada, runId, body, { ...keyed, expect: 201 })).text).toBe(first.text);
    await runs.putRun(ada, runId, { ...body, input_summary: 'pin: 1235' }, { ...keyed, expect: 422 });
  });

  it('accepts an idempotency key for another request after a day', async () => {
    const key = randomUUID();
    const keyed = { headers: { 'idempotency-key': key } };
    const [first, second] = [randomUUID(), randomUUID()];
    await runs.putRun(ada, first, { purpose: 'other' }, { ...keyed, expect: 201 });
    await database.query(
      `UPDATE intelligence_idempotency_keys SET created_at = now() - interval '25 hours' WHERE idempotency_key = $1`,
      [key],
    );
    await runs.putRun(ada, second, { purpose: 'other' }, { ...keyed, expect: 201 });
    await runs.putRun(ada, first, { purpose: 'other' }, { ...keyed, expect: 422 });
  });

  it('removes expired idempotency keys of the same user with each new key', async () => {
    const put = (user: TestUser, key: string): Promise<unknown> =>
      runs.putRun(user, randomUUID(), { purpose: 'other' }, { headers: { 'idempotency-key': key }, expect: 201 });
    await database.query('DELETE FROM intelligence_idempotency_keys');
    await Promise.all([put(ada, 'aged-1'), put(ada, 'aged-2'), put(bob, 'aged-3'), put(ada, 'recent')]);
    await database.query(
      `UPDATE intelligence_idempotency_keys SET created_at = now() - interval '25 hours' WHERE idempotency_key LIKE 'aged-%'`,
    );
    await put(ada, 'newest');
    const { rows } = await database.query<{ key: string }>(
      `SELECT idempotency_key AS key FROM intelligence_idempotency_keys
        WHERE idempotency_key LIKE 'aged-%' OR idempotency_key IN ('recent', 'newest') ORDER BY 1`,
    );
    expect(rows.map(({ key }) => key)).toEqual(['aged-3', 'newest', 'recent']);
  });
});

describe('GET runs', () => {
  it('lists the runs of the caller, newest first', async () => {
    const user = await createUser(app);
    const runIds: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      runIds.unshift((await runs.putRun(user, randomUUID(), { purpose: 'other' }, { expect: 201 })).body.run_id);
    }
    const get = (query: string): Promise<ApiResponse<RunListResponse>> =>
      client(app).as(user).get<RunListResponse>(`/intelligence/runs${query}`);
    const first = await get('?limit=3');
    expect(first.body.runs.map((run) => run.run_id)).toEqual(runIds.slice(0, 3));
    const second = await get(`?limit=3&cursor=${first.body.page.next_cursor}`);
    expect(second.body.runs.map((run) => run.run_id)).toEqual(runIds.slice(3));
    expect((await get('?limit=-1')).body.page).toMatchObject({ limit: 20, has_more: false });
    for (const query of ['?limit=1.5', '?limit=', '?cursor=x', '?owner=x']) expect((await get(query)).status).toBe(400);
  });
});
