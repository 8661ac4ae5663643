import fs, {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { openClusterHome } from '../../../src/database/embedded/cluster/cluster-home';
import { findProcess } from '../../../src/database/embedded/server/process-table';
import { prepareBinaries } from '../../../src/database/embedded/server/server-binaries';
import { findRunningServer, launchServer, stopServer } from '../../../src/database/embedded/server/server-process';
import { settingArguments } from '../../../src/database/embedded/server/server-settings';
import { prepareSocketDirectory } from '../../../src/database/embedded/server/socket-directory';
import { eventually } from '../../support/eventually';
import { runSql } from '../../support/databases/sql';
import { EmbeddedServers, expectGone } from './embedded-servers';

/** A process id that is almost certainly unused, because it is close to the maximum on Linux. */
const UNUSED_PID = 2 ** 22 - 3;

const servers = new EmbeddedServers();

afterEach(() => servers.stopAll());
afterAll(() => servers.remove());

describe('after kill -9', () => {
  it('of Node.js, the next process adopts the running server and later stops it', async () => {
    const dataDirectory = servers.newDirectory();
    const before = await servers.startAndKillLauncher(dataDirectory);
    expect(findProcess(before.pid)?.running).toBe(true);
    const server = await servers.start({ dataDirectory });
    expect(server).toMatchObject({ adopted: true, pid: before.pid, url: before.url });
    await runSql(server.url, 'SELECT 1');
    await server.stop();
    await expectGone(before.pid);
  });

  it('of Node.js and PostgreSQL, the next process starts the server with the committed data', async () => {
    const dataDirectory = servers.newDirectory();
    const before = await servers.startAndKillLauncher(dataDirectory);
    await runSql(before.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    process.kill(before.pid, 'SIGKILL');
    const server = await servers.start({ dataDirectory });
    expect(server.adopted).toBe(false);
    expect(await runSql(server.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  it.each([
    ['of a process that has ended', (lines: string[]): string => [UNUSED_PID, ...lines].join('\n')],
    ['with the process id of another program', (lines: string[]): string => [process.pid, ...lines].join('\n')],
    // A power loss can leave these two.
    ['without content', (): string => ''],
    ['with zeros only', (): string => '\0'.repeat(64)],
  ])('a lock file %s does not prevent a start', async (_case, contentOf) => {
    const dataDirectory = servers.newDirectory();
    const first = await servers.start({ dataDirectory, durable: false });
    const lockFile = join(dataDirectory, 'cluster', 'postmaster.pid');
    const [, ...otherLines] = readFileSync(lockFile, 'utf8').split('\n');
    await first.stop();
    writeFileSync(lockFile, contentOf(otherLines));
    const { uid, gid } = statSync(join(dataDirectory, 'cluster'));
    chownSync(lockFile, uid, gid);
    const second = await servers.start({ dataDirectory, durable: false });
    expect(second.adopted).toBe(false);
    await runSql(second.url, 'SELECT 1');
  });

  it('a live server keeps its lock file if it was started with another path of its cluster', async () => {
    const dataDirectory = servers.newDirectory();
    await (await servers.start({ dataDirectory, durable: false })).stop();
    const home = openClusterHome(dataDirectory);
    const link = join(servers.scratch, 'link');
    symlinkSync(home.cluster, link);
    const { postgres } = prepareBinaries(home.account, home.directory);
    const socketDirectory = prepareSocketDirectory(home);
    const server = await launchServer(
      { ...home, cluster: link },
      postgres,
      socketDirectory,
      settingArguments(false, {}),
    );
    try {
      await eventually(() => existsSync(join(home.cluster, 'postmaster.pid')));
      // Only its working directory tells that this is its server. Without /proc, the directory cannot be read.
      expect(await findRunningServer(home)).toEqual(existsSync('/proc/self/cwd') ? server : null);
      expect(existsSync(join(home.cluster, 'postmaster.pid'))).toBe(true);
    } finally {
      await stopServer(server);
    }
  });

  it('an empty lock file is kept if a new server writes to it during the check', async () => {
    const dataDirectory = servers.newDirectory();
    const home = openClusterHome(dataDirectory);
    mkdirSync(home.cluster);
    const lockFile = join(home.cluster, 'postmaster.pid');
    writeFileSync(lockFile, '');
    const spy = jest.spyOn(fs, 'statSync').mockImplementationOnce(() => {
      writeFileSync(lockFile, String(UNUSED_PID));
      return undefined;
    });
    try {
      expect(await findRunningServer(home)).toBeNull();
    } finally {
      spy.mockRestore();
    }
    expect(readFileSync(lockFile, 'utf8')).toBe(String(UNUSED_PID));
  });

  it('during a start, the lock and the incomplete cluster do not prevent the next start', async () => {
    const dataDirectory = servers.newDirectory();
    const launcher = servers.launch({ dataDirectory });
    const failed = expect(launcher.started).rejects.toThrow();
    const isDraft = (name: string): boolean => /^initializing-\w+$/.test(name);
    await eventually(() => readdirSync(dataDirectory).some(isDraft));
    await launcher.kill();
    await failed;
    const left = readdirSync(dataDirectory);
    expect([left.includes('start.lock'), left.some(isDraft), left.includes('cluster')]).toEqual([true, true, false]);
    const server = await servers.start({ dataDirectory });
    await runSql(server.url, 'SELECT 1');
  });
});

describe('processes of Node.js', () => {
  it('that start a server at the same time share one, and the last process stops it', async () => {
    const dataDirectory = servers.newDirectory();
    const launchers = [1, 2, 3].map(() => servers.launch({ dataDirectory, durable: false }));
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
    const launcher = servers.launch({ dataDirectory: servers.newDirectory(), durable: false });
    const { pid } = await launcher.started;
    await launcher.exit();
    await expectGone(pid);
  });
});
