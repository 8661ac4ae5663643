/** The log, but not the answer, contains the reason why a token is refused, as a code of `TOKEN_REFUSALS`. */
import fc from 'fast-check';
import { createHmac, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeApiKey } from '../../../src/auth/keys/api-key';
import { TOKEN_REFUSALS, type TokenRefusal } from '../../../src/auth/tokens/token-refusals';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { client } from '../../support/requests/client';
import { type IssuerApp, startIssuerApp } from '../../support/accounts/issuer-app';
import { makeKey } from '../../support/accounts/key-server';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { validClaims, hmacToken, keyToken, signingInput } from '../../support/accounts/tokens';
import { watchedLogger } from '../../support/app/watched-logger';
import { ROOT } from '../../support/root';

const SUBJECT = 'auth0|a-telling-subject';
/** A weak key in the key set of the issuer. */
const WEAK = makeKey('weak', 'RS256', 1024);
const now = (): number => Math.floor(Date.now() / 1000);

let local: TestApp;
let external: IssuerApp;
let user: TestUser;
let disabled: TestUser;
let log = '';

beforeAll(async () => {
  const logger = watchedLogger((line) => (log += line));
  local = await createTestApp({ logger });
  external = await startIssuerApp('https://telling.example.org/', { peerOf: local, logger });
  external.keys.keys.push(WEAK);
  user = await createUser(local);
  disabled = await createUser(local, { disabled: true });
});
afterAll(async () => {
  await external.close();
  await local.close();
});
beforeEach(() => {
  log = '';
});

interface Answer {
  readonly status: number;
  readonly challenge: string | null;
  /** The body, without the request id. */
  readonly body: string;
  /** The log lines of the request. */
  readonly lines: Record<string, unknown>[];
}

async function ask(app: TestApp, authorization: string | null): Promise<Answer> {
  const headers: Record<string, string> = authorization === null ? {} : { authorization };
  const response = await fetch(`${app.url}/api/v1/auth/me`, { headers });
  const id = response.headers.get('x-request-id') ?? '-';
  const body = (await response.text()).replaceAll(id, 'id');
  const lines = log.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Record<string, unknown>]));
  return {
    status: response.status,
    challenge: response.headers.get('www-authenticate'),
    body,
    lines: lines.filter(({ request_id }) => request_id === id),
  };
}

/** Returns a token of a local account that is valid except for these changes. */
function localToken(claims: Record<string, unknown> = {}, header: Record<string, unknown> = {}): string {
  const allClaims = validClaims(local.config, { sub: user.userId, ...claims });
  return hmacToken({ alg: 'HS256', typ: 'at+jwt', ...header }, allClaims, local.config.auth.jwtSecret ?? '');
}

const externalToken = (claims: Record<string, unknown> = {}, header: Record<string, unknown> = {}): string =>
  external.token(SUBJECT, claims, header);

