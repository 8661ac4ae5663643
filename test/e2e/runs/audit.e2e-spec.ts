import type { Input } from 'intelligence-client';
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { ReadPool } from '../../../src/database/read-pool';
import type { RunAuditResponse, RunListResponse, RunVerification } from '../../../src/audit/audit.dto';
import type { IntelligenceToolCall } from '../../../src/audit/runs/tool-call.dto';
import type { IntelligenceRun } from '../../../src/audit/runs/run.dto';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { importCatalog, library, mediaIdOf, movie } from '../../support/catalog/catalog';
import { type ApiResponse, client } from '../../support/requests/client';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { typedClient } from '../../support/requests/typed-client';

let app: TestApp;
let database: Client;
let ada: TestUser;
let bob: TestUser;

const film = mediaIdOf('movie', 'The General');

beforeAll(async () => {
  app = await createTestApp();
  database = new Client({ connectionString: app.database.url });
  await database.connect();
  ada = await createUser(app);
  bob = await createUser(app, { libraryIds: [] });
  const admin = await createUser(app, { role: 'admin' });
  await importCatalog(app, admin, [library('Films'), movie('Films', 'The General')]);
});
afterAll(async () => {
  await database.end();
  await app.close();
});

type Body = Record<string, unknown>;
interface Options {
  readonly expect?: number;
  readonly headers?: Record<string, string>;
}

function putRun(user: TestUser, id: string, body: Body, options: Options = {}): Promise<ApiResponse<IntelligenceRun>> {
  return client(app).as(user).put<IntelligenceRun>(`/intelligence/runs/${id}`, body, options);
}

function putCall(
  user: TestUser,
  runId: string,
  sequence: number | string,
  body: Body,
  options: Options = {},
): Promise<ApiResponse<IntelligenceToolCall>> {
  return client(app)
    .as(user)
    .put<IntelligenceToolCall>(`/intelligence/runs/${runId}/tool-calls/${sequence}`, body, options);
}

type AuditBody = NonNullable<Input<'auditRun'>['body']>;

function audit(user: TestUser, id: string, body: AuditBody = {}): Promise<RunAuditResponse> {
  return typedClient(app, user).auditRun({ path: { run_id: id }, body });
}

async function verify(user: TestUser, id: string): Promise<RunVerification> {
  const answer = await client(app).as(user).get<RunVerification>(`/intelligence/runs/${id}/verify`, { expect: 200 });
  return answer.body;
}

const call = { name: 'search', kind: 'search' };

const RUN_STATES = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const;
const TOOL_CALL_STATES = ['pending', 'running', 'succeeded', 'failed', 'skipped', 'cancelled'] as const;

/** The states that a tool call may change to while its run has not ended. */
const LEGAL_MOVES: Readonly<Record<(typeof TOOL_CALL_STATES)[number], readonly string[]>> = {
  pending: ['running', 'failed', 'skipped', 'cancelled'],
  running: ['succeeded', 'failed', 'cancelled'],
  succeeded: [],
  failed: [],
  skipped: [],
  cancelled: [],
};

