import fc from 'fast-check';
import { type ClaimRules, readClaims } from './token-claims';
import { TOKEN_REFUSALS } from './token-refusals';
import { readTokenParts, type TokenParts } from './token-shape';

const LOCAL = { algorithms: ['HS256'], keyId: 'optional', types: null } as const;
const EXTERNAL = { algorithms: ['RS256'], keyId: 'required', types: ['at+jwt', 'jwt', 'none'] } as const;
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const TIMES = { leewaySeconds: 5, now: () => 1_000_000 };
const RULES: ClaimRules = { issuer: 'i', audience: 'a', isExternal: false, grants: null, ...TIMES };
const EXTERNAL_RULES: ClaimRules = { ...RULES, isExternal: true };
const GOOD = { iss: 'i', aud: 'a', sub: '11111111-1111-4111-8111-111111111111', iat: 1000, exp: 1900 };
const REFUSALS = Object.keys(TOKEN_REFUSALS);

const withHeader = (header: object): string => `${encode(header)}.${encode(GOOD)}.AAAA`;

test('readTokenParts never throws, and refuses texts that are not three parts in canonical base64url', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.base64String()), (text) => {
      for (const rules of [LOCAL, EXTERNAL]) {
        expect(REFUSALS).toContain(readTokenParts(text, rules));
        expect(REFUSALS).toContain(readTokenParts(`${text}.${text}.${text}`, rules));
        expect(REFUSALS).toContain(readTokenParts(`${encode({ alg: 'HS256', typ: 'at+jwt' })}.${text}.`, rules));
      }
    }),
  );
});

test('a header member that contains a key or the URL of a key, or changes the format, is refused', () => {
  const header = { alg: 'HS256', typ: 'at+jwt' };
  expect((readTokenParts(withHeader(header), LOCAL) as TokenParts).payload).toBe(JSON.stringify(GOOD));
  for (const name of ['crit', 'jku', 'jwk', 'x5u', 'x5c', 'b64', 'zip', 'enc', 'epk', 'cty']) {
    expect(readTokenParts(withHeader({ ...header, [name]: 'x' }), LOCAL)).toBe('refused-header');
    const external = { alg: 'RS256', typ: 'JWT', kid: 'k', [name]: 'x' };
    expect(readTokenParts(withHeader(external), EXTERNAL)).toBe('refused-header');
  }
  expect(readTokenParts(withHeader({ ...header, kid: 'x' }), LOCAL)).toMatchObject({ keyId: 'x' });
  expect(readTokenParts(withHeader({ ...header, kid: ' ' }), LOCAL)).toBe('wrong-key-id');
});

test.each([
  ['at+jwt', true, true],
  ['AT+JWT', false, true],
  ['JWT', false, true],
  ['jwt', false, true],
  [undefined, false, true],
  ['application/at+jwt', false, false],
  ['none', false, false],
  ['NONE', false, false],
  ['', false, false],
  [null, false, false],
  [['JWT'], false, false],
  ['logout+jwt', false, false],
])('the type %j is accepted from a local account: %p, from an issuer: %p', (typ, local, external) => {
  const localResult = readTokenParts(withHeader({ alg: 'HS256', typ }), LOCAL);
  expect(localResult === 'wrong-type').toBe(!local);
  const externalResult = readTokenParts(withHeader({ alg: 'RS256', typ, kid: 'k' }), EXTERNAL);
  expect(externalResult === 'wrong-type').toBe(!external);
});