const CASES: [TokenRefusal, 'local' | 'external', string, () => string][] = [
  ['too-long', 'local', 'a long token', () => localToken({ extra: 'x'.repeat(9000) })],
  ['malformed', 'local', 'two parts', () => signingInput({ alg: 'HS256', typ: 'at+jwt' }, validClaims(local.config))],
  ['malformed', 'local', 'a payload that is a list', () => signed('[1]')],
  ['malformed', 'local', 'a payload that is not JSON', () => signed('{')],
  ['malformed', 'local', 'a claim twice', () => signed(twoSubjects())],
  ['wrong-type', 'local', 'an id token', () => localToken({}, { typ: 'JWT' })],
  ['wrong-type', 'local', 'no type', () => localToken({}, { typ: undefined })],
  ['wrong-type', 'external', 'a logout token', () => externalToken({}, { typ: 'logout+jwt' })],
  ['wrong-algorithm', 'local', 'alg none', () => `${signingInput({ alg: 'none', typ: 'at+jwt' }, {})}.AAAA`],
  ['wrong-algorithm', 'external', 'PS256', () => externalToken({}, { alg: 'PS256' })],
  ['wrong-algorithm', 'external', 'ES256 by an RSA key', () => externalToken({}, { alg: 'ES256' })],
  ['refused-header', 'local', 'jku', () => localToken({}, { jku: 'https://evil.example.org' })],
  ['refused-header', 'external', 'crit', () => externalToken({}, { crit: ['exp'] })],
  ['wrong-key-id', 'local', 'a kid with a space', () => localToken({}, { kid: 'key 1' })],
  ['unknown-key', 'local', 'an unknown kid', () => localToken({}, { kid: 'key-1' })],
  ['wrong-key-id', 'external', 'no kid', () => externalToken({}, { kid: undefined })],
  ['unknown-key', 'external', 'an unknown kid', () => externalToken({}, { kid: 'key-2' })],
  ['weak-key', 'external', 'a key of 1,024 bits', () => externalToken({}, { kid: WEAK.kid })],
  ['bad-signature', 'local', 'another secret', () => signed(JSON.stringify(validClaims(local.config)), 'another')],
  ['bad-signature', 'local', 'an invented signature', () => localToken().replace(/\.[^.]*$/, `.${'A'.repeat(43)}`)],
  ['bad-signature', 'external', 'the kid of another key', () => strangerToken()],
  ['wrong-issuer', 'local', 'another issuer', () => localToken({ iss: 'other' })],
  ['malformed', 'external', 'a payload that is a list', () => withPayload(externalToken(), '[1]')],
  [
    'wrong-issuer',
    'external',
    'another issuer and an unknown kid',
    () => externalToken({ iss: 'https://other.example.org/' }, { kid: 'key-2' }),
  ],
  ['wrong-issuer', 'external', 'no issuer', () => externalToken({ iss: undefined })],
  ['wrong-issuer', 'external', 'a list of issuers', () => externalToken({ iss: ['https://telling.example.org/'] })],
  ['wrong-audience', 'local', 'another audience', () => localToken({ aud: 'other' })],
  ['wrong-audience', 'local', 'two audiences', () => localToken({ aud: [local.config.auth.audience, 'other'] })],
  ['wrong-audience', 'external', 'other audiences', () => externalToken({ aud: ['other', 'another'] })],
  ['wrong-audience', 'external', 'no audience', () => externalToken({ aud: undefined })],
  ['bad-times', 'local', 'no exp', () => localToken({ exp: undefined })],
  ['bad-times', 'external', 'an exp that is a text', () => externalToken({ exp: String(now() + 60) })],
  ['bad-times', 'external', 'an nbf that is a text', () => externalToken({ nbf: '0' })],
  ['lives-too-long', 'external', 'a lifetime of a month', () => externalToken({ exp: now() + 30 * 86_400 })],
  ['not-yet-valid', 'external', 'an nbf in the future', () => externalToken({ nbf: now() + 60 })],
  ['not-yet-valid', 'local', 'an iat in the future', () => localToken({ iat: now() + 60, exp: now() + 120 })],
  ['expired', 'local', 'an exp in the past', () => localToken({ iat: now() - 60, exp: now() - 30 })],
  ['expired', 'external', 'an exp in the past', () => externalToken({ iat: now() - 60, exp: now() - 30 })],
  ['bad-subject', 'local', 'a name', () => localToken({ sub: SUBJECT })],
  ['bad-subject', 'external', 'a number', () => externalToken({ sub: 7 })],
  ['bad-session', 'local', 'a session that is not a UUID', () => localToken({ sid: 'x' })],
  ['bad-actor', 'local', 'an actor that is a name', () => localToken({ act: { sub: SUBJECT } })],
  ['malformed-key', 'local', 'a key with a wrong checksum', () => `${makeApiKey().key.slice(0, -8)}00000000`],
  ['malformed-key', 'external', 'the prefix of keys alone', () => 'irmkey_'],
  ['no-key', 'local', 'a key that does not exist', () => makeApiKey().key],
  ['no-key', 'external', 'a key that does not exist', () => makeApiKey().key],
  ['no-account', 'local', 'an unknown user', () => localToken({ sub: randomUUID() })],
  ['no-account', 'local', 'a disabled user', () => disabled.token],
  ['no-account', 'local', 'a session that does not exist', () => localToken({ sid: randomUUID() })],
];

/** A token with any payload, signed by the test. */
function signed(payload: string, secret = local.config.auth.jwtSecret ?? ''): string {
  const head = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'at+jwt' })).toString('base64url');
  const input = `${head}.${Buffer.from(payload).toString('base64url')}`;
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
}

/** Replaces the payload of a token, so that its signature is no longer valid. */
function withPayload(token: string, payload: string): string {
  const [head = '', , signature = ''] = token.split('.');
  return [head, Buffer.from(payload).toString('base64url'), signature].join('.');
}

function strangerToken(): string {
  const stranger = makeKey('key-1', 'RS256');
  const head = { alg: 'RS256', typ: 'at+jwt', kid: 'key-1' };
  return keyToken(head, validClaims(external.app.config, { sub: SUBJECT }), stranger.privateKey);
}

function twoSubjects(): string {
  return `${JSON.stringify(validClaims(local.config, { sub: user.userId })).slice(0, -1)},"sub":"x"}`;
}

test.each(CASES)('the log, but not the answer, contains %s for a %s token: %s', async (reason, kind, _, make) => {
  const token = make();
  const app = kind === 'local' ? local : external.app;
  const refused = await ask(app, `Bearer ${token}`);
  const plain = await ask(app, 'Bearer x.x.x');
  expect(refused).toMatchObject({ status: 401, challenge: 'Bearer error="invalid_token"', body: plain.body });
  expect(refused.lines).toMatchObject([{ level: 'info', status: 401, code: 'unauthorized', reason }]);
  for (const part of [...token.split('.').filter((each) => each.length > 8), SUBJECT, user.userId]) {
    expect(log).not.toContain(part);
  }
});

/**
 * Returns whether a value is neither a text nor a number. A token with such a value in `iss`, `sub` or `exp` is always
 * refused.
 */
