import fc from 'fast-check';
import { join, resolve } from 'node:path';
import { loadConfig, loadDatabaseConfig, type Config } from './config';
import { ConfigError } from './config-error';
import { problemsOf, STRONG, VALID } from '../../../test/support/app/valid-environment';
import { SETTINGS } from './environment';

function isDeepFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isDeepFrozen);
}

describe('loadConfig', () => {
  it('returns the defaults as a nested object', () => {
    expect(loadConfig(VALID)).toMatchObject<Partial<Config>>({
      environment: 'test',
      logLevel: 'info',
      metrics: { host: '127.0.0.1', port: 9464 },
      limits: {
        requestsPerMinute: 6000,
        keyRequestsPerMinute: 60_000,
        concurrencyPerUser: 4,
        waitingPerUser: 64,
        waitMs: 5000,
        requestBudgetMs: 15_000,
      },
      catalog: { importBatchSize: 2_000, watchedThresholdPercent: 90, libraryRoots: {} },
      readModel: {
        refreshBatchSize: 1_000,
        derivationThreads: 2,
        refreshIntervalMs: 1000,
        reconcileIntervalMs: 3_600_000,
        warmUpMs: 3000,
      },
    });
    const { http, database, auth, demo, storage } = loadConfig(VALID);
    expect(http).toMatchObject({ host: '127.0.0.1', port: 3000, trustProxy: [], bodyLimitBytes: 1_114_112 });
    expect(database).toMatchObject({ url: undefined, embedded: true, poolSize: 10, readPoolSize: 8 });
    expect(auth).toMatchObject({ mode: 'local', accessTtlSeconds: 900, bootstrapAdmin: null });
    expect(auth).toMatchObject({ tokenTypes: ['at+jwt', 'application/at+jwt', 'jwt', 'none'], newUserLibraryIds: [] });
    expect(storage.cacheRoot).toBe(join(resolve('.data'), 'cache'));
    expect(demo).toMatchObject({ enabled: false, movieCount: undefined, root: join(storage.cacheRoot, 'demo-media') });
  });

  it('returns an object that is frozen at every depth', () => {
    const roots = '{"A0EEBC99-9c0b-4ef8-bb6d-6bb9bd380a11":"/media"}';
    const config = loadConfig({
      ...VALID,
      LIBRARY_ROOTS: roots,
      TRUST_PROXY: '::1',
      SERVICE_DEMO_OPTIONS: '{"a":[{}]}',
    });
    expect(isDeepFrozen(config)).toBe(true);
    expect(config.catalog.libraryRoots).toEqual({ 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11': '/media' });
  });

  it('treats an empty variable as absent, and ignores variables that are not settings', () => {
    const empty = Object.fromEntries(Object.keys(SETTINGS).map((name) => [name, '']));
    expect(loadConfig({ ...empty, ...VALID, PATH: '/bin', PORT: '' })).toEqual(loadConfig(VALID));
  });

  it('reports all invalid variables together', () => {
    const problems = problemsOf({
      ...VALID,
      PORT: '70000',
      LOG_LEVEL: 'loud',
      TRUST_PROXY: '*',
      IMPORT_BATCH_SIZE: '0',
    });
    expect(new Set(problems.map((problem) => problem.split(' ')[0]))).toEqual(
      new Set(['PORT', 'LOG_LEVEL', 'TRUST_PROXY', 'IMPORT_BATCH_SIZE']),
    );
  });

  it('reports a variable once, even if it breaks several rules', () => {
    expect(problemsOf({ ...VALID, PORT: '-1.5' })).toEqual([
      'PORT is not valid. Port of the API; 0 uses any free port. 0..65535.',
    ]);
  });

  it.each([
    ['digits only', '8080', 8080],
    ['spaces around it', ' 8080 ', 8080],
    ['an exponent', '8e3', 8000],
  ])('reads a number written with %s', (_form, text, port) => {
    expect(loadConfig({ ...VALID, PORT: text }).http.port).toBe(port);
  });

  it.each(['0x50', '80 80', ' ', '٣', 'Infinity', 'null'])('refuses %j as a number', (text) => {
    expect(problemsOf({ ...VALID, PORT: text })[0]).toMatch(/^PORT is not valid/);
  });

  it('reads a flag as a digit, or as a word in upper or lower case', () => {
    const demo = { ...VALID, METADATA_API_KEY: 'k' };
    for (const on of ['1', 'true', 'TRUE'])
      expect(loadConfig({ ...demo, SERVICE_DEMO_MODE: on }).demo.enabled).toBe(true);
    for (const off of ['0', 'false', 'False', '']) {
      expect(loadConfig({ ...demo, SERVICE_DEMO_MODE: off }).demo.enabled).toBe(false);
    }
  });

  it('reports the name but never the value of an invalid variable', () => {
    const canary = fc.string({ minLength: 3, maxLength: 20 }).map((text) => `Zq7${text}`);
    const failureOf = (name: string, value: string): unknown => {
      try {
        loadConfig({ ...VALID, [name]: value });
        return null;
      } catch (error) {
        return error;
      }
    };
    // The other settings accept any text, such as the name of a file.
    const refusing = Object.keys(SETTINGS).filter((name) => failureOf(name, 'Zq7...') !== null);
    expect(refusing.length).toBeGreaterThan(40);
    fc.assert(
      fc.property(fc.constantFrom(...refusing), canary, (name, value) => {
        const failure = failureOf(name, value);
        expect(failure).toBeInstanceOf(ConfigError);
        expect(String(failure)).toContain(name);
        expect(String(failure)).not.toContain(value);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['PORT', ['-1', '65536', '1.5', 'http', '1e9']],
    ['WATCHED_THRESHOLD_PERCENT', ['0', '101', '90%']],
    ['JWT_ACCESS_TTL_SECONDS', ['0', '86401']],
    ['RATE_LIMIT_PER_MINUTE', ['-1', 'off']],
    ['EMBEDDED_DATABASE', ['2', 'maybe']],
    ['AUTH_MODE', ['none', 'LOCAL']],
    [
      'DATABASE_URL',
      ['localhost', 'mysql://localhost/x', '{', 'postgres://a%zz@h/d', 'postgres://a:%ff@h/d', 'postgres://h/%e0%a4'],
    ],
    ['DATABASE_READ_URL', ['localhost', 'mysql://localhost/x', '{']],
    ['DATABASE_MIGRATION_URL', ['localhost', 'mysql://localhost/x', '{']],
    ['DEMO_DATABASE_URL', ['localhost', 'mysql://localhost/x', '{']],
    [
      'TRUST_PROXY',
      ['true', '*', '1', '10.0.0.0/33', '10.0.0.0/8/8', 'proxy.internal', '::1/129', '0.0.0.0/0', '::/00'],
    ],
    [
      'BASE_PATH',
      [
        'media',
        '/media//x',
        '/me dia',
        '/../x',
        '/a/..',
        '/api',
        '/health/x',
        '/mcp',
        '/mcp/x',
        '/"',
        `/${'x'.repeat(128)}`,
      ],
    ],
    ['CORS_ORIGINS', ['app.example', 'https://app.example/', 'https://app.example/x', '*,https://app.example', 'null']],
    ['JWKS_URI', ['http://issuer.test/keys', 'ftp://x', 'https://user:pass@issuer.test/keys', 'keys']],
    ['JWKS_URI', ['https://issuer.test/?', 'https://issuer.test/#', ' https://issuer.test/keys', 'https://a.test/\n']],
    [
      'LIBRARY_ROOTS',
      [
        '[]',
        '{',
        '{"a":"/x"}',
        '{"00000000-0000-0000-0000-000000000000":"/x"}',
        `{"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11":"relative"}`,
        `{"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11":"/x","A0EEBC99-9c0b-4ef8-bb6d-6bb9bd380a11":"/y"}`,
      ],
    ],
    ['JWT_ISSUER', ['x'.repeat(256)]],
    ['JWT_TYPES', [',', 'JWT,', 'a b', 'a/b/c', '+jwt', 'x'.repeat(65), Array(17).fill('JWT').join()]],
    [
      'NEW_USER_LIBRARIES',
      [
        ...['some', 'none,all', 'ALL', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11,', 'films'],
        ...['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
        Array.from({ length: 201 }, (_, n) => `a0eebc99-9c0b-4ef8-bb6d-${String(n).padStart(12, '0')}`).join(),
      ],
    ],
    ['ADMIN_PASSWORD', ['short']],
    ['SERVICE_DEMO_MOVIE_COUNT', ['0', '5001', '1.5', '1e9', '-1']],
    ['SERVICE_DEMO_OPTIONS', ['x', '[]', '"a"', '{"a":1,"a":2}', `${'{"a":'.repeat(20)}1${'}'.repeat(20)}`]],
    ['DEMO_DATABASE_NAME', ['a"b', 'a;b', 'A', 'x'.repeat(64), '1a']],
    ['METADATA_API_BASE_URL', ['file:///etc/passwd', 'https://u:p@host/3', 'https://host/3?api_key=1']],
  ])('refuses %s = %j', (name, values) => {
    for (const value of values) {
      expect(problemsOf({ ...VALID, [name]: value })[0]).toMatch(new RegExp(`^${name} `));
    }
  });

  it('names the rule that a reserved library id breaks', () => {
    const roots = '{"00000000-0000-0000-0000-000000000000":"/x"}';
    expect(problemsOf({ ...VALID, LIBRARY_ROOTS: roots })[0]).toMatch(/the nil or the max UUID/);
  });

  it('parses the addresses of proxies', () => {
    expect(loadConfig({ ...VALID, TRUST_PROXY: 'loopback, 10.0.0.0/8,fd00::/8' }).http.trustProxy).toEqual([
      'loopback',
      '10.0.0.0/8',
      'fd00::/8',
    ]);
  });

  it('reads the base path and the CORS origins', () => {
    const { http } = loadConfig({
      ...VALID,
      BASE_PATH: '/media/lm-1/',
      CORS_ORIGINS: 'https://a.test, http://b.test:81',
    });
    expect(http).toMatchObject({ basePath: '/media/lm-1', corsOrigins: ['https://a.test', 'http://b.test:81'] });
    expect(loadConfig({ ...VALID, BASE_PATH: '/', CORS_ORIGINS: '*' }).http).toMatchObject({
      basePath: '',
      corsOrigins: ['*'],
    });
  });

  it('requires a secret and, in production, a database, and reports both together', () => {
    expect(problemsOf({}).map((problem) => problem.split(' ')[0])).toEqual(['DATABASE_URL', 'JWT_SECRET']);
    expect(problemsOf({ JWT_SECRET: STRONG, EMBEDDED_DATABASE: '1' })).toEqual([]);
    const url = 'postgres://u:p@db:5432/x';
    expect(loadConfig({ JWT_SECRET: STRONG, DATABASE_URL: url, EMBEDDED_DATABASE: '1' }).database).toMatchObject({
      url,
      embedded: false,
    });
  });

  it('requires a query timeout that is greater than the statement timeout', () => {
    expect(problemsOf({ ...VALID, DATABASE_QUERY_TIMEOUT_MS: '5000' })[0]).toMatch(/^DATABASE_QUERY_TIMEOUT_MS/);
  });

  it('requires a key for the demo, and a non-default password unless the host is a loopback address', () => {
    const demo = { ...VALID, SERVICE_DEMO_MODE: '1' };
    expect(problemsOf(demo)[0]).toMatch(/^METADATA_API_KEY/);
    const keyed = { ...demo, METADATA_API_KEY: 'k' };
    expect(loadConfig(keyed).demo.enabled).toBe(true);
    expect(problemsOf({ ...keyed, HOST: '0.0.0.0' })[0]).toMatch(/^SERVICE_DEMO_PASSWORD/);
    expect(problemsOf({ ...keyed, HOST: '0.0.0.0', SERVICE_DEMO_PASSWORD: 'another one' })).toEqual([]);
    expect(problemsOf({ ...keyed, HOST: '127.0.0.1.evil.test' })[0]).toMatch(/^SERVICE_DEMO_PASSWORD/);
  });
});

describe('loadDatabaseConfig', () => {
  it('requires no secrets and ignores other variables', () => {
    const env = { DATABASE_URL: 'postgresql://db/x', PORT: 'nonsense', AUTH_MODE: 'nonsense' };
    expect(loadDatabaseConfig(env)).toMatchObject({ url: 'postgresql://db/x', embedded: false, poolSize: 10 });
  });

  it('returns the same settings as loadConfig', () => {
    expect(loadDatabaseConfig(VALID)).toEqual(loadConfig(VALID).database);
  });

  it('reports invalid database settings', () => {
    expect(() => loadDatabaseConfig({})).toThrow(/DATABASE_URL is required/);
    expect(() => loadDatabaseConfig({ NODE_ENV: 'test', DATABASE_POOL_SIZE: '0' })).toThrow(/DATABASE_POOL_SIZE/);
  });

  it.each(['DATABASE_READ_URL', 'DATABASE_MIGRATION_URL'])('requires DATABASE_URL if %s is set', (name) => {
    const env = { NODE_ENV: 'test', [name]: 'postgres://a:b@localhost/films' };
    expect(() => loadDatabaseConfig(env)).toThrow(`${name} requires DATABASE_URL.`);
  });
});
