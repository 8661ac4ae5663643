import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Test } from '@nestjs/testing';
import { DataSource } from 'typeorm';
import { loadConfig, loadDatabaseConfig } from '../../../src/common/config/config';
import { OperatorError } from '../../../src/common/problems/operator-error';
import { findServiceVersion } from '../../../src/common/project-root';
import { connect, toConnectFailure } from '../../../src/database/connections/connect';
import { findFreePort } from '../../support/network/free-port';
import { ServiceLogger } from '../../../src/common/logging/service-logger';
import { DatabaseModule } from '../../../src/database/database.module';
import { dataSourceOptions } from '../../../src/database/data-source-options';
import { migrate } from '../../../src/database/schema/migrate';
import { MIGRATIONS } from '../../../src/database/migrations';
import { openDatabase } from '../../../src/database/open-database';
import { requireMigrated } from '../../../src/database/schema/schema-state';
import { TEST_ENVIRONMENT } from '../../support/app/test-environment';
import { STRONG_SECRET } from '../../support/installation/installation';
import { eventually } from '../../support/eventually';
import { listenOnLoopback } from '../../support/network/loopback-server';
import { runSql } from '../../support/databases/sql';
import { createTcpProxy } from '../../support/network/tcp-proxy';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../support/databases/test-database';

const version = findServiceVersion();

let migrated: TestDatabase;
let empty: TestDatabase;
beforeAll(async () => {
  [migrated, empty] = await Promise.all([createTestDatabase(), createEmptyDatabase()]);
});
afterAll(() => Promise.all([migrated.drop(), empty.drop()]));

/** Returns the message for the operator. The test fails unless `work` fails with an `OperatorError`. */
async function operatorMessageOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(OperatorError);
  const { message } = error as OperatorError;
  expect(message).not.toContain('\n');
  return message;
}

