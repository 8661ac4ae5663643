import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DemoStatusResponse } from '../../../src/demo/demo.dto';
import { DemoStore } from '../../../src/demo/demo.store';
import { DemoRunner } from '../../../src/demo/running/demo-runner';
import { TreeUpdate } from '../../../src/demo/running/tree-update';
import { runSql } from '../../support/databases/sql';
import { withDatabase } from '../../support/databases/test-server';
import { type DemoFixture, createDemoFixture, type RunningDemo } from '../../support/demo/demo-app';

describe('the demo', () => {
  let fixture: DemoFixture;
  let demo: RunningDemo;

  beforeAll(async () => {
    fixture = await createDemoFixture();
    demo = await fixture.start();
  });

  afterAll(async () => {
    await demo?.close();
    await fixture?.close();
  });

  it('has the default sizes, and is ready after its first start', async () => {
    const status = await demo.settle();
    expect(status).toMatchObject({
      state: 'ready',
      root: fixture.root,
      database: fixture.databaseName,
      username: 'demo',
      seed: 'demo',
      job: null,
      provider: { retries: 0, failures: 0 },
    });
    expect(
      status.libraries.map(({ name, library_kind, primary_item_count }) => [name, library_kind, primary_item_count]),
    ).toEqual([
      ['Demo Movies', 'movies', 12],
      ['Demo Series', 'series', 3],
    ]);
  });

  it('shows its catalog in the overview, in search and in contexts', async () => {
    const { body: overview } = await demo.send('POST', '/intelligence/libraries/overview', {});
    const counts = Object.fromEntries(overview.libraries.map((library) => [library.name, library.counts]));
    expect(counts['Demo Movies']).toMatchObject({ movies: 12 });
    expect(counts['Demo Series']).toMatchObject({ series: 3 });
    const { body: searchAnswer } = await demo.send('POST', '/intelligence/candidates:search', { query: 'the' });
    expect(searchAnswer.candidates.length).toBeGreaterThan(0);
    const mediaId = searchAnswer.candidates[0]?.media.media_id ?? '';
    const context = await demo.send('POST', `/intelligence/items/${mediaId}/context`, {});
    expect(context.status).toBe(200);
    expect(context.body.item.media.media_id).toBe(mediaId);
  });

  it('resizes and resets, and waits for the end of the command if the header Prefer asks for it', async () => {
    const grown = await demo.send('POST', '/admin/demo/resize', { movie_count: 20 }, { prefer: 'wait=30' });
    expect(grown.status).toBe(200);
    expect(grown.headers.get('preference-applied')).toBe('wait=30');
    expect(grown.body.libraries.map((library) => library.primary_item_count)).toEqual([20, 3]);
    // Here, `wait` is a parameter of the preference `handling`, so it has no effect.
    const accepted = await demo.send(
      'POST',
      '/admin/demo/resize',
      { movie_count: 5, series_count: 4 },
      { prefer: 'handling=lenient; wait=30' },
    );
    expect(accepted.status).toBe(202);
    expect(accepted.body.state).toBe('resizing');
    expect((await demo.settle()).libraries.map((library) => library.primary_item_count)).toEqual([5, 4]);
    const reset = await demo.send('POST', '/admin/demo/reset', undefined, { prefer: 'respond-async, wait=100000' });
    expect(reset.status).toBe(200);
    expect(reset.body.libraries.map((library) => library.primary_item_count)).toEqual([12, 3]);
    const parameter = { prefer: 'handling=lenient; wait=30' };
    const other = await demo.send('POST', '/admin/demo/resize', { movie_count: 8 }, parameter);
    expect([other.status, other.headers.get('preference-applied')]).toEqual([202, null]);
    await demo.settle();
    expect(
      (await demo.send('POST', '/admin/demo/reset', { movie_count: 6 }, { prefer: 'wait=30' })).body.libraries[0],
    ).toMatchObject({
      primary_item_count: 6,
    });
  });

  it('counts the titles of unchanged libraries as already planned in the progress of a resize', async () => {
    await demo.settle();
    const store = demo.app.get(DemoStore);
    const completePlan = store.completePlan.bind(store);
    let job: unknown;
    const spy = jest.spyOn(store, 'completePlan').mockImplementation(async () => {
      ({ job } = await demo.status());
      return completePlan();
    });
    try {
      await demo.send('POST', '/admin/demo/resize', { movie_count: 7 }, { prefer: 'wait=30' });
      expect(job).toMatchObject({ phase: 'planning', done: 10, total: 10 });
    } finally {
      spy.mockRestore();
      await demo.send('POST', '/admin/demo/resize', { movie_count: 6 }, { prefer: 'wait=30' });
    }
  });

  it.each<[string, string, unknown]>([
    ['resize', 'an empty body', {}],
    ['resize', 'no body', undefined],
    ['resize', 'a negative number', { movie_count: -1 }],
    ['resize', 'zero', { movie_count: 0 }],
    ['resize', 'a fraction', { movie_count: 1.5 }],
    ['resize', 'a text', { movie_count: '10' }],
    ['resize', 'null', { movie_count: null }],
    ['resize', '5,001 movies', { movie_count: 5001 }],
    ['resize', 'a billion series', { series_count: 1e9 }],
    ['resize', 'an unknown field', { movie_count: 3, other: 1 }],
    ['reset', 'a billion movies', { movie_count: 1e9 }],
    ['reset', 'an unknown field', { other: 1 }],
  ])('answers 400 to a %s with %s', async (command, _what, body) => {
    const answer = await demo.send('POST', `/admin/demo/${command}`, body);
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe('invalid-request');
    expect((await demo.status()).state).toBe('ready');
  });

  it('answers 401 to a caller without a token, and 403 to a user who is not an administrator', async () => {
    const { status: anonymous } = await fetch(`${demo.url}/api/v1/admin/demo/status`);
    expect(anonymous).toBe(401);
    const created = await demo.send('POST', '/admin/users', {
      username: 'plain',
      password: 'plain-password-1',
      role: 'user',
    });
    // If the test is repeated, the answer is 409.
    expect([201, 409]).toContain(created.status);
    const login = await fetch(`${demo.url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'plain', password: 'plain-password-1' }),
    });
    const { access_token: token } = (await login.json()) as { access_token: string };
    for (const [method, path] of [
      ['GET', 'status'],
      ['POST', 'reset'],
      ['POST', 'resize'],
    ] as const) {
      const answer = await fetch(`${demo.url}/api/v1/admin/demo/${path}`, {
        method,
        headers: { authorization: `Bearer ${token}` },
      });
      expect(answer.status).toBe(403);
    }
  });

  it('answers a command with 412 if If-Match has another tag than the status', async () => {
    const { headers } = await demo.send('GET', '/admin/demo/status');
    const tag = headers.get('etag') ?? '';
    const body = { movie_count: 4 };
    expect((await demo.send('POST', '/admin/demo/resize', body, { 'if-match': '"other"' })).status).toBe(412);
    expect((await demo.send('POST', '/admin/demo/resize', body, { 'if-match': tag, prefer: 'wait=30' })).status).toBe(
      200,
    );
    expect((await demo.send('POST', '/admin/demo/resize', body, { 'if-match': tag })).status).toBe(412);
  });

  it('runs one command at a time', async () => {
    for (let round = 0; round < 2; round += 1) {
      const requests = Array.from({ length: 100 }, (_, index) =>
        demo.send('POST', index % 2 === 0 ? '/admin/demo/reset' : '/admin/demo/resize', {
          // With so many movies, the command still runs when the last request arrives.
          movie_count: 40 + (index % 4),
        }),
      );
      const statuses = (await Promise.all(requests)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 202)).toHaveLength(1);
      expect(statuses.filter((status) => status === 409)).toHaveLength(99);
      expect((await demo.settle()).state).toBe('ready');
    }
  });

  it('still shows a failed command that has a complete plan when a command of another kind is refused', async () => {
    const store = demo.app.get(DemoStore);
    await store.beginJob('resize', null);
    await store.completePlan();
    await store.failJob('A file is in the way.');
    await store.recordRefusal('reset', 'The file is still in the way.');
    expect((await demo.status()).job).toMatchObject({ kind: 'resize', error: 'The file is still in the way.' });
    await store.rollBack();
    await store.recordRefusal('reset', 'Another file is in the way.');
    expect((await demo.status()).job).toMatchObject({ kind: 'reset', error: 'Another file is in the way.' });
    await store.rollBack();
  });

  it('discards a complete plan that belongs to no command, and then runs the requested command', async () => {
    await demo.send('POST', '/admin/demo/reset', {}, { prefer: 'wait=30' });
    const store = demo.app.get(DemoStore);
    await store.beginJob('reset', null);
    await store.completePlan();
    await runSql(withDatabase(fixture.main.url, fixture.databaseName), 'UPDATE demo.state SET job_kind = NULL');
    const answer = await demo.send('POST', '/admin/demo/resize', { movie_count: 4 }, { prefer: 'wait=30' });
    expect(answer.body).toMatchObject({ state: 'ready', libraries: [{ primary_item_count: 4 }, {}] });
    const { body } = await demo.send('POST', '/intelligence/libraries/overview', {});
    expect(body.libraries.map(({ name }) => name)).toEqual(['Demo Movies', 'Demo Series']);
  });

  it('shows an accepted command before the command begins, instead of an earlier failed command', async () => {
    const store = demo.app.get(DemoStore);
    await store.beginJob('resize', null);
    await store.failJob('There are too few titles.');
    await store.acceptJob('reset');
    expect(await demo.status()).toMatchObject({
      state: 'resetting',
      job: { kind: 'reset', phase: 'checking', error: null },
    });
    await store.rollBack();
  });

  it('shows a failed command as running while the next start continues it, and changes the tag of the status if it fails again', async () => {
    const [store, runner, tree] = [demo.app.get(DemoStore), demo.app.get(DemoRunner), demo.app.get(TreeUpdate)];
    const foreignFile = join(fixture.root, 'foreign.txt');
    writeFileSync(foreignFile, 'foreign');
    const running: DemoStatusResponse[] = [];
    const requireOwnFiles = tree.requireOwnFiles.bind(tree);
    const spy = jest.spyOn(tree, 'requireOwnFiles').mockImplementation(async () => {
      running.push(await demo.status());
      await requireOwnFiles();
    });
    try {
      await store.beginJob('resize', null);
      await store.completePlan();
      await store.failJob('A file is in the way.');
      const before = await demo.send('GET', '/admin/demo/status');
      await runner.start({ movieCount: 12, seriesCount: 3 }, new AbortController().signal);
      expect(running).toMatchObject([{ state: 'resizing', job: { kind: 'resize', phase: 'planned', error: null } }]);
      const after = await demo.send('GET', '/admin/demo/status');
      expect(after.body).toMatchObject({ state: 'failed', job: { error: expect.stringContaining('foreign.txt') } });
      expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
    } finally {
      spy.mockRestore();
      rmSync(foreignFile);
      await store.rollBack();
    }
  });

  describe('between a command and the one that follows it', () => {
    const query = (text: string): Promise<{ state: string }[]> =>
      runSql(withDatabase(fixture.main.url, fixture.databaseName), text);

    beforeEach(async () => {
      await demo.settle();
      await query(`
        CREATE TABLE public.states (place serial, state text);
        CREATE FUNCTION public.record_state() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
          $$ BEGIN INSERT INTO public.states (state) VALUES (NEW.state); RETURN NULL; END $$;
        CREATE TRIGGER record_state AFTER UPDATE ON demo.state FOR EACH ROW EXECUTE FUNCTION public.record_state()`);
    });
    afterEach(() => query('DROP FUNCTION public.record_state CASCADE; DROP TABLE public.states'));

    it.each([
      ['a new command follows a planned one', 'run', true],
      ['a start resets the demo after a planned command', 'start', true],
      ['a start resets the demo after it undid a command', 'start', false],
    ] as const)('is never ready: %s', async (_, method, isPlanned) => {
      const [store, runner] = [demo.app.get(DemoStore), demo.app.get(DemoRunner)];
      const [targets, { signal }] = [{ movieCount: 4, seriesCount: 3 }, new AbortController()];
      await query(`UPDATE demo.state SET options_hash = 'hash of other options'`);
      await store.beginJob('resize', null);
      if (isPlanned) await store.completePlan();
      await (method === 'run' ? runner.run('reset', targets, signal) : runner.start(targets, signal));
      const rows = await query('SELECT state FROM public.states ORDER BY place');
      const states = rows.map(({ state }) => state);
      expect(states.filter((state, index) => state !== states[index - 1])).toEqual([
        'ready',
        'resizing',
        'resetting',
        'ready',
      ]);
    });
  });

  it('keeps the user data of the remaining titles in a resize, and deletes all user data in a reset', async () => {
    await demo.send('POST', '/admin/demo/reset', { movie_count: 6 }, { prefer: 'wait=30' });
    const { body: searchAnswer } = await demo.send('POST', '/intelligence/candidates:search', {
      query: 'the',
      media_kinds: ['movie'],
      caps: { candidate_limit: 50 },
    });
    const mediaIds: string[] = searchAnswer.candidates.map((candidate) => candidate.media.media_id);
    expect(mediaIds).toHaveLength(6);
    const viewer = { username: 'viewer', password: 'plain-password-1' };
    // If the test is repeated, the answer is 409.
    expect([201, 409]).toContain((await demo.send('POST', '/admin/users', viewer)).status);
    const runId = randomUUID();
    const artifactIds = new Map(mediaIds.map((mediaId) => [mediaId, randomUUID()]));
    for (const [mediaId, artifactId] of artifactIds) {
      const state = { position_seconds: 9, duration_seconds: 9 };
      expect((await demo.send('PUT', `/watch-states/${mediaId}`, state)).status).toBeLessThan(300);
      const note = { kind: 'user_note', scope: 'user', title: 'Seen', content: { text: 'good' }, media_id: mediaId };
      expect((await demo.send('PUT', `/intelligence/artifacts/${artifactId}`, note)).status).toBe(201);
    }
    const run = { purpose: 'other', status: 'running' };
    expect((await demo.send('PUT', `/intelligence/runs/${runId}`, run)).status).toBe(201);
    const client = await fixture.connect();
    try {
      const rowsOf = async (table: string): Promise<number> =>
        (await client.query(`SELECT FROM ${table}`)).rowCount ?? 0;
      const presentMovieIds = async (): Promise<string[]> =>
        (await client.query(`SELECT 'movie:' || media_id AS id FROM media_items WHERE media_kind = 'movie'`)).rows.map(
          ({ id }) => String(id),
        );
      /** Returns the media ids of the films whose artifacts can still be read. */
      const withArtifacts = async (): Promise<string[]> => {
        const statuses = [...artifactIds].map(async ([mediaId, artifactId]) => {
          const { status } = await demo.send('GET', `/intelligence/artifacts/${artifactId}`);
          return status === 200 ? [mediaId] : [];
        });
        return (await Promise.all(statuses)).flat().sort();
      };
      await demo.send('POST', '/admin/demo/resize', { movie_count: 20 }, { prefer: 'wait=30' });
      expect(await presentMovieIds()).toEqual(expect.arrayContaining(mediaIds));
      expect(await rowsOf('watch_states')).toBe(6);
      expect(await withArtifacts()).toEqual([...mediaIds].sort());
      await demo.send('POST', '/admin/demo/resize', { movie_count: 4 }, { prefer: 'wait=30' });
      const remaining = (await presentMovieIds()).sort();
      expect(remaining).toHaveLength(4);
      expect(mediaIds).toEqual(expect.arrayContaining(remaining));
      expect(await rowsOf('watch_states')).toBe(4);
      expect(await withArtifacts()).toEqual(remaining);
      expect(await rowsOf('intelligence_runs')).toBe(1);
      await demo.send('POST', '/admin/demo/reset', {}, { prefer: 'wait=30' });
      for (const table of ['watch_states', 'intelligence_artifacts', 'intelligence_runs']) {
        expect([table, await rowsOf(table)]).toEqual([table, 0]);
      }
      expect((await client.query(`SELECT FROM users WHERE username IN ('demo', 'viewer')`)).rowCount).toBe(2);
    } finally {
      await client.end();
    }
  });

  it('has the same libraries after a restart, without requests to the provider', async () => {
    await demo.send('POST', '/admin/demo/resize', { movie_count: 7 }, { prefer: 'wait=30' });
    const before = await demo.status();
    await demo.close();
    const requests = fixture.fake.requests.length;
    demo = await fixture.start();
    const after = await demo.settle();
    expect(after.libraries).toEqual(before.libraries);
    expect(fixture.fake.requests.length).toBe(requests);
  });
});