function isNeitherTextNorNumber(value: unknown): boolean {
  return typeof value !== 'string' && typeof value !== 'number';
}

test('a token with random claims is accepted, or refused like every other token', async () => {
  const member = fc.constantFrom(
    ...[
      'iss',
      'sub',
      'aud',
      'exp',
      'iat',
      'nbf',
      'sid',
      'jti',
      'act',
      'scope',
      'groups',
      'roles',
      'preferred_username',
    ],
    ...['__proto__', 'constructor', 'toJSON', '', 'a\u0000b', '\u{1F600}'],
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.constantFrom('\ud800', '\u0000', '\u202e', 'x'.repeat(1_000), '\u{1F600}'.repeat(256), '[', '{}'),
  );
  const time = fc.oneof(fc.maxSafeInteger(), fc.double(), fc.constantFrom(now() + 60, 2 ** 53, -1, 1e308));
  const value = fc.oneof(text, time, fc.array(text, { maxLength: 3 }), fc.jsonValue(), fc.constant(undefined));
  const changes = fc.array(fc.tuple(member, value), { minLength: 1, maxLength: 3 });
  const plain = new Map<TestApp, Answer>();
  for (const app of [local, external.app]) plain.set(app, await ask(app, 'Bearer x.x.x'));
  await fc.assert(
    fc.asyncProperty(changes, fc.boolean(), async (list, isLocal) => {
      const claims = Object.fromEntries(list) as Record<string, unknown>;
      const app = isLocal ? local : external.app;
      const { status, challenge, body } = await ask(
        app,
        `Bearer ${isLocal ? localToken(claims) : externalToken(claims)}`,
      );
      const isRefused = ['iss', 'sub', 'exp'].some((name) => name in claims && isNeitherTextNorNumber(claims[name]));
      if (isRefused) expect(status).toBe(401);
      if (status === 200) return;
      const refusal = plain.get(app);
      expect({ status, challenge, body }).toEqual({
        status: 401,
        challenge: 'Bearer error="invalid_token"',
        body: refusal?.body,
      });
    }),
    { numRuns: 300 },
  );
});

test('the log contains no-bearer-token for a header without a token, and no reason without a header', async () => {
  for (const header of ['Basic YTpi', 'Bearer', `Bearer ${user.token} ${user.token}`]) {
    const { status, challenge, lines } = await ask(local, header);
    expect([status, challenge]).toEqual([401, 'Bearer']);
    expect(lines).toMatchObject([{ reason: 'no-bearer-token' }]);
  }
  const { lines } = await ask(local, null);
  expect(lines).toMatchObject([{ status: 401, code: 'unauthorized' }]);
  expect(lines[0]).not.toHaveProperty('reason');
});

test('the log contains account-disabled for a disabled account of the external issuer', async () => {
  const { body } = await client(external.app).as(externalToken()).get<{ user_id: string }>('/auth/me', { expect: 200 });
  const admin = await createUser(local, { role: 'admin' });
  await client(local).as(admin).patch(`/admin/users/${body.user_id}`, { disabled: true }, { expect: 200 });
  expect((await ask(external.app, `Bearer ${externalToken()}`)).lines).toMatchObject([{ reason: 'account-disabled' }]);
});

test('the log contains account-disabled for an old token after its account is enabled again', async () => {
  const sub = randomUUID();
  const old = externalToken({ sub, iat: now() - 60 });
  const { body } = await client(external.app).as(old).get<{ user_id: string }>('/auth/me', { expect: 200 });
  const admin = client(local).as(await createUser(local, { role: 'admin' }));
  for (const disabled of [true, false]) {
    await admin.patch(`/admin/users/${body.user_id}`, { disabled }, { expect: 200 });
  }
  expect((await ask(external.app, `Bearer ${old}`)).lines).toMatchObject([{ status: 401, reason: 'account-disabled' }]);
  await client(external.app).as(externalToken({ sub })).get('/auth/me', { expect: 200 });
});

test('each of many refused tokens writes one log line', async () => {
  await Promise.all(Array.from({ length: 200 }, () => ask(local, `Bearer ${localToken({ exp: 1 })}`)));
  const lines = log.split('\n').filter((line) => line.includes('/auth/me'));
  expect(lines).toHaveLength(200);
});

test('the log contains no reason for an accepted request', async () => {
  const { lines } = await ask(local, `Bearer ${user.token}`);
  expect(lines[0]).not.toHaveProperty('reason');
});

test('every refusal reason has a case in this test and a row in docs/access.md', () => {
  const covered = [...CASES.map(([reason]) => reason), 'no-bearer-token', 'account-disabled'];
  expect([...new Set(covered)].sort()).toEqual(Object.keys(TOKEN_REFUSALS).sort());
  const page = readFileSync(join(ROOT, 'docs/access.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `([a-z-]+)` +\| (.*?) *\|$/gm)].map(([, code, meaning]) => [code, meaning]);
  expect(Object.fromEntries(rows)).toMatchObject(TOKEN_REFUSALS);
});
