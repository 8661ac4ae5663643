import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { TestedSystem } from '../faults/tested-system';
import { startIssuerApp } from '../support/accounts/issuer-app';
import { createCitusDatabase } from '../support/citus/citus-database';
import { withRoles } from '../support/databases/role-database';
import { runSql } from '../support/databases/sql';
import { createEmptyDatabase, openTestDatabase, type TestDatabase } from '../support/databases/test-database';
import { withDatabase } from '../support/databases/test-server';
import { eventually } from '../support/eventually';
import { runningProcesses } from '../support/programs/program-run';
import { Closings, setUp } from '../support/set-up';

/** A set-up that fails must close what it opened. Otherwise, its servers and databases slow all later suites. */

const SYSTEM_MAX_MS = 240_000;
/** A role that may create databases, but no roles and no extensions. Its databases are those of this suite. */
const role = `test_limited_${randomBytes(6).toString('hex')}`;
let server: TestDatabase;
let limitedUrl: string;

const urlAs = (url: string): string => Object.assign(new URL(url), { username: role, password: 'secret' }).toString();
const listDatabases = async (): Promise<string[]> => {
  const rows = await runSql<{ name: string }>(
    server.url,
    'SELECT datname::text AS name FROM pg_database WHERE pg_get_userbyid(datdba) = $1 ORDER BY 1',
    [role],
  );
  return rows.map(({ name }) => name);
};
/** A closed server is counted until the next turn of the event loop. */
const countServers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'TCPServerWrap').length;
const listChildren = (): number[] =>
  runningProcesses()
    .filter(({ parent, command }) => parent === process.pid && !command.startsWith('ps '))
    .map(({ id }) => id);

beforeAll(async () => {
  server = await createEmptyDatabase();
  await runSql(server.url, `CREATE ROLE ${role} LOGIN CREATEDB PASSWORD 'secret'`);
  limitedUrl = urlAs(server.url);
});
afterAll(async () => {
  await server.drop();
  await runSql(withDatabase(server.url, 'postgres'), `DROP ROLE ${role}`);
});

async function createDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await runSql(limitedUrl, `CREATE DATABASE ${name}`);
  const drop = async (): Promise<void> => {
    await runSql(limitedUrl, `DROP DATABASE ${name} WITH (FORCE)`);
  };
  return { name, url: withDatabase(limitedUrl, name), drop };
}

it('a failed set-up closes in reverse order, also after a close that fails, and reports every error', async () => {
  const closed: string[] = [];
  const failing = setUp((closings: Closings) => {
    closings.add(() => closed.push('first'));
    closings.add(() => Promise.reject(new Error('cannot be closed')));
    closings.add(() => closed.push('last'));
    return Promise.reject(new Error('cannot be opened'));
  });
  await expect(failing).rejects.toThrow(/cannot be opened.*cannot be closed/);
  expect(closed).toEqual(['last', 'first']);
});

it('a failed set-up of separate roles drops the database', async () => {
  await expect(withRoles(await createDatabase())).rejects.toThrow();
  expect(await listDatabases()).toEqual([]);
});

it('a failed set-up of a pool drops the database', async () => {
  const database = await createDatabase();
  const unreachable = { ...database, url: withDatabase(limitedUrl, 'no_such_database') };
  await expect(openTestDatabase({}, Promise.resolve(unreachable))).rejects.toThrow();
  expect(await listDatabases()).toEqual([]);
});

it('a failed set-up of a distributed database drops the database on each node', async () => {
  const { hostname, port } = new URL(server.url);
  await runSql(
    server.url,
    `CREATE TABLE pg_dist_node AS SELECT '${hostname}'::text AS nodename, ${Number(port)} AS nodeport, 0 AS groupid;
     GRANT SELECT ON pg_dist_node TO ${role}`,
  );
  // This server lacks the extension.
  await expect(createCitusDatabase(limitedUrl)).rejects.toThrow(/citus/);
  expect(await listDatabases()).toEqual([]);
});

it('a failed set-up of an application with an issuer closes the server with the keys', async () => {
  const before = countServers();
  await expect(startIssuerApp('not a URL', { env: { PORT: 'none' } })).rejects.toThrow(/PORT/);
  await eventually(() => countServers() === before);
});

it(
  'a failed set-up of two servers under faults ends all processes and removes all files',
  async () => {
    const scratch = mkdtempSync(join(os.tmpdir(), 'failed-set-up-'));
    chmodSync(scratch, 0o755);
    // Jest gives each suite a copy of `process.env`, so a new `TMPDIR` would not reach `tmpdir`.
    const tmpdir = jest.spyOn(os, 'tmpdir').mockReturnValue(scratch);
    try {
      const before = countServers();
      const children = listChildren();
      await expect(TestedSystem.create({ env: { RATE_LIMIT_PER_MINUTE: 'many' } })).rejects.toThrow(/RATE_LIMIT/);
      expect(listChildren()).toEqual(children);
      await eventually(() => countServers() === before);
      expect(tmpdir).toHaveBeenCalled();
      expect(readdirSync(scratch)).toEqual([]);
    } finally {
      tmpdir.mockRestore();
      rmSync(scratch, { recursive: true, force: true });
    }
  },
  SYSTEM_MAX_MS,
);
