import fc from 'fast-check';
import { findClaims, type ClaimRules } from './token-claims';
import { findTokenParts } from './token-shape';

const LOCAL = { algorithms: ['HS256'], keyId: 'refused' } as const;
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const RULES: ClaimRules = { issuer: 'i', audience: 'a', ownSessions: true, leewaySeconds: 5, now: () => 1_000_000 };
const GOOD = { iss: 'i', aud: 'a', sub: '11111111-1111-4111-8111-111111111111', iat: 1000, exp: 1900 };

test('no text makes it throw, and only three canonical parts pass', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.base64String()), (text) => {
      expect(findTokenParts(text, LOCAL)).toBeNull();
      expect(findTokenParts(`${text}.${text}.${text}`, LOCAL)).toBeNull();
      expect(findTokenParts(`${encode({ alg: 'HS256', typ: 'at+jwt' })}.${text}.`, LOCAL)).toBeNull();
    }),
  );
});

test('any member more in the header is looked at, not trusted', () => {
  const header = { alg: 'HS256', typ: 'at+jwt' };
  expect(findTokenParts(`${encode(header)}.${encode(GOOD)}.AAAA`, LOCAL)?.payload).toBe(JSON.stringify(GOOD));
  for (const name of ['crit', 'jku', 'jwk', 'x5u', 'x5c', 'b64', 'zip', 'enc', 'epk', 'cty', 'kid']) {
    expect(findTokenParts(`${encode({ ...header, [name]: 'x' })}.${encode(GOOD)}.AAAA`, LOCAL)).toBeNull();
  }
});

test('no payload makes it throw, and a wrong claim is never taken', () => {
  expect(findClaims(JSON.stringify(GOOD), RULES)).toEqual({
    subject: GOOD.sub,
    sessionId: null,
    preferredUsername: null,
  });
  const claim = fc.constantFrom(...(Object.keys(GOOD) as (keyof typeof GOOD)[]));
  fc.assert(
    fc.property(claim, fc.jsonValue(), (name, value) => {
      const claims = { ...GOOD, [name]: value };
      const holds = JSON.stringify(value) === JSON.stringify(GOOD[name]);
      const fits = name === 'aud' && Array.isArray(value) && value.length === 1 && value[0] === GOOD.aud;
      const inTime = (name === 'iat' || name === 'exp') && Number.isInteger(value);
      if (!holds && !fits && !inTime) expect(findClaims(JSON.stringify(claims), RULES)).toBeNull();
    }),
  );
  fc.assert(fc.property(fc.string(), (text) => expect(findClaims(text, RULES)).toBeNull()));
});

test('times are judged by the clock given, with the leeway', () => {
  const at = (iat: number, exp: number, nbf?: number): boolean =>
    findClaims(JSON.stringify({ ...GOOD, iat, exp, nbf }), RULES) !== null;
  expect([at(1000, 1001), at(1005, 1006), at(1006, 1007)]).toEqual([true, true, false]);
  expect([at(900, 996), at(900, 995)]).toEqual([true, false]);
  expect([at(1000, 1000 + 86_400), at(1000, 1000 + 86_401)]).toEqual([true, false]);
  expect([at(1000, 1900, 1005), at(1000, 1900, 1006)]).toEqual([true, false]);
});
