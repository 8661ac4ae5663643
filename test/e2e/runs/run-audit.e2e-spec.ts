import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { RunVerifier } from '../../../src/audit/verification/run-verifier.service';
import { ReadPool } from '../../../src/database/read-pool';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { type ApiResponse, client } from '../../support/requests/client';
import type { TestApp } from '../../support/app/test-app';
import { withoutTriggers } from './chains-fixture';
import { CALL, FILM, RunsFixture } from './runs-fixture';

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

describe('the routes of runs', () => {
  it('audit a run with its tool calls and artifacts in pages, the first with at most five round trips', async () => {
    const id = randomUUID();
    await runs.putRun(
      ada,
      id,
      {
        purpose: 'recommendation',
        sources: [
          { media_id: FILM, field: 'title' },
          { media_id: FILM, field: 'watch_state' },
        ],
      },
      { expect: 201 },
    );
    const calls: string[] = [];
    for (let sequence = 1; sequence <= 5; sequence += 1) {
      calls.push((await runs.putCall(ada, id, sequence, CALL, { expect: 201 })).body.tool_call_id);
    }
    const [runArtifactId, callArtifactId, otherArtifactId] = [randomUUID(), randomUUID(), randomUUID()];
    const artifact = { kind: 'recommendation', scope: 'user', title: 'T', content: {} };
    const put = (artifactId: string, body: Record<string, unknown>): Promise<ApiResponse> =>
      client(app)
        .as(ada)
        .put(`/intelligence/artifacts/${artifactId}`, { ...artifact, ...body }, { expect: 201 });
    await put(runArtifactId, { run_id: id });
    const written = await put(callArtifactId, { sources: [{ tool_call_id: calls[1] }] });
    await put(otherArtifactId, {});
    expect(written.body).toMatchObject({
      provenance: [
        { source: 'user_request', run_id: id },
        { source: 'tool_call', tool_call_id: calls[1] },
      ],
    });
    await runs.putCall(
      ada,
      id,
      3,
      { sources: [{ artifact_id: otherArtifactId }, { artifact_id: randomUUID() }] },
      { expect: 200 },
    );

    const statistics = app.app.get(ReadPool).statistics;
    const before = statistics.roundTrips;
    const first = await runs.audit(ada, id, { caps: { tool_call_limit: 3 } });
    // One of these round trips checks that the run belongs to the caller.
    expect(statistics.roundTrips - before).toBeLessThanOrEqual(5);
    expect(first.run).toMatchObject({
      run_id: id,
      tool_call_count: 5,
      artifact_ids: [callArtifactId, runArtifactId],
      grounding: [
        { source: 'media_metadata', media_id: FILM, field: 'title', label: 'The General' },
        { source: 'watch_state', media_id: FILM, field: 'watch_state', label: 'The General' },
      ],
    });
    expect(first.run.tool_calls.map((each) => [each.sequence, each.artifact_ids])).toEqual([
      [1, []],
      [2, [callArtifactId]],
      [3, []],
    ]);
    expect(first.run.tool_calls[2]?.grounding).toEqual([
      { source: 'intelligence_artifact', artifact_id: otherArtifactId, label: 'T', origin: 'generated' },
    ]);
    expect(first.page).toMatchObject({ limit: 3, returned: 3, has_more: true });
    const pagination = { cursor: first.page.next_cursor };
    const second = await runs.audit(ada, id, { caps: { tool_call_limit: 3 }, pagination });
    expect(second.run.tool_calls.map((each) => each.sequence)).toEqual([4, 5]);
    expect(second.page).toMatchObject({ has_more: false, next_cursor: null });
  });

  it('show an artifact once for a tool call, even if several fields of the call are sources of the artifact', async () => {
    const [id, firstId, secondId] = [randomUUID(), randomUUID(), randomUUID()];
    await runs.putRun(ada, id, { purpose: 'other' }, { expect: 201 });
    const { tool_call_id } = (await runs.putCall(ada, id, 1, CALL, { expect: 201 })).body;
    const sources = ['result', 'arguments', 'name'].map((field) => ({ tool_call_id, field }));
    for (const artifactId of [firstId, secondId]) {
      const artifact = { kind: 'analysis', scope: 'user', title: 'T', content: {}, sources };
      await client(app).as(ada).put(`/intelligence/artifacts/${artifactId}`, artifact, { expect: 201 });
    }
    const { run } = await runs.audit(ada, id, { caps: { artifact_limit: 2 } });
    expect(run.tool_calls.map(({ artifact_ids }) => artifact_ids.toSorted())).toEqual([[firstId, secondId].sort()]);
  });

  it('refuse an artifact whose run is not the run of its tool calls', async () => {
    const [id, otherId] = [randomUUID(), randomUUID()];
    for (const runId of [id, otherId]) await runs.putRun(ada, runId, { purpose: 'other' }, { expect: 201 });
    const { tool_call_id } = (await runs.putCall(ada, id, 1, CALL, { expect: 201 })).body;
    const sources = [{ tool_call_id }];
    const artifact = { kind: 'analysis', scope: 'user', title: 'T', content: {}, sources, run_id: otherId };
    const { body } = await client(app)
      .as(ada)
      .put(`/intelligence/artifacts/${randomUUID()}`, artifact, { expect: 400 });
    expect(body).toMatchObject({ errors: [{ field: 'run_id', message: 'must be the run of the tool calls' }] });
  });

  it('list runs with summaries of at most 400 code points, or 800 with `detail=full`', async () => {
    const user = await createUser(app);
    const summary = 'word '.repeat(140).trim();
    await runs.putRun(user, randomUUID(), { purpose: 'other', input_summary: summary }, { expect: 201 });
    for (const [query, max, truncated] of [
      ['', 400, true],
      ['?detail=standard', 400, true],
      ['?detail=full', 800, false],
    ] as const) {
      const { body } = await client(app).as(user).get(`/intelligence/runs${query}`, { expect: 200 });
      expect(body).toMatchObject({
        runs: [{ input_summary: { max_chars: max, truncated } }],
        caps: { summary_max_chars: max },
      });
    }
  });

  it('give the same 404 for a run of another user as for an absent one', async () => {
    const id = randomUUID();
    await runs.putRun(ada, id, { purpose: 'other' }, { expect: 201 });
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
    await runs.putRun(bob, id, { purpose: 'other', model: 'bob' }, { expect: 201 });
    expect((await runs.audit(ada, id)).run.model).toBeNull();
  });
});

