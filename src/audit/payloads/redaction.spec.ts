import fc from 'fast-check';
import { LEVELS_MAX, NESTED_PLACEHOLDER, redactPayload, redactText } from './redaction';
import { isSecretName } from './secret-names';
import { REDACTED } from './secret-texts';

const SECRET = 'hunter2-9f8e7d6c';

describe('isSecretName', () => {
  it.each([
    'password',
    'DB_PASSWORD',
    'apiKey',
    'x-api-key',
    'Authorization',
    'ａｐｉ＿ｋｅｙ',
    'accessToken',
    'Set-Cookie',
    'pin',
    'APP_SECRET_2',
    'Client secret',
    'Client secret for production',
    'Secret access key (AWS)',
    'Database password of Ada',
    'API key',
    'Bearer token',
    `${'long-'.repeat(100)}password`,
    `password${'-long'.repeat(100)}`,
    ...['Stripe secret (live)', 'Bearer token for production', 'Session cookie [prod]', 'Django secret 2'],
    ...['Passwörter von Ada', 'Cookie for the shop'],
  ])('is true for %s', (name) => expect(isSecretName(name)).toBe(true));
  it.each([
    ...['title', 'max_tokens', 'tokens', 'author', 'passenger', 'keywords', 'shipping', 'monkey', 'Secretary'],
    ...['The Secret Garden', 'Secrets & Lies', "Cookie's Fortune", 'Mountain Pass War', 'The Pallbearer Who Laughed'],
    ...['The Secret Garden (1993)', 'The Secret Garden 2', 'Cookies in the Kitchen Sink of Secrets and Lies'],
  ])('is false for %s', (name) => expect(isSecretName(name)).toBe(false));
});

describe('redactText', () => {
  it.each([
    `password=${SECRET} and more`,
    `"api_key": "${SECRET}"`,
    `{\\"token\\": \\"${SECRET}\\"}`,
    `Authorization: Bearer ${SECRET}`,
    `Authorization: Basic ${SECRET}`,
    `curl -H 'Bearer ${SECRET}'`,
    `postgres://user:${SECRET}@host/db`,
    `eyJhbGciOiJIUzI1NiJ9.${SECRET}.abc`,
    `x.eyJhbGciOiJIUzI1NiJ9.${SECRET}.${SECRET}.y`,
    `a-eyJhbGciOiJIUzI1NiJ9.${SECRET}.`,
    `-----BEGIN RSA PRIVATE KEY-----\n${SECRET}`,
  ])('hides the secret in %s', (text) => {
    expect(redactText(text)).toContain(REDACTED);
    expect(redactText(text)).not.toContain(SECRET);
  });

  it('does not change prose', () => {
    const prose = 'The bearer of the basic truth has a secret. Tokens are counted; a password is asked for.';
    expect(redactText(prose)).toBe(prose);
  });

  // This test bounds only the length. The tests in `test/text` bound the work of `redactText`.
  it('at most doubles the length of a hostile text of 1 MiB', () => {
    const tokens = ['eyJ-', 'eyJaaaaa.', 'eyJaaaaa.bbbbb', '.eyJ', 'a.', 'a-'];
    const hostile = [
      ...[...tokens, '-----BEGIN PRIVATE KEY-----', 'password=', 'a:a://a:', 'bearer  ', '"token":"', 'ghp_-', 'sk-'],
      ...[
        ' --password ',
        'https://',
        '?a=b&key=',
        'Cookie: a',
        'mysql ',
        '$2b$',
        'A_KEY',
        'login a ',
        '12345678:A',
        'M.',
      ],
      ...['Basic a', 'authorization: a ', '-u a', 'secret:', ' -p', 'SK0', 'Digest ', ';sig', 'identified by '],
    ];
    for (const part of hostile) {
      const text = part.repeat(Math.ceil(1_048_576 / part.length));
      expect(redactText(text).length).toBeLessThanOrEqual(text.length * 2);
    }
  });
});

