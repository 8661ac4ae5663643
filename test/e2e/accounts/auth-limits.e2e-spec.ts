import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { RequestLimiter } from '../../../src/auth/limits/request-limiter';
import { createUser } from '../../support/accounts/accounts';
import { type ApiClient, type ApiResponse, client } from '../../support/requests/client';
import { eventually } from '../../support/eventually';
import { createTestApp, type TestApp, type TestAppOptions } from '../../support/app/test-app';

const apps: TestApp[] = [];

async function start(env: Record<string, string>, options: TestAppOptions = {}): Promise<TestApp> {
  const app = await createTestApp({ ...options, env });
  apps.push(app);
  return app;
}

afterEach(async () => {
  for (const app of apps.splice(0).reverse()) await app.close();
});

/** Sends requests one after another. Returns the number of responses with each status. */
async function countStatuses(count: number, ask: () => Promise<ApiResponse>): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (let index = 0; index < count; index += 1) {
    const { status } = await ask();
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

/** Waits until at least `seconds` of the current minute remain, because the counts restart with each minute. */
async function waitForWindow(seconds: number): Promise<void> {
  await eventually(() => 60_000 - (Date.now() % 60_000) >= seconds * 1000, 60_000);
}

test('a user over the limit gets 429 with the rate limit headers, and other users do not', async () => {
  const app = await start({ RATE_LIMIT_PER_MINUTE: '20' });
  const [one, other] = [await createUser(app), await createUser(app)];
  const api = client(app).as(one);
  await waitForWindow(20);
  expect(await countStatuses(25, () => api.get('/auth/me'))).toEqual({ 200: 20, 429: 5 });
  const refused = await api.get<{ code: string }>('/auth/me');
  const wait = Number(refused.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);
  expect(refused.body.code).toBe('rate-limited');
  expect(refused.headers.get('ratelimit-policy')).toBe('"requests";q=20;w=60');
  expect(refused.headers.get('ratelimit')).toBe(`"requests";r=0;t=${wait}`);
  expect((await client(app).as(other).get('/auth/me')).status).toBe(200);
});

test('after 20 invalid tokens from an address, its requests without a valid token get 429, whatever address they claim', async () => {
  const app = await start({ RATE_LIMIT_PER_MINUTE: '20' });
  const user = await createUser(app);
  await waitForWindow(20);
  let turn = 0;
  const bad = client(app).as('bad.bad.bad');
  const ask = (): Promise<ApiResponse> =>
    bad.get('/auth/me', { headers: { 'x-forwarded-for': `10.0.0.${(turn += 1)}`, forwarded: `for=10.0.1.${turn}` } });
  expect(await countStatuses(30, ask)).toEqual({ 401: 20, 429: 10 });
  expect((await client(app).as(user).get('/auth/me')).status).toBe(200);
  expect((await client(app).post('/auth/login', { username: 'a', password: 'b' })).status).toBe(429);
  expect((await client(app).get('/health/live')).status).toBe(200);
});

test('requests through a trusted proxy are counted by the forwarded address', async () => {
  const app = await start({ RATE_LIMIT_PER_MINUTE: '5', TRUST_PROXY: 'loopback' });
  await waitForWindow(20);
  const ask = (address: string): Promise<ApiResponse> =>
    client(app).get('/auth/me', { headers: { 'x-forwarded-for': address } });
  expect(await countStatuses(8, () => ask('203.0.113.7'))).toEqual({ 401: 5, 429: 3 });
  expect(await countStatuses(5, () => ask('203.0.113.8'))).toEqual({ 401: 5 });
  // The proxy appends the address that it sees. Addresses before it may be forged.
  expect((await ask('198.51.100.1, 203.0.113.7')).status).toBe(429);
});

test('two instances share the count of the requests of a user', async () => {
  const secret = randomBytes(48).toString('base64');
  const env = { RATE_LIMIT_PER_MINUTE: '40', JWT_SECRET: secret };
  // Without background loops, because `exchange` joins an exchange in progress, which leaves out later requests.
  const one = await start(env, { workers: false });
  const two = await start(env, { workers: false, databaseUrl: () => one.database.url });
  const user = await createUser(one);
  const apis: ApiClient[] = [client(one).as(user), client(two).as(user)];
  await waitForWindow(25);
  // An exchange adds the counts of an instance to the database and reads the totals. `one` exchanges twice to read what
  // `two` has added.
  const exchange = async (): Promise<void> => {
    for (const { app } of [one, two, one]) await app.get(RequestLimiter).exchange();
  };
  expect(await countStatuses(25, () => apis[0]!.get('/auth/me'))).toEqual({ 200: 25 });
  expect(await countStatuses(5, () => apis[1]!.get('/auth/me'))).toEqual({ 200: 5 });
  await exchange();
  await apis[0]!.get('/auth/me', { expect: 200 });
  await exchange();
  // The instances have counted 25, 5 and 1 requests, so 9 remain.
  expect(await countStatuses(20, () => apis[1]!.get('/auth/me'))).toEqual({ 200: 9, 429: 11 });
  await exchange();
  expect((await apis[0]!.get('/auth/me')).status).toBe(429);
});

test('RATE_LIMIT_PER_MINUTE=0 disables the limit', async () => {
  const app = await start({ RATE_LIMIT_PER_MINUTE: '0' });
  expect(await countStatuses(50, () => client(app).get('/auth/me'))).toEqual({ 401: 50 });
});

test('the concurrent requests of a user are limited', async () => {
  const app = await start({ CONCURRENCY_PER_USER: '2', WAITING_PER_USER: '0' });
  const [user, other] = [await createUser(app), await createUser(app)];
  const api = client(app).as(user);
  const held = [holdRequest(app, user.token), holdRequest(app, user.token)];
  await eventually(async () => (await api.get('/auth/me')).status === 429);
  const refused = await api.get('/auth/me');
  // The delay is random, so that clients do not all repeat their requests at the same time.
  expect(refused.headers.get('retry-after')).toMatch(/^[1-4]$/);
  expect(refused.headers.get('ratelimit-policy')).toBe('"concurrency";q=2');
  expect((await client(app).as(other).get('/auth/me')).status).toBe(200);
  for (const release of held) release();
  await eventually(async () => (await api.get('/auth/me')).status === 200);
});

/** Sends a request with an incomplete body. The returned function aborts the request. */
function holdRequest({ port }: TestApp, token: string): () => void {
  const held = request({ port, host: '127.0.0.1', method: 'POST', path: '/api/v1/auth/logout' });
  held.setHeader('authorization', `Bearer ${token}`);
  held.setHeader('content-type', 'application/json');
  held.on('error', () => undefined);
  held.write('{');
  return () => held.destroy();
}