test('readClaims never throws, and refuses a payload in which one claim has a wrong value', () => {
  expect(readClaims(JSON.stringify(GOOD), RULES)).toEqual({
    subject: GOOD.sub,
    sessionId: null,
    issuedAt: GOOD.iat,
    actor: null,
    caller: GOOD.sub,
    issuer: GOOD.iss,
    rights: null,
    preferredUsername: null,
  });
  const claim = fc.constantFrom(...(Object.keys(GOOD) as (keyof typeof GOOD)[]));
  fc.assert(
    fc.property(claim, fc.jsonValue(), (name, value) => {
      const claims = { ...GOOD, [name]: value };
      const isUnchanged = JSON.stringify(value) === JSON.stringify(GOOD[name]);
      const isAudienceList = name === 'aud' && Array.isArray(value) && value.length === 1 && value[0] === GOOD.aud;
      const isOtherTime = (name === 'iat' || name === 'exp') && Number.isInteger(value);
      if (isUnchanged || isAudienceList || isOtherTime) return;
      expect(REFUSALS).toContain(readClaims(JSON.stringify(claims), RULES));
    }),
  );
  // `fc.string` may generate `{}`, which is a JSON object without an issuer.
  fc.assert(
    fc.property(fc.string(), (text) => expect(['malformed', 'wrong-issuer']).toContain(readClaims(text, RULES))),
  );
});

test.each<[unknown, boolean, boolean]>([
  [GOOD.sub, true, true],
  ['auth0|5f7c8ec7c33c6c004bbafe82', false, true],
  ['110169484474386276334', false, true],
  ['ada@example.org', false, true],
  ['CN=Ada Lovelace,OU=People,O=Example', false, true],
  ['Ünïcödé 名前', false, true],
  ['x'.repeat(255), false, true],
  ['\u{1F600}'.repeat(255), false, true],
  ['x'.repeat(256), false, false],
  ['\u{1F600}'.repeat(256), false, false],
  ['', false, false],
  [undefined, false, false],
  [null, false, false],
  [7, false, false],
  [['ada'], false, false],
  ['a\u0000b', false, false],
  ['a\nb', false, false],
  ['a\u202eb', false, false],
  ['zero\u200bwidth', false, false],
  ['tag\u{e0041}', false, false],
  ['lone \ud800 surrogate', false, false],
])('the subject %j is accepted from a local account: %p, from an issuer: %p', (sub, local, external) => {
  const payload = JSON.stringify({ ...GOOD, sub });
  expect(typeof readClaims(payload, RULES) === 'object').toBe(local);
  const claims = readClaims(payload, EXTERNAL_RULES);
  // Strict JSON already refuses some of these subjects as malformed.
  if (external) expect(claims).toMatchObject({ subject: sub });
  else expect(['bad-subject', 'malformed']).toContain(claims);
});

test.each<[unknown, boolean, boolean]>([
  ['a', true, true],
  [['a'], true, true],
  [['b', 'a'], false, true],
  [['a', 7], false, true],
  ['b', false, false],
  ['A', false, false],
  [['b'], false, false],
  [[['a']], false, false],
  [[], false, false],
  [{ a: 'a' }, false, false],
  [undefined, false, false],
])('the audience %j is accepted from a local account: %p, from an issuer: %p', (aud, local, external) => {
  const payload = JSON.stringify({ ...GOOD, aud });
  expect(readClaims(payload, RULES) !== 'wrong-audience').toBe(local);
  expect(readClaims(payload, EXTERNAL_RULES) !== 'wrong-audience').toBe(external);
});

test('times are compared with the clock, with a leeway', () => {
  const resultOf = (iat: number, exp: number, nbf?: number): unknown => {
    const claims = readClaims(JSON.stringify({ ...GOOD, iat, exp, nbf }), RULES);
    return typeof claims === 'string' ? claims : true;
  };
  expect([resultOf(1000, 1001), resultOf(1005, 1006), resultOf(1006, 1007)]).toEqual([true, true, 'not-yet-valid']);
  expect([resultOf(900, 996), resultOf(900, 995), resultOf(1000, 1000)]).toEqual([true, 'expired', 'bad-times']);
  expect([resultOf(1000, 1000 + 86_400), resultOf(1000, 1000 + 86_401)]).toEqual([true, 'lives-too-long']);
  expect([resultOf(1000, 1900, 1005), resultOf(1000, 1900, 1006), resultOf(1000, 1900, -1)]).toEqual([
    true,
    'not-yet-valid',
    'bad-times',
  ]);
});
