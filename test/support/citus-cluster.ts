/** A Citus cluster for tests. It uses an installed PostgreSQL 15 and an archive with the extension. */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CitusServer } from './citus-server';
import { findFreePort } from './free-port';

const ROOT = resolve(__dirname, '../..');
/** The directory with the archive: beside the repository, or the one in CITUS_ARCHIVE_DIR. */
const ARCHIVES = process.env['CITUS_ARCHIVE_DIR'] ?? resolve(ROOT, '../shared/citus');
const ARCHIVE = /^citus-.*-pg15-debian12-amd64\.tar\.xz$/;
const PROGRAMS = process.env['POSTGRES15_BIN'] ?? '/usr/lib/postgresql/15/bin';
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
 * Starts a coordinator and workers on loopback. Installs nothing: copies the programs into a temporary directory and
 * unpacks the archive there. Throws an error with the reason if no cluster can be started.
 */
export async function startCitusCluster(workers = 2): Promise<CitusCluster> {
  const archive = findArchive();
  const home = mkdtempSync(join(tmpdir(), 'intelligence-citus-'));
  const servers: CitusServer[] = [];
  const abandon = (): void => {
    for (const server of servers) server.kill();
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  };
  process.on('exit', abandon);
  const stop = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.stop()));
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
    process.off('exit', abandon);
  };
  try {
    chmodSync(home, 0o755);
    const programs = install(archive, home);
    for (let place = 0; place <= workers; place += 1) {
      servers.push(new CitusServer(programs, join(home, `node${place}`), await findFreePort()));
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

/** Connects the servers to a cluster. The first one becomes the coordinator. Returns the URL of its database. */
async function connectNodes(servers: readonly CitusServer[]): Promise<string> {
  const [coordinator, ...workers] = servers;
  if (coordinator === undefined) throw new Error('A cluster has a coordinator.');
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
  if (!existsSync(join(PROGRAMS, 'postgres'))) throw new Error('PostgreSQL 15 is not installed');
  return join(ARCHIVES, name);
}

/** Copies PostgreSQL 15 and unpacks the archive beside it. The programs find their files relative to their own path. */
function install(archive: string, home: string): string {
  const programs = join(home, 'usr/lib/postgresql/15/bin');
  mkdirSync(programs, { recursive: true });
  for (const name of ['postgres', 'initdb']) cpSync(join(PROGRAMS, name), join(programs, name));
  const prefix = resolve(PROGRAMS, '../../../..');
  for (const folder of ['lib/postgresql/15/lib', 'share/postgresql/15']) {
    const filter = (path: string): boolean => !/bitcode|llvmjit/.test(path);
    cpSync(join(prefix, folder), join(home, 'usr', folder), { recursive: true, filter });
  }
  const { status } = spawnSync('tar', ['-xJf', archive, '-C', home, '--no-same-owner'], { timeout: 60_000 });
  if (status !== 0) throw new Error('the archive cannot be unpacked (is xz installed?)');
  return programs;
}