describe('a failed connection', () => {
  it.each<[string, (url: URL) => void, RegExp]>([
    [
      'an unknown host',
      (url) => (url.hostname = 'no-such-host.invalid'),
      /^The host no-such-host\.invalid cannot be resolved/,
    ],
    [
      'a wrong password',
      (url) => (url.password = 'guess'),
      /refuses the login of \w+: correct the user and the password/,
    ],
    [
      'a host in the parameters of the URL that is unknown',
      (url) => (url.search = '?host=no-such-host.invalid'),
      /^The host no-such-host\.invalid cannot be resolved/,
    ],
    [
      'a port in the parameters of the URL on which nothing listens',
      (url) => (url.search = '?host=127.0.0.1&port=1'),
      /^PostgreSQL at 127\.0\.0\.1:1 does not answer/,
    ],
    ['a wrong user', (url) => (url.username = 'nobody%20here'), /refuses the login of nobody here: correct the user/],
    [
      'a user that is not valid text',
      (url) => (url.username = '%E0%A4'),
      /cannot be used \(URI malformed\): correct DATABASE_URL/,
    ],
    ['a missing database', (url) => (url.pathname = '/nothing'), /has no database nothing: create it, or correct/],
    [
      'encryption that the server does not support',
      (url) => (url.search = '?sslmode=verify-full'),
      /does not offer TLS: configure it there, or do not ask for it \(sslmode or ssl in DATABASE_URL, PGSSLMODE\)\.$/,
    ],
    [
      'a missing certificate file',
      (url) => (url.search = '?sslrootcert=/no/file'),
      /^A certificate or key that DATABASE_URL names cannot be read \(.*ENOENT: .*\/no\/file.*\)/,
    ],
    [
      'a directory in place of a certificate',
      (url) => (url.search = `?sslrootcert=${tmpdir()}`),
      /^A certificate or key that DATABASE_URL names cannot be read \(.*EISDIR: .*\)/,
    ],
  ])('because of %s is reported without the password', async (_why, change, message) => {
    const address = new URL(migrated.url);
    change(address);
    expect(address.password).not.toBe('');
    const text = await operatorMessageOf(connect(address.toString(), 'test'));
    expect(text).toMatch(message);
    expect(text).not.toContain(address.password);
  });

  it('because the URL names no database and the default database is missing names that database', async () => {
    const role = 'test_without_database';
    await runSql(migrated.url, `CREATE ROLE ${role} LOGIN PASSWORD 'geheim'`);
    try {
      const address = Object.assign(new URL(migrated.url), { username: role, password: 'geheim', pathname: '' });
      expect(await operatorMessageOf(connect(address.toString(), 'test'))).toMatch(
        `has no database ${role}: create it`,
      );
    } finally {
      await runSql(migrated.url, `DROP ROLE ${role}`);
    }
  });

  it('because the URL has no password is reported', async () => {
    const address = new URL(migrated.url);
    address.password = '';
    expect(await operatorMessageOf(connect(address.toString(), 'test'))).toMatch(
      /cannot be used \(.*password.*\): correct DATABASE_URL/,
    );
  });

  it.each(['?sslmode=verify-full', '?sslrootcert=/no/file', `?sslrootcert=${tmpdir()}`, '?require_auth=scram-sha-256'])(
    'of a pool is reported like that of a single connection: %s',
    async (search) => {
      const address = new URL(migrated.url);
      address.search = search;
      address.password = '';
      const dataSource = new DataSource(dataSourceOptions({ url: address.toString() }));
      const opening = dataSource.initialize();
      const failure: unknown = await opening.catch((error: unknown) => toConnectFailure(error, address.toString()));
      const message = await operatorMessageOf(connect(address.toString(), 'test'));
      expect(failure).toMatchObject({ name: 'OperatorError', message });
    },
  );

  it.each<[string, Record<string, string>]>([
    ['DATABASE_URL', {}],
    ['DEMO_DATABASE_URL', { DEMO_DATABASE_URL: 'postgres://demo:geheim@no-such-host.invalid/demo' }],
  ])('of the pools of the service names the setting of their URL: %s', async (setting, env) => {
    const url = env[setting] ?? 'postgres://writer:geheim@no-such-host.invalid/films';
    const config = loadConfig({ ...TEST_ENVIRONMENT, JWT_SECRET: STRONG_SECRET, DATABASE_URL: url, ...env });
    const module = DatabaseModule.for({ ...config, database: { ...config.database, url } });
    const opening = Test.createTestingModule({ imports: [module] })
      .setLogger(new ServiceLogger('silent'))
      .compile();
    expect(await operatorMessageOf(opening)).toBe(
      `The host no-such-host.invalid cannot be resolved: correct ${setting}.`,
    );
  });

  it('because the server resets the connection is not reported as an unreadable certificate or key', async () => {
    const server = createServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
    const address = `postgres://reader:geheim@127.0.0.1:${await listenOnLoopback(server)}/films`;
    const message = await operatorMessageOf(connect(address, 'test'));
    await new Promise((settle) => server.close(settle));
    expect(message).toMatch(/cannot be used \(.*ECONNRESET\): correct/);
  });

  it('leaves no connection open, on which the server would wait for a password', async () => {
    const proxy = await createTcpProxy(migrated.url);
    try {
      const address = new URL(proxy.url);
      address.password = '';
      await operatorMessageOf(connect(address.toString(), 'test'));
      expect(proxy.accepted).toBe(1);
      await eventually(() => Promise.resolve(proxy.connections === 0));
    } finally {
      await proxy.close();
    }
  });

  it('because PostgreSQL does not listen at the address is reported with the address', async () => {
    const port = await findFreePort();
    const address = `postgres://reader:geheim@localhost:${port}/films`;
    expect(await operatorMessageOf(connect(address, 'test'))).toBe(
      `PostgreSQL at localhost:${port} does not answer: start it, or correct DATABASE_URL.`,
    );
    const server: Server = createServer((socket) => socket.resume().end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const other = `postgres://reader:geheim@127.0.0.1:${await listenOnLoopback(server)}/films`;
    expect(await operatorMessageOf(connect(other, 'test'))).toMatch(
      /^PostgreSQL at .* cannot be used \(.+\): correct DATABASE_URL\.$/,
    );
    await new Promise((settle) => server.close(settle));
  });
});

describe('the schema', () => {
  it('must be migrated if all or some migrations are missing', async () => {
    const all = MIGRATIONS.length;
    const remedy = 'run `npm run cli -- migrate`.';
    expect(await operatorMessageOf(requireMigrated(empty.url))).toBe(
      `The database lacks ${all} of ${all} migrations: ${remedy}`,
    );
    await requireMigrated(migrated.url);
    await runSql(migrated.url, 'DELETE FROM schema_migrations WHERE id = (SELECT max(id) FROM schema_migrations)');
    expect(await operatorMessageOf(requireMigrated(migrated.url))).toBe(
      `The database lacks 1 of ${all} migrations: ${remedy}`,
    );
  });

  it('of a newer release is accepted until that release removes what this release uses', async () => {
    const ahead = await createTestDatabase();
    const expanded = 'Later9999999999998';
    const contracted = 'ContractSince99_0_0DropTitles9999999999999';
    const add = (name: string): Promise<unknown> =>
      runSql(ahead.url, `INSERT INTO schema_migrations (timestamp, name) VALUES (9999999999999, '${name}')`);
    try {
      await add(expanded);
      expect(await requireMigrated(ahead.url)).toEqual([expanded]);
      expect(await migrate(ahead.url)).toEqual([]);
      await add(contracted);
      for (const work of [requireMigrated, migrate]) {
        expect(await operatorMessageOf(work(ahead.url))).toBe(
          `The database needs release 99.0.0 or a newer one (${contracted}), and this is ${version}: install a newer release.`,
        );
      }
    } finally {
      await ahead.drop();
    }
  });

  it('of a newer release is refused if a migration of this release is missing', async () => {
    const other = await createTestDatabase();
    try {
      await runSql(other.url, `UPDATE schema_migrations SET name = 'Later1' WHERE name = '${MIGRATIONS.at(-1)?.name}'`);
      expect(await operatorMessageOf(requireMigrated(other.url))).toContain('The database lacks 1 of');
    } finally {
      await other.drop();
    }
  });

  it('is not migrated if the user lacks the permission', async () => {
    await runSql(empty.url, 'REVOKE CREATE ON SCHEMA public FROM pg_database_owner, PUBLIC');
    expect(await operatorMessageOf(migrate(empty.url))).toMatch(
      /^The database user may not migrate \(permission denied .*\): make it the owner of the database\b/,
    );
  });
});

test('an invalid data directory is reported', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'start-failures-'));
  try {
    writeFileSync(join(directory, 'file'), '');
    const config = loadDatabaseConfig({ NODE_ENV: 'test', DATA_DIRECTORY: join(directory, 'file', 'data') });
    expect(await operatorMessageOf(openDatabase(config))).toBe(
      `The data directory ${join(directory, 'file', 'data')} cannot be used (ENOTDIR): ` +
        'let this user read and write there, or set DATA_DIRECTORY to another one.',
    );
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
