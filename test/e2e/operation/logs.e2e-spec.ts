import { DataSource } from 'typeorm';
import { SecurityLog } from '../../../src/common/logging/security-log';
import { ServiceLogger } from '../../../src/common/logging/service-logger';
import { createUser } from '../../support/accounts/accounts';
import { importCatalog, library, mediaIdOf, movie, sendImport, uuidOf } from '../../support/catalog/catalog';
import { client } from '../../support/requests/client';
import { ProbeModule } from '../../support/app/probe.module';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { watchedLogger } from '../../support/app/watched-logger';

const LONG_PASSWORD = 'a password of some length';
const IMPORT_LIMIT_BYTES = 10_000;
const CANARY = 'canary-9b1f';

describe('the log', () => {
  let app: TestApp;
  let text = '';

  beforeAll(async () => {
    app = await createTestApp({
      modules: [ProbeModule],
      env: { IMPORT_BODY_LIMIT_BYTES: String(IMPORT_LIMIT_BYTES) },
      logger: watchedLogger((line) => (text += line)),
    });
  });
  afterAll(() => app.close());

  const lines = (): Record<string, unknown>[] =>
    text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Record<string, unknown>]));

  it('contains no query string, credential, cookie or refused body of a request', async () => {
    const user = await createUser(app);
    const headers = { authorization: `Bearer ${CANARY}`, cookie: CANARY, 'x-api-key': CANARY };
    await client(app).post('/auth/login', { username: CANARY, password: CANARY });
    await client(app).post('/auth/login', { username: user.username, password: user.password });
    await client(app).post('/auth/refresh', { refresh_token: CANARY });
    await client(app).get(`/auth/me?token=${CANARY}&access_token=${user.token}`, { headers });
    await client(app).send('POST', '/probe/echo', `{"${CANARY}`, { headers: { 'content-type': 'application/json' } });
    await client(app).post('/probe/echo', { [CANARY]: CANARY, value: CANARY });
    await client(app)
      .as(user)
      .post('/intelligence/facets', { library_ids: [CANARY] });
    await client(app).as(user).get('/auth/me', { expect: 200 });
    expect(lines().length).toBeGreaterThan(7);
    for (const secret of [CANARY, user.token, user.password, app.config.auth.jwtSecret ?? '-', 'argon2']) {
      expect(text).not.toContain(secret);
    }
  });

  it('contains the request id and the caller of each request', async () => {
    const user = await createUser(app);
    const { headers } = await client(app).as(user).get('/auth/me');
    const line = lines().find(({ request_id }) => request_id === headers.get('x-request-id'));
    expect(line).toMatchObject({ level: 'info', method: 'GET', path: '/api/v1/auth/me', status: 200 });
    expect(line).toMatchObject({ user_id: user.userId, duration_ms: expect.any(Number) });
  });

  it('contains the trace id of a valid traceparent header only', async () => {
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const span = '00f067aa0ba902b7';
    const valid = [`00-${trace}-${span}-01`, `cc-${trace}-${span}-01`, `cc-${trace}-${span}-01-later`];
    const invalid = [
      `00-${trace}`,
      `00-${'0'.repeat(32)}-${span}-01`,
      `00-${trace}-${'0'.repeat(16)}-01`,
      `00-${trace}-${span}-01-later`,
      `cc-${trace}-${span}-01.later`,
      `ff-${trace}-${span}-01`,
    ];
    const traceparents = [...valid, ...invalid];
    const traceIds = await Promise.all(
      traceparents.map(async (traceparent) => {
        const { headers } = await client(app).get('/nowhere', { headers: { traceparent } });
        return lines().find(({ request_id }) => request_id === headers.get('x-request-id'))?.trace_id;
      }),
    );
    expect(traceIds).toEqual([...valid.map(() => trace), ...invalid.map(() => undefined)]);
  });

  it('contains the cause of an unexpected error, which the answer does not contain', async () => {
    const { headers, text: answer } = await client(app).get('/probe/fail');
    expect(answer).toContain('"code":"internal"');
    expect(answer).not.toContain('canary-of-the-inside');
    const line = lines().find(
      ({ request_id, level }) => request_id === headers.get('x-request-id') && level === 'error',
    );
    expect(line).toMatchObject({ code: 'internal', err: { message: 'canary-of-the-inside' } });
  });

  it('contains the problem code of a refused request', async () => {
    const { headers } = await client(app).get('/nowhere');
    const line = lines().find(({ request_id }) => request_id === headers.get('x-request-id'));
    expect(line).toMatchObject({ status: 404, code: 'not-found' });
  });

  it('contains a path as it was sent, with encoded line breaks', async () => {
    const { headers } = await client(app).get('/nowhere%0a%7B%22level%22:%22fatal%22%7D%0d%0a');
    const line = lines().find(({ request_id }) => request_id === headers.get('x-request-id'));
    expect(line?.path).toBe('/api/v1/nowhere%0a%7B%22level%22:%22fatal%22%7D%0d%0a');
  });

  it('has one line for a message with line breaks', () => {
    const written: string[] = [];
    const logger = new ServiceLogger('info', { write: (line) => void written.push(line) });
    const message = 'x\n{"level":"fatal"}\r\n';
    logger.log(message);
    expect(written.map((line) => line.trimEnd().split(/[\r\n]/))).toEqual([[expect.any(String)]]);
    expect(JSON.parse(written[0] ?? '')).toMatchObject({ level: 'info', msg: message });
  });

  it('has one line with the same members for each login, logout, change of an account, import and removal', async () => {
    const admin = await createUser(app, { role: 'admin' });
    const api = client(app).as(admin);
    const answer = await api.post<{ user_id: string }>('/admin/users', { username: 'logged', password: LONG_PASSWORD });
    const { user_id: id } = answer.body;
    await client(app).post('/auth/login', { username: 'logged', password: `${LONG_PASSWORD}!` });
    await client(app).post('/auth/login', { username: 'unknown', password: LONG_PASSWORD });
    const { body } = await client(app).post<{ access_token: string }>(
      '/auth/login',
      { username: 'logged', password: LONG_PASSWORD },
      { expect: 200 },
    );
    await client(app).as(body.access_token).post('/auth/logout');
    await api.patch(`/admin/users/${id}`, { scopes: ['catalog:write'] }, { expect: 200 });
    await api.delete(`/admin/users/${id}`, { expect: 204 });
    await importCatalog(app, admin, [library('Logged'), movie('Logged', 'Film')]);
    const mediaId = mediaIdOf('movie', 'Film');
    await api.delete(`/admin/catalog/items/${mediaId}`, { expect: 204 });
    await api.delete(`/admin/catalog/libraries/${uuidOf('Logged')}`, { expect: 204 });

    const events = lines().filter(({ log }) => log === 'security');
    const newEvents = events.slice(events.findIndex(({ event }) => event === 'account-created'));
    expect(newEvents.map(({ event, outcome, target }) => [event, outcome, target])).toEqual([
      ['account-created', 'success', id],
      ['login', 'failure', id],
      ['login', 'failure', null],
      ['login', 'success', id],
      ['logout', 'success', null],
      ['account-changed', 'success', id],
      ['account-deleted', 'success', id],
      ['import', 'success', null],
      ['item-deleted', 'success', mediaId],
      ['library-deleted', 'success', uuidOf('Logged')],
    ]);
    for (const line of newEvents) {
      const names = ['level', 'time', 'log', 'version', 'event', 'outcome', 'target', 'actor', 'address', 'request_id'];
      expect(Object.keys(line).sort()).toEqual([...names, 'details', 'msg'].sort());
      expect(line).toMatchObject({
        version: 1,
        address: '127.0.0.1',
        request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
    }
    expect(newEvents[5]).toMatchObject({ actor: admin.userId, details: { scopes: ['catalog:write'], role: 'user' } });
    expect(newEvents[7]).toMatchObject({ details: { accepted: 2, unchanged: 0, rejected: 0 } });
    expect(text).not.toContain(LONG_PASSWORD);
  });

  it('has one line for each refused login, refused refresh token and failed import', async () => {
    const admin = await createUser(app, { role: 'admin' });
    const before = lines().length;
    const attempt = { username: 'somebody', password: LONG_PASSWORD };
    for (let failure = 0; failure < 10; failure += 1) await client(app).post('/auth/login', attempt, { expect: 401 });
    // The tenth failure delays the next attempt by only a second, which a busy machine can exceed.
    await app.app.get(DataSource).query(`UPDATE login_attempts SET open_at = now() + interval '1 hour'`);
    await client(app).post('/auth/login', attempt, { expect: 429 });
    await app.app.get(DataSource).query('DELETE FROM login_attempts');
    await client(app).post('/auth/refresh', { refresh_token: 'x' }, { expect: 401 });
    await sendImport(client(app).as(admin), ' '.repeat(IMPORT_LIMIT_BYTES + 1), { expect: 413 });

    const events = lines()
      .slice(before)
      .filter(({ log }) => log === 'security')
      .map(({ event, outcome, level, target, actor }) => [event, outcome, level, target, actor]);
    expect(events).toEqual([
      ...Array.from({ length: 10 }, () => ['login', 'failure', 'warn', null, null]),
      ['login', 'refused', 'warn', null, null],
      ['refresh', 'failure', 'warn', null, null],
      ['import', 'failure', 'warn', null, admin.userId],
    ]);
  });

  it('has security events at every setting of the log level except silent', () => {
    const written: string[] = [];
    const log = new SecurityLog(new ServiceLogger('fatal', { write: (line) => void written.push(line) }));
    log.record({ event: 'login', outcome: 'failure', target: null });
    expect(written.map((line) => JSON.parse(line) as object)).toMatchObject([{ log: 'security', level: 'warn' }]);
    const silent = new ServiceLogger('silent', { write: () => void written.push('') });
    new SecurityLog(silent).record({ event: 'login', outcome: 'failure', target: null });
    expect(written).toHaveLength(1);
  });
});
