import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { get } from 'node:http';
import { PrincipalRepository } from '../../../src/auth/principal.repository';
import { ReadPool } from '../../../src/database/read-pool';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { sendRaw } from '../../support/requests/raw-http';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { validClaims, hmacToken, keyToken, signingInput, type TokenPart } from '../../support/accounts/tokens';

const HEADER = { alg: 'HS256', typ: 'at+jwt' };
const now = (): number => Math.floor(Date.now() / 1000);

let app: TestApp;
let user: TestUser;
let disabled: TestUser;
let secret: string;

beforeAll(async () => {
  app = await createTestApp();
  user = await createUser(app);
  disabled = await createUser(app, { disabled: true });
  secret = app.config.auth.jwtSecret ?? '';
});
afterAll(() => app.close());

async function ask(authorization: string | null): Promise<{ status: number; challenge: string | null; code: unknown }> {
  const headers: Record<string, string> = authorization === null ? {} : { authorization };
  const response = await fetch(`${app.url}/api/v1/auth/me`, { headers });
  const body = (await response.json()) as { code?: unknown };
  return { status: response.status, challenge: response.headers.get('www-authenticate'), code: body.code };
}

/** Returns a token of the user that is valid except for these changes. */
function token(claims: Record<string, unknown> = {}, header: TokenPart = HEADER): string {
  return hmacToken(header, validClaims(app.config, { sub: user.userId, ...claims }), secret);
}

/** Returns a token of the user whose claims end with this text. It can contain a claim twice. */
function withRawClaim(raw: string): string {
  const json = JSON.stringify(validClaims(app.config, { sub: user.userId }));
  return hmacToken(HEADER, `${json.slice(0, -1)},${raw}}`, secret);
}

describe('a token is accepted', () => {
  test.each<[string, () => string]>([
    ['as the service issues it', () => user.token],
    ['with only the required claims', () => token()],
    ['with the audience as a list of one', () => token({ aud: [app.config.auth.audience] })],
    ['within the leeway after its end', () => token({ iat: now() - 60, exp: now() - 2 })],
    ['within the leeway before its start', () => token({ nbf: now() + 3, iat: now() + 3 })],
    ['with a lifetime of exactly 24 hours', () => token({ exp: now() + 86_400, iat: now() })],
    ['with the subject in capitals', () => token({ sub: user.userId.toUpperCase() })],
  ])('%s', async (_, make) => {
    expect(await ask(`Bearer ${make()}`)).toMatchObject({ status: 200 });
  });

  test('whatever the case of the scheme', async () => {
    expect(await ask(`bearer ${user.token}`)).toMatchObject({ status: 200 });
  });
});

describe('a request without exactly one well-formed bearer token gets 401', () => {
  test.each<[string, () => string | null]>([
    ['no header', () => null],
    ['another scheme', () => `Basic ${Buffer.from('a:b').toString('base64')}`],
    ['the scheme alone', () => 'Bearer'],
    ['two tokens', () => `Bearer ${user.token} ${user.token}`],
    ['two tokens with a comma', () => `Bearer ${user.token},Bearer ${user.token}`],
    ['padding', () => `Bearer ${user.token}=`],
  ])('and a challenge with only the scheme: %s', async (_, make) => {
    expect(await ask(make())).toEqual({ status: 401, challenge: 'Bearer', code: 'unauthorized' });
  });

  test('two Authorization headers', async () => {
    const answer = await new Promise((resolve, reject) => {
      const options = { headers: ['Host', 'localhost', 'Authorization', `Bearer ${user.token}`] };
      options.headers.push('authorization', `Bearer ${user.token}`);
      get(`${app.url}/api/v1/auth/me`, options as never, (response) => {
        response.resume();
        resolve([response.statusCode, response.headers['www-authenticate']]);
      }).on('error', reject);
    });
    expect(answer).toEqual([401, 'Bearer']);
  });

  test('a token in the query or in the body is never read', async () => {
    const inQuery = await fetch(`${app.url}/api/v1/auth/me?access_token=${user.token}`);
    const inBody = await fetch(`${app.url}/api/v1/auth/logout`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `access_token=${user.token}`,
    });
    const answers = [inQuery, inBody].map(({ status, headers }) => [status, headers.get('www-authenticate')]);
    expect(answers).toEqual([
      [401, 'Bearer'],
      [401, 'Bearer'],
    ]);
  });
});