describe('PUT runs/{run_id}', () => {
  it('creates a run and changes its state', async () => {
    const id = randomUUID();
    const made = await putRun(
      ada,
      id,
      { purpose: 'item_context', model: 'small', input_summary: 'What?' },
      { expect: 201 },
    );
    expect(made.body).toMatchObject({
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
    expect((await putRun(ada, id, {}, { expect: 200 })).body).toEqual(made.body);
    const running = await putRun(ada, id.toUpperCase(), { status: 'running' }, { expect: 200 });
    expect(running.body).toMatchObject({ status: 'running', revision: 2, completed_at: null });
    expect(running.body.started_at).not.toBeNull();
    await putRun(ada, id, { status: 'queued' }, { expect: 409 });
    await putRun(ada, id, { purpose: 'other' }, { expect: 409 });
    const over = await putRun(ada, id, { status: 'succeeded', output_summary: 'That.' }, { expect: 200 });
    expect(over.body.completed_at).not.toBeNull();
    expect((await putRun(ada, id, { status: 'succeeded' }, { expect: 200 })).body).toEqual(over.body);
    await putRun(ada, id, { status: 'failed' }, { expect: 409 });
    await putRun(ada, id, { output_summary: 'Other.' }, { expect: 409 });
    await putCall(ada, id, 1, call, { expect: 409 });
    expect(await verify(ada, id)).toMatchObject({ unbroken: true, records: 3, first_broken: null });
  });

  it.each([
    ['no purpose', {}],
    ['an unknown purpose', { purpose: 'fun' }],
    ['an unknown state', { purpose: 'other', status: 'done' }],
    ['an owner', { purpose: 'other', owner_user_id: randomUUID() }],
    ['a source without id', { purpose: 'other', sources: [{ field: 'x' }] }],
    ['invisible text as a model', { purpose: 'other', model: '\u202e' }],
    ['too long a summary', { purpose: 'other', input_summary: 'x'.repeat(10_001) }],
  ])('refuses %s', async (_, body) => {
    expect((await putRun(ada, randomUUID(), body)).body).toMatchObject({ code: 'invalid-request' });
  });

  it('has one effect for each idempotency key and user, and refuses another request with the same key', async () => {
    const id = randomUUID();
    const keyed = { headers: { 'idempotency-key': randomUUID() } };
    const body = { purpose: 'other', status: 'running' };
    const answers = await Promise.all(Array.from({ length: 6 }, () => putRun(ada, id, body, keyed)));
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    expect(answers.filter((answer) => answer.headers.get('idempotency-replayed') === null)).toHaveLength(1);
    await putRun(ada, id, { status: 'succeeded' }, { expect: 200 });
    expect((await putRun(ada, id, body, keyed)).text).toBe(answers[0]?.text);
    for (const [other, run] of [
      [{ ...body, model: 'm' }, id],
      [body, randomUUID()],
    ] as const) {
      expect((await putRun(ada, run, other, keyed)).body).toMatchObject({ code: 'idempotency-mismatch', status: 422 });
    }
    expect((await putRun(bob, id, { purpose: 'recommendation' }, keyed)).status).toBe(201);
    expect(await verify(ada, id)).toMatchObject({ records: 2, unbroken: true });
    for (const key of ['x'.repeat(256), 'a b', 'é']) {
      const refused = await putRun(ada, randomUUID(), body, { headers: { 'idempotency-key': key } });
      expect(refused.body).toMatchObject({ code: 'invalid-request', errors: [{ field: 'Idempotency-Key' }] });
    }
  });

  it('accepts an idempotency key for another request after a day', async () => {
    const key = randomUUID();
    const keyed = { headers: { 'idempotency-key': key } };
    const [first, second] = [randomUUID(), randomUUID()];
    await putRun(ada, first, { purpose: 'other' }, { ...keyed, expect: 201 });
    await database.query(
      `UPDATE intelligence_idempotency_keys SET created_at = now() - interval '25 hours' WHERE idempotency_key = $1`,
      [key],
    );
    await putRun(ada, second, { purpose: 'other' }, { ...keyed, expect: 201 });
    await putRun(ada, first, { purpose: 'other' }, { ...keyed, expect: 422 });
  });

  it('removes expired idempotency keys of the same user with each new key', async () => {
    const put = (user: TestUser, key: string): Promise<unknown> =>
      putRun(user, randomUUID(), { purpose: 'other' }, { headers: { 'idempotency-key': key }, expect: 201 });
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

describe('tool calls', () => {
  it('are created and change their state, with a measured duration', async () => {
    const id = randomUUID();
    await putRun(ada, id, { purpose: 'other', status: 'running' }, { expect: 201 });
    const made = await putCall(ada, id, 7, { ...call, status: 'running' }, { expect: 201 });
    expect(made.body).toMatchObject({
      sequence: 7,
      name: 'search',
      kind: 'search',
      status: 'running',
      duration_ms: null,
    });
    const ended = await putCall(ada, id, 7, { status: 'succeeded', output_summary: 'Three.' }, { expect: 200 });
    expect(ended.body).toMatchObject({ tool_call_id: made.body.tool_call_id, status: 'succeeded' });
    expect(ended.body.duration_ms).toBeGreaterThanOrEqual(0);
    await putCall(ada, id, 7, { status: 'running' }, { expect: 409 });
    await putCall(ada, id, 7, { output_summary: 'Four.' }, { expect: 409 });
    await putCall(ada, id, 8, { ...call, status: 'succeeded' }, { expect: 201 });
    await putCall(ada, id, 9, { ...call, status: 'running' }, { expect: 201 });
    await putRun(ada, id, { status: 'failed' }, { expect: 200 });
    // A tool call that was running may end after its run, so that no event is lost.
    await putCall(ada, id, 9, { status: 'failed' }, { expect: 200 });
    await putCall(ada, randomUUID(), 1, call, { expect: 404 });
    await putCall(bob, id, 7, { status: 'failed' }, { expect: 404 });
    for (const sequence of ['-1', '1.5', 'x', '1000001']) await putCall(ada, id, sequence, call, { expect: 400 });
    await putCall(ada, id, 1, {}, { expect: 409 });
    expect(await verify(ada, id)).toMatchObject({ records: 7, unbroken: true });
  });

  it.each(RUN_STATES)('change their state as documented while their run is %s', async (ofRun) => {
    const id = randomUUID();
    await putRun(ada, id, { purpose: 'other', status: ofRun === 'queued' ? 'queued' : 'running' }, { expect: 201 });
    const froms = [null, ...TOOL_CALL_STATES];
    const tos = [undefined, ...TOOL_CALL_STATES];
    const cases = froms.flatMap((from) => tos.map((to) => ({ from, to }))).map((each, index) => ({ ...each, index }));
    for (const { from, index } of cases) {
      if (from !== null) await putCall(ada, id, index, { ...call, status: from }, { expect: 201 });
    }
    if (ofRun !== 'queued' && ofRun !== 'running') await putRun(ada, id, { status: ofRun }, { expect: 200 });
    const hasEnded = ['succeeded', 'failed', 'cancelled'].includes(ofRun);
    for (const { from, to, index } of cases) {
      const { status } = await putCall(ada, id, index, { ...call, status: to });
      const isMove = to !== undefined && to !== from;
      const isLegal = from === null ? !hasEnded : !isMove || LEGAL_MOVES[from].includes(to);
      const startsTooLate = hasEnded && isMove && to === 'running';
      const expected = isLegal && !startsTooLate ? (from === null ? 201 : 200) : 409;
      expect([from, to, status]).toEqual([from, to, expected]);
    }
    expect(await verify(ada, id)).toMatchObject({ unbroken: true });
  });

  it('store redacted and shortened payloads, and refuse invalid ones', async () => {
    const id = randomUUID();
    await putRun(ada, id, { purpose: 'other', status: 'running' }, { expect: 201 });
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
      await putCall(ada, id, sequence, { ...call, arguments: payload, result: payload }, { expect: 201 });
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
    const statuses = await Promise.all([
      send(hostile(`"${'x'.repeat(5_000_000)}"`)),
      send(hostile(`{${Array.from({ length: 20_001 }, (_, n) => `"k${n}":1`).join()}}`)),
      send(hostile('['.repeat(3000) + ']'.repeat(3000))),
      send(hostile('{"a":'.repeat(3000) + '1' + '}'.repeat(3000))),
      send(hostile('"a\\u0000b"')),
      send(hostile('"\\ud800"')),
      send(hostile('{"__proto__":{"polluted":true}}')),
    ]);
    expect(statuses.map((answer) => answer.status)).toEqual([413, 400, 400, 400, 400, 400, 400]);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('keep a payload that a later request omits', async () => {
    const id = randomUUID();
    await putRun(ada, id, { purpose: 'other', status: 'running' }, { expect: 201 });
    await putCall(ada, id, 0, { ...call, status: 'running', arguments: { query: 'war' } }, { expect: 201 });
    await putCall(ada, id, 0, { status: 'succeeded', result: 'three' }, { expect: 200 });
    await putCall(ada, id, 0, { status: 'succeeded' }, { expect: 200 });
    const { rows } = await database.query(
      'SELECT arguments, result, revision FROM intelligence_tool_calls WHERE run_id = $1',
      [id],
    );
    expect(rows).toMatchObject([{ arguments: { query: 'war' }, result: 'three', revision: 2 }]);
  });
});

describe('POST runs/{run_id}/audit', () => {
  it('shows a run with its tool calls and their artifacts, page by page, in three round trips', async () => {
    const id = randomUUID();
    await putRun(
      ada,
      id,
      {
        purpose: 'recommendation',
        sources: [
          { media_id: film, field: 'title' },
          { media_id: film, field: 'watch_state' },
        ],
      },
      { expect: 201 },
    );
    const calls: string[] = [];
    for (let sequence = 1; sequence <= 5; sequence += 1) {
      calls.push((await putCall(ada, id, sequence, call, { expect: 201 })).body.tool_call_id);
    }
    const [ofRun, ofCall, ofOther] = [randomUUID(), randomUUID(), randomUUID()];
    const artifact = { kind: 'recommendation', scope: 'user', title: 'T', content: {} };
    const put = (artifactId: string, body: Body): Promise<ApiResponse> =>
      client(app)
        .as(ada)
        .put(`/intelligence/artifacts/${artifactId}`, { ...artifact, ...body }, { expect: 201 });
    await put(ofRun, { run_id: id });
    const written = await put(ofCall, { sources: [{ tool_call_id: calls[1] }] });
    await put(ofOther, {});
    expect(written.body).toMatchObject({
      provenance: [
        { source: 'user_request', run_id: id },
        { source: 'tool_call', tool_call_id: calls[1] },
      ],
    });
    await putCall(ada, id, 3, { sources: [{ artifact_id: ofOther }, { artifact_id: randomUUID() }] }, { expect: 200 });

    const statistics = app.app.get(ReadPool).statistics;
    const before = statistics.roundTrips;
    const first = await audit(ada, id, { caps: { tool_call_limit: 3 } });
    // Includes the read of the ownership guard.
    expect(statistics.roundTrips - before).toBeLessThanOrEqual(5);
    expect(first.run).toMatchObject({
      run_id: id,
      tool_call_count: 5,
      artifact_ids: [ofCall, ofRun],
      grounding: [
        { source: 'media_metadata', media_id: film, field: 'title', label: 'The General' },
        { source: 'watch_state', media_id: film, field: 'watch_state', label: 'The General' },
      ],
    });
    expect(first.run.tool_calls.map((each) => [each.sequence, each.artifact_ids])).toEqual([
      [1, []],
      [2, [ofCall]],
      [3, []],
    ]);
    expect(first.run.tool_calls[2]?.grounding).toEqual([
      { source: 'intelligence_artifact', artifact_id: ofOther, label: 'T', origin: 'generated' },
    ]);
    expect(first.page).toMatchObject({ limit: 3, returned: 3, has_more: true });
    const pagination = { cursor: first.page.next_cursor };
    const second = await audit(ada, id, { caps: { tool_call_limit: 3 }, pagination });
    expect(second.run.tool_calls.map((each) => each.sequence)).toEqual([4, 5]);
    expect(second.page).toMatchObject({ has_more: false, next_cursor: null });
  });

  it('gives the same 404 for a run of another user as for an absent one', async () => {
    const id = randomUUID();
    await putRun(ada, id, { purpose: 'other' }, { expect: 201 });
    const paths = ['audit', 'verify'].flatMap((name) => [`${id}/${name}`, `${randomUUID()}/${name}`]);
    const answers = await Promise.all(
      paths.map(async (path) => {
        const method = path.endsWith('audit') ? 'POST' : 'GET';
        const { status, text, headers } = await client(app).as(bob).send(method, `/intelligence/runs/${path}`);
        return `${status} ${text.replace(headers.get('x-request-id') ?? '', '')}`;
      }),
    );
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(/^404 /);
    await putRun(bob, id, { purpose: 'other', model: 'bob' }, { expect: 201 });
    expect((await audit(ada, id)).run.model).toBeNull();
  });
});

describe('GET runs', () => {
  it('lists own runs, newest first', async () => {
    const user = await createUser(app);
    const made: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      made.unshift((await putRun(user, randomUUID(), { purpose: 'other' }, { expect: 201 })).body.run_id);
    }
    const get = (query: string): Promise<ApiResponse<RunListResponse>> =>
      client(app).as(user).get<RunListResponse>(`/intelligence/runs${query}`);
    const first = await get('?limit=3');
    expect(first.body.runs.map((run) => run.run_id)).toEqual(made.slice(0, 3));
    const second = await get(`?limit=3&cursor=${first.body.page.next_cursor}`);
    expect(second.body.runs.map((run) => run.run_id)).toEqual(made.slice(3));
    expect((await get('?limit=-1')).body.page).toMatchObject({ limit: 20, has_more: false });
    for (const query of ['?limit=1.5', '?limit=', '?cursor=x', '?owner=x']) expect((await get(query)).status).toBe(400);
  });
});

describe('the history of a run', () => {
  async function createRun(): Promise<string> {
    const id = randomUUID();
    await putRun(ada, id, { purpose: 'other', status: 'running' }, { expect: 201 });
    for (let sequence = 1; sequence <= 4; sequence += 1) await putCall(ada, id, sequence, call, { expect: 201 });
    return id;
  }

  it('cannot be changed or removed', async () => {
    const id = await createRun();
    for (const statement of [
      `UPDATE intelligence_run_history SET record = record WHERE run_id = '${id}'`,
      `DELETE FROM intelligence_run_history WHERE run_id = '${id}'`,
      `DELETE FROM intelligence_runs WHERE run_id = '${id}'`,
      'TRUNCATE intelligence_run_history',
    ]) {
      await expect(database.query(statement)).rejects.toMatchObject({ code: '42501' });
    }
    expect(await verify(ada, id)).toMatchObject({ unbroken: true, records: 5 });
  });

  it.each([
    [
      'a changed record',
      `UPDATE intelligence_run_history SET record = record || ' ' WHERE run_id = $1 AND history_sequence = 3`,
      3,
    ],
    [
      'a changed hash',
      `UPDATE intelligence_run_history SET hash = previous_hash WHERE run_id = $1 AND history_sequence = 2`,
      2,
    ],
    ['a missing record', `DELETE FROM intelligence_run_history WHERE run_id = $1 AND history_sequence = 4`, 5],
    ['a missing end', `DELETE FROM intelligence_run_history WHERE run_id = $1 AND history_sequence = 5`, 5],
  ])('reveals %s, made while the trigger is disabled', async (_, statement, firstBroken) => {
    const id = await createRun();
    await database.query('ALTER TABLE intelligence_run_history DISABLE TRIGGER USER');
    await database.query(statement, [id]);
    await database.query('ALTER TABLE intelligence_run_history ENABLE TRIGGER USER');
    expect(await verify(ada, id)).toMatchObject({ unbroken: false, first_broken: firstBroken });
  });

  it('has no gaps and is unbroken under concurrent writers', async () => {
    const id = randomUUID();
    await putRun(ada, id, { purpose: 'other', status: 'running' }, { expect: 201 });
    const writes = Array.from({ length: 14 }, (_, n) => putCall(ada, id, n % 7, { ...call, status: 'running' }));
    const statuses = (await Promise.all(writes)).map((answer) => answer.status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(7);
    expect(statuses.filter((status) => status === 200)).toHaveLength(7);
    expect(await verify(ada, id)).toMatchObject({ unbroken: true, records: 8 });
    expect((await audit(ada, id)).run.tool_call_count).toBe(7);
  });

  it('is deleted with the account of its owner, with everything else that only the owner can see', async () => {
    const admin = await createUser(app, { role: 'admin' });
    const user = await createUser(app, { scopes: ['artifacts:write'] });
    const [runId, own, shared] = [randomUUID(), randomUUID(), randomUUID()];
    await putRun(user, runId, { purpose: 'other' }, { expect: 201, headers: { 'idempotency-key': 'k' } });
    await putCall(user, runId, 1, call, { expect: 201 });
    const artifact = { kind: 'analysis', title: 'T', content: {}, run_id: runId };
    await client(app)
      .as(user)
      .put(`/intelligence/artifacts/${own}`, { ...artifact, scope: 'user' }, { expect: 201 });
    await client(app)
      .as(user)
      .put(`/intelligence/artifacts/${shared}`, { ...artifact, scope: 'global' }, { expect: 201 });
    const before = await client(app).as(ada).get(`/intelligence/artifacts/${shared}`);
    await client(app).as(admin).delete(`/admin/users/${user.userId}`, { expect: 204 });
    const after = await client(app).as(ada).get(`/intelligence/artifacts/${shared}`);
    expect(after.text).toBe(before.text);
    for (const table of ['runs', 'tool_calls', 'run_history', 'idempotency_keys', 'artifacts', 'artifact_counts']) {
      const { rows } = await database.query(`SELECT FROM intelligence_${table} WHERE owner_user_id = $1`, [
        user.userId,
      ]);
      expect(rows).toEqual([]);
    }
  });
});
