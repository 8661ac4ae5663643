import { randomBytes, randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { type ApiClient, client } from '../../support/requests/client';
import { eventually } from '../../support/eventually';
import { type IssuerKey, type KeyServer, makeKey, startKeyServer } from '../../support/accounts/key-server';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { validClaims, hmacToken, keyToken } from '../../support/accounts/tokens';

const ISSUER = 'https://issuer.test';
const RSA = makeKey('rsa-1', 'RS256');
const EC = makeKey('ec-1', 'ES256');

let keys: KeyServer;
let app: TestApp;
let api: ApiClient;

beforeAll(async () => {
  keys = await startKeyServer([RSA, EC]);
  app = await startWith(keys);
  api = client(app);
});
afterAll(async () => {
  await app.close();
  await keys.close();
});

function startWith(server: KeyServer, limits: Record<string, string> = {}): Promise<TestApp> {
  const env = { AUTH_MODE: 'jwks', JWKS_URI: server.url, JWT_ISSUER: ISSUER, JWT_SECRET: '' };
  return createTestApp({ env: { ...env, ...limits, CURSOR_SECRET: randomBytes(48).toString('base64') } });
}

function token(key: IssuerKey, claims: Record<string, unknown> = {}, header: Record<string, unknown> = {}): string {
  const head = { alg: key.alg, typ: 'at+jwt', kid: key.kid, ...header };
  return keyToken(head, validClaims(app.config, claims), key.privateKey);
}

async function status(bearer: string, to: ApiClient = api): Promise<number> {
  return (await to.as(bearer).get('/auth/me')).status;
}

test('the first token of a subject creates one account, with the role user', async () => {
  const sub = randomUUID();
  const answers = await Promise.all(
    [RSA, EC, RSA, EC].map((key) => api.as(token(key, { sub, preferred_username: 'Ada' })).get<object>('/auth/me')),
  );
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
  for (const { body } of answers) expect(body).toEqual(answers[0]?.body);
  expect(answers[0]?.body).toMatchObject({ username: 'Ada', role: 'user', scopes: [], library_ids: [] });
});

test('an account has the name of its subject if the preferred name is taken or invalid', async () => {
  await status(token(RSA, { preferred_username: 'Linus' }));
  for (const preferred_username of ['LINUS', '', 'a b', 7, 'x'.repeat(200), 'a\u202Eb']) {
    const sub = randomUUID();
    const { body } = await api.as(token(RSA, { sub, preferred_username })).get('/auth/me', { expect: 200 });
    expect(body).toMatchObject({ username: sub });
  }
});

test('without OIDC_CLAIMS, rights come from the database and not from claims, and apply at once', async () => {
  const sub = randomUUID();
  const bearer = token(RSA, { sub, role: 'admin', scope: 'catalog:write', scopes: ['catalog:write'] });
  await api.as(bearer).get('/admin/users', { expect: 403 });
  const database = app.app.get(DataSource);
  await database.query(`UPDATE users SET role = 'admin' WHERE subject = $1`, [sub]);
  await api.as(bearer).get('/admin/users', { expect: 200 });
  await database.query(`UPDATE users SET disabled = true WHERE subject = $1`, [sub]);
  expect(await status(bearer)).toBe(401);
});

test('a request to set a password of an external account gets 400', async () => {
  const sub = randomUUID();
  const bearer = token(RSA, { sub });
  const me = await api.as(bearer).get<{ user_id: string }>('/auth/me');
  await app.app.get(DataSource).query(`UPDATE users SET role = 'admin' WHERE subject = $1`, [sub]);
  const answer = await api.as(bearer).patch(`/admin/users/${me.body.user_id}`, { password: 'a good password' });
  expect(answer.status).toBe(400);
});

test('login and refresh get 404 with an external issuer', async () => {
  expect((await api.post('/auth/login', { username: 'a', password: 'b' })).status).toBe(404);
  expect((await api.post('/auth/refresh', { refresh_token: 'x' })).status).toBe(404);
});

test.each<[string, () => string]>([
  ['HS256 keyed with the public key', () => publicKeyAsSecret()],
  ['no kid', () => token(RSA, {}, { kid: undefined })],
  ['an unknown kid', () => token(RSA, {}, { kid: 'unknown' })],
  ['a kid that is a path', () => token(RSA, {}, { kid: '../../dev/null' })],
  ['a kid that is SQL', () => token(RSA, {}, { kid: "' or 1=1--" })],
  ['a kid of 8 KB', () => token(RSA, {}, { kid: 'k'.repeat(8192) })],
  ['the kid of another key', () => token(RSA, {}, { kid: EC.kid })],
  ['ES256 with the kid of the RSA key', () => token(EC, {}, { kid: RSA.kid })],
  ['RS384', () => token(RSA, {}, { alg: 'RS384' })],
  ['PS256', () => token(RSA, {}, { alg: 'PS256' })],
  ['jku', () => token(RSA, {}, { jku: keys.url })],
  ['jwk', () => token(RSA, {}, { jwk: RSA.publicKey.export({ format: 'jwk' }) })],
  ['another key with the right kid', () => token({ ...makeKey('rsa-1', 'RS256') })],
  ['another issuer', () => token(RSA, { iss: 'https://other.test' })],
  ['another audience', () => token(RSA, { aud: ['a', 'b'] })],
  ['a type that is not accepted', () => token(RSA, {}, { typ: 'logout+jwt' })],
])('a token with %s gets 401', async (_, make) => {
  expect(await status(make())).toBe(401);
});

test('unknown key ids do not block valid tokens, and cause only one request to the issuer', async () => {
  const server = await startKeyServer([RSA]);
  const service = await startWith(server);
  try {
    const to = client(service);
    for (let index = 0; index < 30; index += 1) {
      expect(await status(token(RSA, {}, { kid: `made-up-${index}` }), to)).toBe(401);
    }
    expect(await status(token(RSA), to)).toBe(200);
    expect(server.requests).toBe(1);
  } finally {
    await service.close();
    await server.close();
  }
});

test('tokens get 502 until a key set is fetched, without effect on the request limit', async () => {
  const server = await startKeyServer([RSA]);
  server.fault = { status: 500 };
  const service = await startWith(server, { RATE_LIMIT_PER_MINUTE: '3' });
  try {
    const to = client(service);
    for (const bearer of Array.from({ length: 3 }, () => [token(RSA), token(RSA, {}, { kid: 'made-up' })]).flat()) {
      const answer = await to.as(bearer).get<{ code: string }>('/auth/me');
      expect([answer.status, answer.body.code]).toEqual([502, 'upstream-failed']);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    server.fault = null;
    await eventually(async () => (await status(token(RSA), to)) === 200);
    server.fault = { status: 500 };
    expect(await status(token(RSA), to)).toBe(200);
  } finally {
    await service.close();
    await server.close();
  }
});

function publicKeyAsSecret(): string {
  const pem = RSA.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  return hmacToken({ alg: 'HS256', typ: 'at+jwt', kid: RSA.kid }, validClaims(app.config), pem);
}