const RSA = generateKeyPairSync('rsa', { modulusLength: 2048 });
const EC = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const PUBLIC_PEM = RSA.publicKey.export({ type: 'spki', format: 'pem' }).toString();

const INVALID = { status: 401, challenge: 'Bearer error="invalid_token"', code: 'unauthorized' };

describe('an invalid token gets 401 invalid_token', () => {
  const claims = (changes: Record<string, unknown> = {}) => validClaims(app.config, { sub: user.userId, ...changes });
  test.each<[string, () => string]>([
    ['alg none', () => `${signingInput({ alg: 'none', typ: 'at+jwt' }, claims())}.`],
    ['alg None with a signature', () => `${signingInput({ alg: 'None', typ: 'at+jwt' }, claims())}.AAAA`],
    ['empty signature', () => `${signingInput(HEADER, claims())}.`],
    ['HS256 with a public key as the secret', () => hmacToken(HEADER, claims(), PUBLIC_PEM)],
    ['HS384', () => hmacToken({ ...HEADER, alg: 'HS384' }, claims(), secret, 'sha384')],
    ['HS256 with the header HS512', () => hmacToken({ ...HEADER, alg: 'HS512' }, claims(), secret)],
    ['RS256', () => keyToken({ ...HEADER, alg: 'RS256' }, claims(), RSA.privateKey)],
    ['ES256', () => keyToken({ ...HEADER, alg: 'ES256' }, claims(), EC.privateKey)],
    ['unknown alg', () => token({}, { ...HEADER, alg: 'XS999' })],
    ['alg as a list', () => token({}, { ...HEADER, alg: ['HS256'] })],
    ['expired', () => token({ iat: now() - 60, exp: now() - 7 })],
    ['not yet valid', () => token({ nbf: now() + 30 })],
    ['issued in the future', () => token({ iat: now() + 30, exp: now() + 60 })],
    ['no exp', () => token({ exp: undefined })],
    ['no iat', () => token({ iat: undefined })],
    ['a lifetime of more than a day', () => token({ exp: now() + 86_401 })],
    ['ends before it starts', () => token({ iat: now() + 2, exp: now() + 1 })],
    ['another audience', () => token({ aud: 'other' })],
    ['no audience', () => token({ aud: undefined })],
    ['the audience of the service and another audience', () => token({ aud: [app.config.auth.audience, 'other'] })],
    ['another issuer', () => token({ iss: 'other' })],
    ['no issuer', () => token({ iss: undefined })],
    ['issuer as a list', () => token({ iss: [app.config.auth.issuer] })],
    ['no subject', () => token({ sub: undefined })],
    ['a number as subject', () => token({ sub: 7 })],
    ['a name as subject', () => token({ sub: 'admin' })],
    ['a subject in braces', () => token({ sub: `{${user.userId}}` })],
    ['an unknown user', () => token({ sub: randomUUID() })],
    ['a disabled user', () => disabled.token],
    ['exp as text', () => token({ exp: String(now() + 60) })],
    ['exp negative', () => token({ exp: -1 })],
    ['exp huge', () => token({ exp: 1e20 })],
    ['exp with a fraction', () => token({ exp: now() + 60.5 })],
    ['exp null', () => token({ exp: null })],
    ['nbf as text', () => token({ nbf: '0' })],
    ['a claim twice', () => withRawClaim(`"exp":${now() + 60}`)],
    ['a subject twice', () => withRawClaim(`"sub":"${randomUUID()}"`)],
    ['a member of the header twice', () => token({}, '{"alg":"HS256","typ":"at+jwt","typ":"at+jwt"}')],
    ['a kid that is a path', () => token({}, { ...HEADER, kid: '../../dev/null' })],
    ['a kid that is SQL', () => token({}, { ...HEADER, kid: "' or 1=1--" })],
    ['a kid of 8 KB', () => token({}, { ...HEADER, kid: 'k'.repeat(8192) })],
    ['jku', () => token({}, { ...HEADER, jku: 'http://127.0.0.1:9/keys' })],
    ['x5u', () => token({}, { ...HEADER, x5u: 'http://127.0.0.1:9/cert' })],
    ['x5c', () => token({}, { ...HEADER, x5c: [] })],
    ['jwk', () => token({}, { ...HEADER, jwk: { kty: 'oct', k: 'AAAA' } })],
    ['crit', () => token({}, { ...HEADER, crit: ['b64'], b64: false })],
    ['an encrypted token', () => `${signingInput(HEADER, claims())}.AAAA.AAAA.AAAA`],
    ['a nested token', () => hmacToken({ ...HEADER, cty: 'JWT' }, token(), secret)],
    ['a text as payload', () => hmacToken(HEADER, '"text"', secret)],
    ['a list as payload', () => hmacToken(HEADER, '[1]', secret)],
    ['null as payload', () => hmacToken(HEADER, 'null', secret)],
    ['a payload that is not JSON', () => hmacToken(HEADER, '{', secret)],
    ['no type', () => token({}, { alg: 'HS256' })],
    ['the type JWT, which id tokens have', () => token({}, { ...HEADER, typ: 'JWT' })],
    ['a session that is not a UUID', () => token({ sid: 'x' })],
    ['a session that does not exist', () => token({ sid: randomUUID() })],
    ['signed with the cursor key', () => hmacToken(HEADER, claims(), app.config.cursor.secret)],
    ['of 9 KB', () => token({ extra: 'x'.repeat(9000) })],
    ['four parts', () => `${user.token}.AAAA`],
    ['two parts', () => signingInput(HEADER, claims())],
    ['dots alone', () => '..'],
  ])('%s', async (_, make) => {
    expect(await ask(`Bearer ${make()}`)).toEqual(INVALID);
  });

  test('a token of 15 KB gets 401, and a header of 17 KB gets 431', async () => {
    expect(await ask(`Bearer ${'a'.repeat(15_000)}`)).toEqual(INVALID);
    const head = `GET /api/v1/auth/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${'a'.repeat(17_000)}\r\n\r\n`;
    expect(await sendRaw(app.port, head)).toMatchObject({ status: 431 });
  });

  test('a token with any changed character', async () => {
    const good = token();
    const changed = Array.from(good, (character, index) => {
      const other = character === '.' ? 'A' : character === 'A' ? 'B' : 'A';
      return good.slice(0, index) + other + good.slice(index + 1);
    });
    const answers = await Promise.all(changed.map((each) => ask(`Bearer ${each}`)));
    for (const answer of answers) expect(answer).toEqual(INVALID);
  });

  test('a refresh token instead of an access token', async () => {
    const login = await fetch(`${app.url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: user.username, password: user.password }),
    });
    const { refresh_token } = (await login.json()) as { refresh_token: string };
    expect(await ask(`Bearer ${refresh_token}`)).toEqual(INVALID);
  });
});

test('an expired token reads no account and uses no read connection', async () => {
  const lookups = jest.spyOn(app.app.get(PrincipalRepository), 'findByUserId');
  const before = { ...app.app.get(ReadPool).statistics };
  const expired = token({ iat: now() - 60, exp: now() - 30 });
  const answers = await Promise.all(Array.from({ length: 1000 }, () => ask(`Bearer ${expired}`)));
  expect(answers.every(({ status }) => status === 401)).toBe(true);
  expect(lookups).not.toHaveBeenCalled();
  expect(app.app.get(ReadPool).statistics).toEqual(before);
  lookups.mockRestore();
});