describe('the history of a run', () => {
  const OWNED_TABLES = ['runs', 'tool_calls', 'run_history', 'idempotency_keys', 'artifacts', 'artifact_counts'];
  const hashOf = (previousHash: string, record: string): string =>
    `encode(sha256(convert_to(${previousHash} || chr(10) || ${record}, 'UTF8')), 'hex')`;

  async function countRows(table: string, { userId }: TestUser): Promise<number> {
    const statement = `SELECT FROM intelligence_${table} WHERE owner_user_id = $1`;
    return (await database.query(statement, [userId])).rows.length;
  }

  async function createRun(): Promise<string> {
    const id = randomUUID();
    await runs.putRun(ada, id, { purpose: 'other', status: 'running' }, { expect: 201 });
    for (let sequence = 1; sequence <= 4; sequence += 1) await runs.putCall(ada, id, sequence, CALL, { expect: 201 });
    return id;
  }

  it('cannot be changed, and is removed only with its owner', async () => {
    const id = await createRun();
    for (const statement of [
      `UPDATE intelligence_run_history SET record = record WHERE run_id = '${id}'`,
      `DELETE FROM intelligence_run_history WHERE run_id = '${id}'`,
      `DELETE FROM intelligence_runs WHERE run_id = '${id}'`,
      'TRUNCATE intelligence_run_history',
    ]) {
      await expect(database.query(statement)).rejects.toMatchObject({ code: '42501' });
    }
    expect(await runs.verify(ada, id)).toMatchObject({ unbroken: true, records: 5 });
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
    ['a missing record', `DELETE FROM intelligence_run_history WHERE run_id = $1 AND history_sequence = 4`, 4],
    ['a missing start', `DELETE FROM intelligence_run_history WHERE run_id = $1 AND history_sequence < 3`, 1],
    ['a missing end', `DELETE FROM intelligence_run_history WHERE run_id = $1 AND history_sequence = 5`, 5],
    [
      'a changed last record with its hash',
      `UPDATE intelligence_run_history SET record = record || ' ', hash = ${hashOf(`previous_hash`, `record || ' '`)}
        WHERE run_id = $1 AND history_sequence = 5`,
      5,
    ],
    [
      'records after the stored end',
      `WITH RECURSIVE added AS (
         SELECT owner_user_id, run_id, history_sequence + 1 AS history_sequence, record, hash AS previous_hash,
                ${hashOf('hash', 'record')} AS hash
           FROM intelligence_run_history WHERE run_id = $1 AND history_sequence = 5
          UNION ALL
         SELECT owner_user_id, run_id, history_sequence + 1, record, hash, ${hashOf('hash', 'record')}
           FROM added WHERE history_sequence < 8
       )
       INSERT INTO intelligence_run_history (owner_user_id, run_id, history_sequence, record, previous_hash, hash)
       SELECT * FROM added`,
      6,
    ],
  ])('with %s is reported as broken by the route and by a check of all runs', async (_, statement, firstBroken) => {
    const id = await createRun();
    await withoutTriggers(database, 'intelligence_run_history', () => database.query(statement, [id]));
    expect(await runs.verify(ada, id)).toMatchObject({ unbroken: false, first_broken: firstBroken });
    expect((await app.app.get(RunVerifier).verify()).failures).toContainEqual(
      `Run ${id} of user ${ada.userId}: Record ${firstBroken} is changed, missing or inserted.`,
    );
  });

  it('has no gaps and is unbroken under concurrent writers', async () => {
    const id = randomUUID();
    await runs.putRun(ada, id, { purpose: 'other', status: 'running' }, { expect: 201 });
    const writes = Array.from({ length: 14 }, (_, n) => runs.putCall(ada, id, n % 7, { ...CALL, status: 'running' }));
    const statuses = (await Promise.all(writes)).map((answer) => answer.status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(7);
    expect(statuses.filter((status) => status === 200)).toHaveLength(7);
    expect(await runs.verify(ada, id)).toMatchObject({ unbroken: true, records: 8 });
    expect((await runs.audit(ada, id)).run.tool_call_count).toBe(7);
  });

  it('is deleted with its owner, like the user artifacts of the owner; the global artifacts remain', async () => {
    const admin = await createUser(app, { role: 'admin' });
    const user = await createUser(app, { scopes: ['artifacts:write'] });
    const [runId, privateId, sharedId] = [randomUUID(), randomUUID(), randomUUID()];
    await runs.putRun(user, runId, { purpose: 'other' }, { expect: 201, headers: { 'idempotency-key': 'k' } });
    await runs.putCall(user, runId, 1, CALL, { expect: 201 });
    const artifact = { kind: 'analysis', title: 'T', content: {}, run_id: runId };
    await client(app)
      .as(user)
      .put(`/intelligence/artifacts/${privateId}`, { ...artifact, scope: 'user' }, { expect: 201 });
    await client(app)
      .as(user)
      .put(`/intelligence/artifacts/${sharedId}`, { ...artifact, scope: 'global' }, { expect: 201 });
    const before = await client(app).as(ada).get(`/intelligence/artifacts/${sharedId}`);
    for (const table of OWNED_TABLES) expect([table, await countRows(table, user)]).not.toEqual([table, 0]);
    await client(app).as(admin).delete(`/admin/users/${user.userId}`, { expect: 204 });
    const after = await client(app).as(ada).get(`/intelligence/artifacts/${sharedId}`);
    expect(after.text).toBe(before.text);
    for (const table of OWNED_TABLES) expect([table, await countRows(table, user)]).toEqual([table, 0]);
  });
});
