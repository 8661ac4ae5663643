import { createUser } from '../support/accounts';
import { client } from '../support/client';
import { ProbeModule } from '../support/probe.module';
import { createTestApp, type TestApp } from '../support/test-app';
import { watchedLogger } from '../support/watched-logger';

const CANARY = 'canary-9b1f';

describe('the log', () => {
  let app: TestApp;
  let text = '';

  beforeAll(async () => {
    app = await createTestApp({ modules: [ProbeModule], logger: watchedLogger((line) => (text += line)) });
  });
  afterAll(() => app.close());

  const lines = (): Record<string, unknown>[] =>
    text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Record<string, unknown>]));

  it('holds no header, body, query or secret, whatever is sent', async () => {
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

  it('names each request by the id its answer carries, and who asked', async () => {
    const user = await createUser(app);
    const { headers } = await client(app).as(user).get('/auth/me');
    const line = lines().find(({ request_id }) => request_id === headers.get('x-request-id'));
    expect(line).toMatchObject({ level: 'info', method: 'GET', path: '/api/v1/auth/me', status: 200 });
    expect(line).toMatchObject({ user_id: user.userId, duration_ms: expect.any(Number) });
  });

  it('contains the trace id of a valid traceparent header', async () => {
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const sent = [`00-${trace}-00f067aa0ba902b7-01`, `00-${trace}`, `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`];
    const seen = await Promise.all(
      sent.map(async (traceparent) => {
        const { headers } = await client(app).get('/nowhere', { headers: { traceparent } });
        return lines().find(({ request_id }) => request_id === headers.get('x-request-id'))?.trace_id;
      }),
    );
    expect(seen).toEqual([trace, undefined, undefined]);
  });

  it('holds the cause of a fault that the answer keeps to itself', async () => {
    const { headers } = await client(app).get('/probe/fail');
    const line = lines().find(
      ({ request_id, level }) => request_id === headers.get('x-request-id') && level === 'error',
    );
    expect(line).toMatchObject({ code: 'internal', err: { message: 'canary-of-the-inside' } });
  });

  it('names the code of a refusal', async () => {
    const { headers } = await client(app).get('/nowhere');
    const line = lines().find(({ request_id }) => request_id === headers.get('x-request-id'));
    expect(line).toMatchObject({ status: 404, code: 'not-found' });
  });

  it('keeps line breaks of a path inside its string', async () => {
    await client(app).get('/nowhere%0a{"level":"fatal"}%0d%0a');
    expect(lines().every((line) => line.level !== 'fatal')).toBe(true);
  });
});
