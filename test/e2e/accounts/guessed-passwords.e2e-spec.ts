import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { createUser } from '../../support/accounts/accounts';
import { type ApiClient, type ApiResponse, client } from '../../support/requests/client';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { logIn } from './logins';

const HOUR_SECONDS = 3_600;

let app: TestApp;
let api: ApiClient;

beforeAll(async () => {
  app = await createTestApp({ env: { TRUST_PROXY: 'loopback' } });
  api = client(app);
});
afterAll(() => app.close());

/** Logs in through a trusted proxy whose header names the address of the client. */
function attempt(name: string, password: string, address = '203.0.113.1'): Promise<ApiResponse> {
  return api.post('/auth/login', { username: name, password }, { headers: { 'x-forwarded-for': address } });
}

test('after ten failures of an address, every instance refuses its passwords until the wait is over', async () => {
  const user = await createUser(app);
  const other = await createTestApp({ peerOf: app });
  try {
    const instances = [api, client(other)];
    for (let failure = 0; failure < 10; failure += 1) {
      const answer = await instances[failure % 2]!.post('/auth/login', { username: user.username, password: 'wrong' });
      expect(answer.status).toBe(401);
    }
    await lengthenWaits();
    for (const instance of instances) {
      for (const password of [user.password, 'wrong']) {
        const early = await instance.post<{ code: string }>('/auth/login', { username: user.username, password });
        expect([early.status, early.body.code]).toEqual([429, 'rate-limited']);
        expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(HOUR_SECONDS / 2);
      }
    }
  } finally {
    await other.close();
  }
  await passSeconds(HOUR_SECONDS);
  await logIn(api, user);
});

test('after ten failures, a name without an account must wait too', async () => {
  const name = `nobody-${randomUUID()}`;
  for (let failure = 0; failure < 10; failure += 1) expect((await attempt(name, 'x')).status).toBe(401);
  await lengthenWaits();
  expect((await attempt(name, 'x')).status).toBe(429);
});

test('the count of failures restarts after a successful login, and after 15 minutes', async () => {
  const user = await createUser(app);
  const fail = async (): Promise<number> => (await attempt(user.username, 'wrong')).status;
  for (let failure = 0; failure < 9; failure += 1) await fail();
  expect((await attempt(user.username, user.password)).status).toBe(200);
  for (let failure = 0; failure < 9; failure += 1) await fail();
  await passSeconds(15 * 60);
  for (let failure = 0; failure < 9; failure += 1) expect(await fail()).toBe(401);
  expect((await attempt(user.username, user.password)).status).toBe(200);
});

test('only ten guesses of an address are checked; later ones, even the right one, get the same answer', async () => {
  const user = await createUser(app);
  const guesses = Array.from({ length: 68 }, (_, index) => (index === 67 ? user.password : `wrong ${index}`));
  // The service checks the first ten guesses before the right password is sent.
  const first = await Promise.all(guesses.slice(0, 10).map((password) => attempt(user.username, password)));
  expect(first.map(({ status }) => status)).toEqual(Array(10).fill(401));
  await lengthenWaits();
  const answers = await Promise.all(guesses.slice(10).map((password) => attempt(user.username, password)));
  for (const { status, body } of answers) {
    expect([status, { ...body, instance: '' }]).toEqual([429, { ...answers[0]?.body, instance: '' }]);
  }
});

test('an attacker at other addresses cannot lock a user out', async () => {
  const user = await createUser(app, { role: 'admin' });
  // After 50 failures of a name, attempts from new addresses take turns: each address must wait for its own turn.
  for (let bot = 0; bot < 6; bot += 1) {
    for (let failure = 0; failure < 12; failure += 1) await attempt(user.username, 'wrong', `198.51.100.${bot}`);
  }
  await lengthenTurns();
  expect((await attempt(user.username, user.password, '198.51.100.1')).status).toBe(429);
  // The first attempt from another address is refused, but gets a turn.
  const early = await attempt(user.username, user.password, '203.0.113.9');
  const wait = Number(early.headers.get('retry-after'));
  expect([early.status, wait]).toEqual([429, expect.closeTo(600, -2)]);
  await passSeconds(wait);
  expect((await attempt(user.username, user.password, '203.0.113.9')).status).toBe(200);
  // 203.0.113.9 is now a known address of the user.
  for (let bot = 10; bot < 20; bot += 1) await attempt(user.username, 'wrong', `198.51.100.${bot}`);
  await lengthenTurns();
  expect((await attempt(user.username, user.password, '198.51.100.99')).status).toBe(429);
  expect((await attempt(user.username, user.password, '203.0.113.9')).status).toBe(200);
});

test('an address with failures for many names must wait', async () => {
  const spray = (): Promise<ApiResponse> => attempt(`sprayed-${randomUUID()}`, 'x', '192.0.2.77');
  await app.app.get(DataSource).query('DELETE FROM login_attempts');
  for (let name = 0; name < 100; name += 1) expect((await spray()).status).toBe(401);
  await lengthenWaits();
  for (let name = 0; name < 4; name += 1) expect((await spray()).status).toBe(429);
  expect((await attempt(`sprayed-${randomUUID()}`, 'x', '192.0.2.78')).status).toBe(401);
});

test('later logins remove expired counts', async () => {
  const user = await createUser(app);
  await app.app.get(DataSource).query('DELETE FROM login_attempts');
  await attempt(user.username, 'wrong', '192.0.2.90');
  await app.app.get(DataSource).query(`UPDATE login_attempts SET expires_at = now() - interval '1 second'`);
  await attempt('somebody-else', 'x', '192.0.2.91');
  const [remaining] = await app.app.get(DataSource).query('SELECT count(*)::int AS counts FROM login_attempts');
  // A login is counted for its name, for its address, and for both together.
  expect(remaining.counts).toBe(3);
});

/** Extends the current waits from seconds to an hour, because requests on a busy machine can take seconds. */
async function lengthenWaits(): Promise<void> {
  await app.app
    .get(DataSource)
    .query(`UPDATE login_attempts SET open_at = now() + interval '1 hour' WHERE failures >= 10`);
}

/**
 * Blocks each name with at least 50 failures for ten minutes instead of two seconds. Otherwise, the block could end
 * during the test, because requests on a busy machine can take seconds.
 */
async function lengthenTurns(): Promise<void> {
  await app.app
    .get(DataSource)
    .query(`UPDATE login_attempts SET open_at = now() + interval '10 minutes' WHERE failures >= 50`);
}

/** Moves the times that delay attempts into the past, as if `seconds` had passed. */
async function passSeconds(seconds: number): Promise<void> {
  await app.app.get(DataSource).query(
    `UPDATE login_attempts SET window_ends_at = window_ends_at - make_interval(secs => $1),
                               open_at = open_at - make_interval(secs => $1),
                               turn_at = turn_at - make_interval(secs => $1)`,
    [seconds],
  );
}
