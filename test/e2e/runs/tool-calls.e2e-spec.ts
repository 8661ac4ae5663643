import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { TestUser } from '../../support/accounts/accounts';
import { type ApiResponse, client } from '../../support/requests/client';
import type { TestApp } from '../../support/app/test-app';
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

const RUN_STATES = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const;
const TOOL_CALL_STATES = ['pending', 'running', 'succeeded', 'failed', 'skipped', 'cancelled'] as const;

/** The states that a tool call may change to. After the end of its run, it may not change to `running`. */
const LEGAL_MOVES: Readonly<Record<(typeof TOOL_CALL_STATES)[number], readonly string[]>> = {
  pending: ['running', 'failed', 'skipped', 'cancelled'],
  running: ['succeeded', 'failed', 'cancelled'],
  succeeded: [],
  failed: [],
  skipped: [],
  cancelled: [],
};

describe('tool calls', () => {
  it('are created, change their state, and have a measured duration', async () => {
    const id = randomUUID();
    await runs.putRun(ada, id, { purpose: 'other', status: 'running' }, { expect: 201 });
    const created = await runs.putCall(ada, id, 7, { ...CALL, status: 'running' }, { expect: 201 });
    expect(created.body).toMatchObject({
      sequence: 7,
      name: 'search',
      kind: 'search',
      status: 'running',
      duration_ms: null,
    });
    const ended = await runs.putCall(ada, id, 7, { status: 'succeeded', output_summary: 'Three.' }, { expect: 200 });
    expect(ended.body).toMatchObject({ tool_call_id: created.body.tool_call_id, status: 'succeeded' });
    expect(ended.body.duration_ms).toBeGreaterThanOrEqual(0);
    await runs.putCall(ada, id, 7, { status: 'running' }, { expect: 409 });
    await runs.putCall(ada, id, 7, { output_summary: 'Four.' }, { expect: 409 });
    await runs.putCall(ada, id, 8, { ...CALL, status: 'succeeded' }, { expect: 201 });
    await runs.putCall(ada, id, 9, { ...CALL, status: 'running' }, { expect: 201 });
    await runs.putRun(ada, id, { status: 'failed' }, { expect: 200 });
    // A tool call that was running may end after its run, so that its outcome is not lost.
    await runs.putCall(ada, id, 9, { status: 'failed' }, { expect: 200 });
    await runs.putCall(ada, randomUUID(), 1, CALL, { expect: 404 });
    await runs.putCall(bob, id, 7, { status: 'failed' }, { expect: 404 });
    for (const sequence of ['-1', '1.5', 'x', '1000001']) await runs.putCall(ada, id, sequence, CALL, { expect: 400 });
    await runs.putCall(ada, id, 1, {}, { expect: 409 });
    expect(await runs.verify(ada, id)).toMatchObject({ records: 7, unbroken: true });
  });

  it.each(RUN_STATES)('accept exactly the legal changes of state while their run is %s', async (state) => {
    const id = randomUUID();
    await runs.putRun(
      ada,
      id,
      { purpose: 'other', status: state === 'queued' ? 'queued' : 'running' },
      { expect: 201 },
    );
    // Null means that the tool call does not exist yet; undefined means that the request contains no state.
    const oldStates = [null, ...TOOL_CALL_STATES];
    const newStates = [undefined, ...TOOL_CALL_STATES];
    const changes = oldStates.flatMap((from) => newStates.map((to) => ({ from, to })));
    const cases = changes.map((change, index) => ({ ...change, index }));
    for (const { from, index } of cases) {
      if (from !== null) await runs.putCall(ada, id, index, { ...CALL, status: from }, { expect: 201 });
    }
    if (state !== 'queued' && state !== 'running') await runs.putRun(ada, id, { status: state }, { expect: 200 });
    const hasEnded = ['succeeded', 'failed', 'cancelled'].includes(state);
    for (const { from, to, index } of cases) {
      const { status } = await runs.putCall(ada, id, index, { ...CALL, status: to });
      const isMove = to !== undefined && to !== from;
      const isLegal = from === null ? !hasEnded : !isMove || LEGAL_MOVES[from].includes(to);
      const startsTooLate = hasEnded && isMove && to === 'running';
      const expected = isLegal && !startsTooLate ? (from === null ? 201 : 200) : 409;
      expect([from, to, status]).toEqual([from, to, expected]);
    }
    expect(await runs.verify(ada, id)).toMatchObject({ unbroken: true });
  });

  it('store redacted and shortened payloads, and refuse invalid payloads', async () => {
    const id = randomUUID();
    await runs.putRun(ada, id, { purpose: 'other', status: 'running' }, { expect: 201 });
    const keys = Object.fromEntries(Array.from({ length: 4_900 }, (_, n) => [`k${n}`, n]));
    const payloads: unknown[] = [
      { password: 'hunter2', nested: [{ api_key: 'hunter2' }], text: 'token=hunter2' },
      'x'.repeat(500_000),
      keys,
      Array.from({ length: 20_000 }, () => 1),
      { then: 1, toJSON: 'x' },
      {},
      null,
      0,
    ];
    for (const [sequence, payload] of payloads.entries()) {
      await runs.putCall(ada, id, sequence, { ...CALL, arguments: payload, result: payload }, { expect: 201 });
    }
    const { rows } = await database.query<{ json: string; result: string; bytes: number; sha: string }>(
      `SELECT arguments::text AS json, result::text AS result, arguments_bytes AS bytes, arguments_sha256 AS sha
         FROM intelligence_tool_calls WHERE run_id = $1 ORDER BY sequence`,
      [id],
    );
    expect(rows).toHaveLength(payloads.length);
    for (const { json, result, sha } of rows) {
      expect(JSON.stringify(JSON.parse(json)).length).toBeLessThanOrEqual(16_384);
      expect(result).toBe(json);
      expect(json).not.toContain('hunter2');
      expect(sha).toMatch(/^[0-9a-f]{64}$/);
    }
    expect(rows[1]?.bytes).toBe(500_002);
    const send = (body: string, path = `/intelligence/runs/${id}/tool-calls/50`): Promise<ApiResponse> =>
      client(app)
        .as(ada)
        .send('PUT', path, body, { headers: { 'content-type': 'application/json' } });
    const hostile = (json: string): string => `{"name":"n","kind":"system","arguments":${json}}`;
    const answers = await Promise.all([
      send(hostile(`"${'x'.repeat(5_000_000)}"`)),
      send(hostile(`{${Array.from({ length: 20_001 }, (_, n) => `"k${n}":1`).join()}}`)),
      send(hostile('['.repeat(3000) + ']'.repeat(3000))),
      send(hostile('{"a":'.repeat(3000) + '1' + '}'.repeat(3000))),
      send(hostile('"a\\u0000b"')),
      send(hostile('"\\ud800"')),
      send(hostile('{"__proto__":{"polluted":true}}')),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([413, 400, 400, 400, 400, 400, 400]);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('keep a payload that a later request omits', async () => {
    const id = randomUUID();
    await runs.putRun(ada, id, { purpose: 'other', status: 'running' }, { expect: 201 });
    await runs.putCall(ada, id, 0, { ...CALL, status: 'running', arguments: { query: 'war' } }, { expect: 201 });
    await runs.putCall(ada, id, 0, { status: 'succeeded', result: 'three' }, { expect: 200 });
    await runs.putCall(ada, id, 0, { status: 'succeeded' }, { expect: 200 });
    const { rows } = await database.query(
      'SELECT arguments, result, revision FROM intelligence_tool_calls WHERE run_id = $1',
      [id],
    );
    expect(rows).toMatchObject([{ arguments: { query: 'war' }, result: 'three', revision: 2 }]);
  });
});
