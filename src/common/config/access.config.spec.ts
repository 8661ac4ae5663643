import { loadConfig } from './config';
import { problemsOf, STRONG, VALID } from '../../../test/support/app/valid-environment';
import { SETTINGS } from './environment';

describe('loadConfig, for secrets and identities', () => {
  it.each([
    ['is short', 'Qk3rT9vXw2LmZp8sNc5y'],
    ['has few different characters', 'abcabcabcabcabcabcabcabcabcabcabcabcabc'],
    ['consists of words', 'correct horse battery staple correct horse'],
    ['is a sequence', 'abcdefghijklmnopqrstuvwxyz0123456789'],
    ['contains a placeholder', 'Qk3rT9vXw2LmZp8sNc5yHb7dJf4gUa6e-changeme'],
    ['contains a well-known word', 'Qk3rT9vXw2LmZp8sNc5yHb7dJf4gUa6e-Password'],
  ])('refuses a secret that %s, without repeating it', (_what, weak) => {
    for (const name of ['JWT_SECRET', 'CURSOR_SECRET']) {
      const problems = problemsOf({ ...VALID, [name]: weak });
      expect(problems).toHaveLength(1);
      expect(problems[0]).toContain(name);
      expect(problems[0]).not.toContain(weak);
    }
  });

  it('derives a cursor secret that differs from the JWT secret and is the same on all instances', () => {
    const { cursor, auth } = loadConfig(VALID);
    expect(cursor).toEqual(loadConfig(VALID).cursor);
    expect(cursor.secret).not.toBe(auth.jwtSecret);
    expect(Buffer.byteLength(cursor.secret)).toBeGreaterThanOrEqual(32);
    expect(problemsOf({ ...VALID, CURSOR_SECRET: STRONG })[0]).toMatch(/^CURSOR_SECRET must differ/);
  });

  it('reads the accepted cursor secrets, and refuses weak or too many ones without repeating them', () => {
    const accepted = [`${STRONG}-one`, `${STRONG}-two`];
    const { cursor } = loadConfig({ ...VALID, CURSOR_SECRETS_ACCEPTED: ` ${accepted.join(' , ')},` });
    expect(cursor.accepted).toEqual(accepted);
    expect(loadConfig(VALID).cursor.accepted).toEqual([]);
    for (const bad of [`${STRONG},short`, Array.from({ length: 5 }, () => STRONG).join()]) {
      const problems = problemsOf({ ...VALID, CURSOR_SECRETS_ACCEPTED: bad });
      expect(problems).toHaveLength(1);
      expect(problems[0]).toMatch(/^CURSOR_SECRETS_ACCEPTED/);
      expect(problems[0]).not.toContain(STRONG);
    }
  });

  it('requires both variables of the bootstrap administrator, or none', () => {
    const pair = { ADMIN_USERNAME: 'root', ADMIN_PASSWORD: 'correct horse battery' };
    expect(loadConfig({ ...VALID, ...pair }).auth.bootstrapAdmin).toEqual({
      username: 'root',
      password: 'correct horse battery',
    });
    expect(problemsOf({ ...VALID, ADMIN_USERNAME: 'root' })).toHaveLength(1);
  });

  it('requires the issuer, its key set and a cursor secret for tokens of an external issuer', () => {
    const jwks = { NODE_ENV: 'test', AUTH_MODE: 'jwks' };
    expect(problemsOf(jwks).map((problem) => problem.split(' ')[0])).toEqual(['JWKS_URI', 'CURSOR_SECRET']);
    const withoutIssuer = { ...jwks, JWKS_URI: 'https://id.test/keys', CURSOR_SECRET: STRONG };
    expect(problemsOf(withoutIssuer)[0]).toMatch(/^JWT_ISSUER must be set/);
    const valid = { ...withoutIssuer, JWT_ISSUER: 'https://id.test' };
    expect(loadConfig(valid).auth).toMatchObject({ mode: 'jwks', jwtSecret: undefined });
    expect(loadConfig({ ...valid, JWKS_URI: 'http://127.0.0.1:8080/keys' }).auth.externalIssuers[0]?.jwksUri).toContain(
      '127.0.0.1',
    );
  });

  it.each([
    ['JWKS_URI', 'https://id.test/keys'],
    ['OIDC_ISSUER', 'https://id.test'],
    ['OIDC_AUDIENCE', 'a'],
    ['OIDC_CLAIMS', '{"https://id.test": {}}'],
    ['JWT_TYPES', 'at+jwt'],
    ['NEW_USER_LIBRARIES', 'all'],
  ] as const)('refuses %s without external issuers, unless it has its default value', (name, value) => {
    expect(problemsOf({ ...VALID, [name]: value })).toEqual([`${name} requires AUTH_MODE=jwks.`]);
    expect(problemsOf({ ...VALID, [name]: SETTINGS[name].fallback ?? '' })).toEqual([]);
  });

  it('reads issuers with discovery, their audiences and claims, and refuses contradictory settings', () => {
    const [first, second] = ['https://one.test/', 'https://two.test'];
    const oidc = { NODE_ENV: 'test', AUTH_MODE: 'jwks', CURSOR_SECRET: STRONG, OIDC_ISSUER: `${first},${second}` };
    const grants = { roles: { chief: { role: 'admin' } } };
    const claims = JSON.stringify({ [second]: grants });
    expect(loadConfig({ ...oidc, OIDC_AUDIENCE: 'a,b', OIDC_CLAIMS: claims }).auth).toMatchObject({
      issuer: first,
      audience: 'a',
      externalIssuers: [
        { issuer: first, audience: 'a', jwksUri: null, grants: null },
        { issuer: second, audience: 'b', jwksUri: null, grants },
      ],
    });
    expect(loadConfig({ ...oidc, JWT_AUDIENCE: 'c' }).auth.externalIssuers.map(({ audience }) => audience)).toEqual([
      'c',
      'c',
    ]);
    expect(problemsOf({ ...oidc, OIDC_AUDIENCE: 'a,b,c' })[0]).toMatch(/^OIDC_AUDIENCE must have one value/);
    expect(problemsOf({ ...oidc, OIDC_CLAIMS: '{"https://three.test": {}}' })[0]).toMatch(/^OIDC_CLAIMS must name/);
    const withKeySet = { ...oidc, JWKS_URI: 'https://id.test/keys', JWT_ISSUER: second };
    expect(problemsOf(withKeySet)[0]).toMatch(/^OIDC_ISSUER must not contain/);
    expect(loadConfig({ ...withKeySet, JWT_ISSUER: 'https://id.test' }).auth.externalIssuers).toHaveLength(3);
  });
});
