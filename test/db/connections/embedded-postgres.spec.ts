import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openClusterHome } from '../../../src/database/embedded/cluster/cluster-home';
import { prepareBinaries } from '../../../src/database/embedded/server/server-binaries';
import { ServerLease } from '../../../src/database/embedded/server/server-lease';
import { launchServer } from '../../../src/database/embedded/server/server-process';
import { settingArguments } from '../../../src/database/embedded/server/server-settings';
import { eventually } from '../../support/eventually';
import { findFreePort } from '../../support/network/free-port';
import { runSql } from '../../support/databases/sql';
import { EmbeddedServers, expectGone } from './embedded-servers';

const NO_SOCKETS = 'unix_socket_directories=';

const servers = new EmbeddedServers();

afterEach(() => servers.stopAll());
afterAll(() => servers.remove());

describe('the embedded server', () => {
  it('keeps its data after a restart, and lets its user create extensions and databases', async () => {
    const dataDirectory = servers.newDirectory();
    const first = await servers.start({ dataDirectory });
    expect(first.adopted).toBe(false);
    await runSql(first.url, 'CREATE EXTENSION pg_trgm; CREATE EXTENSION unaccent');
    await runSql(first.url, 'CREATE DATABASE another');
    await runSql(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    await expectGone(first.pid);

    const second = await servers.start({ dataDirectory });
    expect(second.adopted).toBe(false);
    expect(second.pid).not.toBe(first.pid);
    expect(await runSql(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  it('supports Unicode letters in a locale that exists on every platform, and applies the given settings', async () => {
    const server = await servers.start({
      dataDirectory: servers.newDirectory(),
      durable: false,
      settings: { work_mem: '7MB' },
    });
    await runSql(server.url, 'CREATE EXTENSION pg_trgm');
    expect(await runSql(server.url, "SELECT lower('ÉŁ') AS lower, show_trgm('é') <> '{}' AS letter")).toEqual([
      { lower: 'éł', letter: true },
    ]);
    expect(
      await runSql(
        server.url,
        `SELECT current_user::text AS role, pg_encoding_to_char(encoding) AS encoding, datlocprovider AS provider,
                datlocale AS locale, current_setting('work_mem') AS work_mem, current_setting('fsync') AS fsync,
                current_setting('listen_addresses') AS listen
         FROM pg_database WHERE datname = current_database()`,
      ),
    ).toEqual([
      {
        role: 'intelligence',
        encoding: 'UTF8',
        provider: 'b',
        locale: 'C.UTF-8',
        work_mem: '7MB',
        fsync: 'off',
        listen: '',
      },
    ]);
    expect(await runSql(server.adminUrl, "SELECT current_setting('is_superuser') AS super")).toEqual([{ super: 'on' }]);
  });

  it('requires the password, which only the owner of its file can read', async () => {
    const server = await servers.start({ dataDirectory: servers.newDirectory(), durable: false });
    for (const url of [server.url, server.adminUrl]) {
      const wrong = new URL(url);
      wrong.password = 'guess';
      await expect(runSql(wrong.toString(), 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
    }
    expect(statSync(join(server.directory, 'credentials.json')).mode & 0o777).toBe(0o600);
    expect(existsSync(join(server.directory, 'cluster'))).toBe(true);
    expect(readFileSync(join(server.directory, 'cluster', 'pg_hba.conf'), 'utf8')).not.toMatch(/trust|::1|0\.0\.0\.0/);
  });

  it('listens only on a socket in a directory that other users cannot enter', async () => {
    const server = await servers.start({ dataDirectory: servers.newDirectory(), durable: false });
    const directory = socketDirectoryOf(server.url);
    expect(directory).toBe(join(server.directory, 'socket'));
    const { mode, uid } = statSync(directory);
    expect([mode & 0o777, uid]).toEqual([0o700, statSync(join(server.directory, 'cluster')).uid]);
    expect(await runSql(server.url, 'SELECT inet_server_port() AS port')).toEqual([{ port: null }]);
    // Line 6 of the file contains the TCP address of the server; it is empty without one.
    expect(
      readFileSync(join(server.directory, 'cluster', 'postmaster.pid'), 'utf8')
        .split('\n')[5]
        ?.trim(),
    ).toBe('');
  });

  it('uses a short directory for its socket if the path of the data directory is too long', async () => {
    const dataDirectory = join(servers.newDirectory(), 'long'.repeat(30));
    const launcher = servers.launch({ dataDirectory, durable: false });
    const { url, pid } = await launcher.started;
    const directory = socketDirectoryOf(url);
    expect(directory.startsWith(dataDirectory)).toBe(false);
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    await launcher.kill();
    const server = await servers.start({ dataDirectory, durable: false });
    expect(server).toMatchObject({ adopted: true, pid, url });
    await server.stop();
    expect(existsSync(directory)).toBe(false);
  });

  it('replaces a server of an older release, which listens on a TCP port, if no process uses it', async () => {
    const dataDirectory = servers.newDirectory();
    const first = await servers.start({ dataDirectory, durable: false });
    await runSql(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    const home = openClusterHome(dataDirectory);
    const { postgres } = prepareBinaries(home.account, home.directory);
    const tcpSettings = ['-c', `listen_addresses=127.0.0.1`, '-c', `port=${await findFreePort()}`, '-c', NO_SOCKETS];
    const older = await launchServer(home, postgres, '', [...settingArguments(false, {}), ...tcpSettings]);
    const lease = new ServerLease(dataDirectory);
    await expect(servers.start({ dataDirectory, durable: false })).rejects.toThrow(
      'An older release still uses the database',
    );
    lease.release();
    const server = await servers.start({ dataDirectory, durable: false });
    await expectGone(older.pid);
    expect(server.adopted).toBe(false);
    expect(await runSql(server.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  it('stops even if the lock for starts and stops cannot be taken, as on a full disk', async () => {
    const dataDirectory = servers.newDirectory();
    const server = await servers.start({ dataDirectory });
    mkdirSync(join(server.directory, 'start.lock'));
    await server.stop();
    await expectGone(server.pid);
  });

  it('reports an invalid setting or data directory', async () => {
    const settings = { listen_addresses: '*' };
    await expect(servers.start({ dataDirectory: servers.newDirectory(), settings })).rejects.toThrow(
      '"listen_addresses"',
    );
    const dataDirectory = servers.newDirectory();
    await (await servers.start({ dataDirectory, durable: false })).stop();
    writeFileSync(join(dataDirectory, 'cluster', 'PG_VERSION'), '12\n');
    await expect(servers.start({ dataDirectory })).rejects.toThrow('was created by PostgreSQL 12');
    rmSync(join(dataDirectory, 'credentials.json'));
    await expect(servers.start({ dataDirectory })).rejects.toThrow('credentials.json is missing');
  });
});

describe('a start that is stopped', () => {
  it.each([
    ['while the cluster is created', (name: string) => name.startsWith('initializing-')],
    ['after the cluster was created', (name: string) => name === 'cluster'],
  ])('%s leaves nothing that prevents the next start', async (_when, marksMoment) => {
    const dataDirectory = servers.newDirectory();
    const stop = new AbortController();
    const reason = new Error('stopped');
    const stopped = expect(servers.start({ dataDirectory, signal: stop.signal })).rejects.toBe(reason);
    await eventually(() => readdirSync(dataDirectory).some(marksMoment));
    stop.abort(reason);
    await stopped;
    expect(readdirSync(dataDirectory).filter((name) => /^initializing-|^start\.lock/.test(name))).toEqual([]);
    const server = await servers.start({ dataDirectory });
    expect(server.adopted).toBe(false);
    await runSql(server.url, 'SELECT 1');
  });
});

function socketDirectoryOf(url: string): string {
  return decodeURIComponent(new URL(url).hostname);
}