describe('redactPayload', () => {
  it('replaces the values of all members that have a secret name, at any depth', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(fc.string(), { maxLength: 5 }), (value, path) => {
        const secret: unknown = { [SECRET]: [value, SECRET] };
        const nested = path.reduce<unknown>((inner, name) => ({ [`p${name}`]: [inner] }), {
          password: secret,
          token: 7,
        });
        const text = JSON.stringify(redactPayload(nested));
        expect(text).not.toContain(SECRET);
        expect(text).toContain(REDACTED);
      }),
    );
  });

  it('keeps a payload without secrets unchanged, and is idempotent', () => {
    const harmless = fc.jsonValue({ maxDepth: 6, stringUnit: fc.constantFrom('a', 'é', '日', ' ') });
    fc.assert(
      fc.property(harmless, (value) => {
        const redacted = redactPayload(value);
        expect(JSON.stringify(redacted)).toBe(JSON.stringify(value));
        expect(JSON.stringify(redactPayload(redacted))).toBe(JSON.stringify(redacted));
      }),
    );
  });

  it.each<[string, unknown]>([
    ['a header by name and value', { headers: [{ name: 'Authorization', value: SECRET }] }],
    ['a variable by key and value', [{ key: 'DB_PASSWORD', value: { from: [SECRET] } }]],
    ['a variable in another spelling', { Name: 'DB_PASSWORD', VALUE: SECRET }],
    ['a header in another spelling', { '@Header': 'Authorization', _values_: [SECRET] }],
    ['a setting by parameter and content', { parameter: 'api-key', content: SECRET }],
    ['a label after its value', { value: SECRET, name: 'Set-Cookie' }],
    ['a pair with a long name', [`${'long-'.repeat(100)}password`, SECRET]],
    ['the argument of a long option', [`--${'long-'.repeat(100)}password`, SECRET, 'x']],
    ['a pair', { headers: [['X-Api-Key', SECRET]] }],
    ['raw headers', ['Host', 'example.org', 'Authorization', SECRET, 'Accept', '*/*']],
    ['arguments of a command', ['tool', '--password', SECRET, '--verbose']],
    ['an option with its value in one argument', ['tool', `--token=${SECRET}`]],
    ['an option with a space and its value in one argument', [`--password ${SECRET}`]],
    ['an option with its value after an option without a value', ['--token', `--pass=${SECRET}`]],
    ['the user and password of curl', ['curl', '-u', `ada:${SECRET} ${SECRET}`, '--proxy-user', `:${SECRET}`]],
    ['a command with a secret in its text', { command: `tool --db-password ${SECRET}` }],
  ])('replaces a secret next to its name: %s', (_, value) => {
    expect(JSON.stringify(redactPayload(value))).not.toContain(SECRET);
  });

  it.each<[unknown]>([
    [{ name: 'title', value: 'Metropolis' }],
    [{ name: 'The Secret Garden', value: 'a film of 1993' }],
    [['The Secret Garden', 1993]],
    [{ 'The Secret Garden': 1993 }],
    [{ name: 'password', type: 'string', required: true }],
    [['tool', '--title', 'Metropolis', '--password-file']],
    [['psql', '-U', 'ada', '--user', 'https://example.org/']],
    [['username', 'password', 'email']],
    [{ key: 'year', value: [1927] }],
  ])('keeps objects and lists without a secret value: %j', (value) => expect(redactPayload(value)).toEqual(value));

  it('replaces secrets in the names of members, and keeps every member', () => {
    const plain = fc.stringMatching(/^[a-z#0-9]{0,3}$/);
    const name = fc.oneof(
      plain,
      plain.map((text) => `[redacted]${text}`),
      plain.map((text) => `sk-${SECRET}${text}`),
      plain.map((text) => `postgres://ada:${SECRET}@db/${text}`),
    );
    fc.assert(
      fc.property(fc.uniqueArray(name), (names) => {
        const copy = redactPayload(Object.fromEntries(names.map((each, index) => [each, index])));
        expect(JSON.stringify(copy)).not.toContain(SECRET);
        expect(Object.values(copy as object).sort((a, b) => Number(a) - Number(b))).toEqual([...names.keys()]);
      }),
    );
    expect(redactPayload({ [`a://u:${SECRET}@h`]: 1, [`a://u:x@h`]: 2, title: 3 })).toEqual({
      'a://[redacted]@h': 1,
      'a://[redacted]@h#2': 2,
      title: 3,
    });
  });

  it('returns well-formed text without characters that the database cannot store, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const stored = JSON.stringify(redactPayload({ [text]: `\ud800${text}\0` }));
        expect(stored.isWellFormed()).toBe(true);
        expect(stored).not.toMatch(/\\u0000|\\ud[89a-f]|[\uFFFE\uFFFF]/);
      }),
    );
  });

  it('replaces levels below the 64th, and copies members with names such as __proto__', () => {
    let deep: unknown = SECRET;
    for (let level = 0; level < 200_000; level += 1) deep = level % 2 === 0 ? [deep] : { deep };
    const text = JSON.stringify(redactPayload(deep));
    expect(text).toContain(NESTED_PLACEHOLDER);
    expect(text.split(/[[{]/).length).toBeLessThanOrEqual(LEVELS_MAX + 2);
    const specialNames = JSON.parse('{"__proto__":{"a":1},"constructor":2}') as unknown;
    expect(JSON.stringify(redactPayload(specialNames))).toBe('{"__proto__":{"a":1},"constructor":2}');
    expect(({} as Record<string, unknown>)['a']).toBeUndefined();
  });
});
