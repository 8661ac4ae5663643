import fc from 'fast-check';
import { Client } from 'pg';
import { loadConfig } from './config';
import { findExposures } from './exposures';

const exposuresOf = (env: Record<string, string>): string[] =>
  findExposures(loadConfig({ NODE_ENV: 'test', JWT_SECRET: 'q7Kd93Lm2Xv8Tp4Wn6Rb1Yc5Hs0GjFa2Ue9To3', ...env })).map(
    (sentence) => sentence.split(' ')[0] ?? '',
  );

test.each([
  ['127.0.0.1', '9464', []],
  ['localhost', '9464', []],
  ['::1', '9464', []],
  ['0.0.0.0', '9464', ['METRICS_HOST']],
  ['::', '9464', ['METRICS_HOST']],
  ['10.0.0.7', '9464', ['METRICS_HOST']],
  ['0.0.0.0', '0', []],
])('metrics on host %s and port %s: the warnings name %j', (METRICS_HOST, METRICS_PORT, expected) => {
  expect(exposuresOf({ METRICS_HOST, METRICS_PORT })).toEqual(expected);
});

test.each([
  ['postgres://a:b@db.example/films', ['DATABASE_URL']],
  ['postgres://a:b@10.0.0.7:5432/films?sslmode=disable', ['DATABASE_URL']],
  ['postgres://a:b@localhost/films?host=db.example', ['DATABASE_URL']],
  ['postgres://a:b@db.example/films?sslmode=verify-full', []],
  ['postgres://a:b@db.example/films?ssl=true', []],
  ['postgres://a:b@localhost/films', []],
  ['postgres://a:b@127.0.0.1:6432/films', []],
  ['postgres://a:b@[::1]/films', []],
  ['postgres://a:b@%2Frun%2Fpostgresql/films', []],
])('the database URL %s: the warnings name %j', (DATABASE_URL, expected) =>
  expect(exposuresOf({ DATABASE_URL })).toEqual(expected),
);

describe('a database URL', () => {
  const environment = process.env;
  beforeAll(() => jest.spyOn(process, 'emitWarning').mockImplementation());
  afterAll(() => jest.restoreAllMocks());
  afterEach(() => (process.env = environment));

  const optional = <T>(...values: T[]): fc.Arbitrary<T | undefined> => fc.constantFrom(undefined, ...values);
  const parameters = fc.record({
    host: optional('', 'db.example', 'localhost'),
    sslmode: optional('', 'disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'),
    ssl: optional('', '0', '1', 'true', 'false', 'no-verify'),
    sslrootcert: optional('', __filename),
    sslnegotiation: optional('postgres', 'direct'),
    uselibpqcompat: optional('true'),
  });
  const variables = fc.record({
    PGHOST: optional('db.example', '127.0.0.1', '/run/postgresql'),
    PGSSLMODE: optional('', 'disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'),
  });

  it('is reported if, and only if, the driver connects to another machine without TLS', () => {
    const urls = fc.constantFrom('postgres://a:b@db.example/films', 'postgres:///films', 'postgres://a:b@[::1]/films');
    fc.assert(
      fc.property(urls, parameters, variables, (url, query, env) => {
        const address = new URL(url);
        for (const [name, value] of present(query)) address.searchParams.append(name, value);
        process.env = { ...environment, ...Object.fromEntries(present(env)) };
        const driver = openClient(address.toString());
        fc.pre(driver !== null);
        const isRemote = driver?.host === 'db.example';
        expect(exposuresOf({ DATABASE_URL: address.toString() })).toEqual(
          isRemote && !driver?.ssl ? ['DATABASE_URL'] : [],
        );
      }),
      { numRuns: 300 },
    );
  });

  const present = (record: Record<string, string | undefined>): [string, string][] =>
    Object.entries(record).filter((entry): entry is [string, string] => entry[1] !== undefined);

  /** The driver's client, which does not connect; null if the driver refuses the parameters. */
  function openClient(connectionString: string): Client | null {
    try {
      return new Client({ connectionString });
    } catch {
      return null;
    }
  }
});

test.each(['DATABASE_READ_URL', 'DATABASE_MIGRATION_URL', 'DEMO_DATABASE_URL'])('%s is checked too', (name) => {
  const urls = { DATABASE_URL: 'postgres://a:b@localhost/films', [name]: 'postgres://c:d@db.example/films' };
  expect(exposuresOf(urls)).toEqual([name]);
});
