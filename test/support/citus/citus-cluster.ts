/** A Citus cluster for tests. It uses PostgreSQL 15 and an archive with the extension. */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CitusServer } from './citus-server';
import { unpackDebianPackage } from '../installation/debian-program';
import { findFreePort } from '../network/free-port';
import { ROOT } from '../root';

/** The directory with the archive: CITUS_ARCHIVE_DIR, or a directory beside the repository. */
const ARCHIVES = process.env['CITUS_ARCHIVE_DIR'] ?? resolve(ROOT, '../shared/citus');
const ARCHIVE = /^citus-.*-pg15-debian12-amd64\.tar\.xz$/;
const GIVEN_PROGRAMS = process.env['POSTGRES15_BIN'] ?? '';
const PROGRAMS = 'usr/lib/postgresql/15/bin';
const DATABASE = 'intelligence';

/** A running cluster. */
export interface CitusCluster {
  /** URL of a database with the extension on the coordinator. */
  readonly url: string;
  readonly workers: readonly CitusServer[];
  /** Ends the servers and removes their data. */
  stop(): Promise<void>;
}

/**
 * Starts a coordinator and workers on loopback. Installs nothing on the machine: copies the installed PostgreSQL 15, or
 * that of POSTGRES15_BIN (a folder `…/lib/postgresql/15/bin` as in Debian's package), and the extension to a temporary
 * directory. If the cluster does not start with the installed PostgreSQL 15, downloads the newest package
 * `postgresql-15` of Debian, because Citus may need another minor version. Throws an error with the reason if no
 * cluster can be started.
 */
export async function startCitusCluster(workers = 2): Promise<CitusCluster> {
  const archive = findArchive();
  const copy = (home: string): void => copyPrograms(GIVEN_PROGRAMS === '' ? join('/', PROGRAMS) : GIVEN_PROGRAMS, home);
  try {
    return await startServers(archive, copy, workers);
  } catch (error) {
    if (GIVEN_PROGRAMS !== '') throw error;
    const download = (home: string): void => unpackDebianPackage('postgresql-15', home);
    return await startServers(archive, download, workers).catch((secondError: unknown) => {
      throw new Error(`${reasonOf(error)}; with the newest PostgreSQL 15 of Debian: ${reasonOf(secondError)}`);
    });
  }
}

/**
 * Starts the servers of a cluster. `provide` puts PostgreSQL 15 into a directory, with the folders of its Debian
 * package.
 */
async function startServers(archive: string, provide: (home: string) => void, workers: number): Promise<CitusCluster> {
  const home = mkdtempSync(join(tmpdir(), 'intelligence-citus-'));
  const servers: CitusServer[] = [];
  const killAll = (): void => {
    for (const server of servers) server.kill();
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  };
  process.on('exit', killAll);
  const stop = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.stop()));
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
    process.off('exit', killAll);
  };
  try {
    provide(home);
    chmodSync(home, 0o755);
    unpackArchive(archive, home);
    for (let index = 0; index <= workers; index += 1) {
      servers.push(new CitusServer(join(home, PROGRAMS), join(home, `node${index}`), await findFreePort()));
    }
    for (const server of servers) {
      await server.create();
      await server.start();
    }
    return { url: await connectNodes(servers), workers: servers.slice(1), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Joins the servers into a cluster. The first server is the coordinator. Returns the URL of its database. */
async function connectNodes(servers: readonly CitusServer[]): Promise<string> {
  const [coordinator, ...workers] = servers;
  if (coordinator === undefined) throw new Error('A cluster needs a coordinator.');
  for (const server of servers) {
    await server.query('postgres', `CREATE DATABASE ${DATABASE}`);
    await server.query(DATABASE, 'CREATE EXTENSION citus');
  }
  await coordinator.query(DATABASE, `SELECT citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`);
  for (const { port } of workers) await coordinator.query(DATABASE, `SELECT citus_add_node('127.0.0.1', ${port})`);
  return coordinator.urlOf(DATABASE);
}

/** The archive with the extension for this system. */
function findArchive(): string {
  const system = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  if (!/^ID=debian$/m.test(system) || !/^VERSION_ID="12"$/m.test(system) || process.arch !== 'x64') {
    throw new Error('the archive with Citus is for Debian 12 on amd64');
  }
  const name = existsSync(ARCHIVES) ? readdirSync(ARCHIVES).find((each) => ARCHIVE.test(each)) : undefined;
  if (name === undefined) throw new Error('there is no archive with Citus');
  return join(ARCHIVES, name);
}

/** Copies the programs of PostgreSQL 15 and their files, which the programs find relative to their own location. */
function copyPrograms(programs: string, home: string): void {
  if (!existsSync(join(programs, 'postgres'))) throw new Error('PostgreSQL 15 is not installed');
  mkdirSync(join(home, PROGRAMS), { recursive: true });
  for (const name of ['postgres', 'initdb']) cpSync(join(programs, name), join(home, PROGRAMS, name));
  const prefix = resolve(programs, '../../../..');
  for (const folder of ['lib/postgresql/15/lib', 'share/postgresql/15']) {
    const filter = (path: string): boolean => !/bitcode|llvmjit/.test(path);
    cpSync(join(prefix, folder), join(home, 'usr', folder), { recursive: true, filter });
  }
}

function unpackArchive(archive: string, home: string): void {
  const { status } = spawnSync('tar', ['-xJf', archive, '-C', home, '--no-same-owner'], { timeout: 60_000 });
  if (status !== 0) throw new Error('the archive cannot be unpacked (is xz installed?)');
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error);
}
