import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { APPLICATION_ROLE } from '../../../src/database/embedded/cluster/cluster-credentials';
import { chooseServerAccount, findBlockingDirectory } from '../../../src/database/embedded/server/server-account';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../../src/database/embedded/embedded-postgres';
import type { ServerBinaries } from '../../../src/database/embedded/server/server-binaries';
import { openClusterHome } from '../../../src/database/embedded/cluster/cluster-home';
import { errorCode } from '../../../src/common/problems/error-code';
import { findRunningServer, stopServer } from '../../../src/database/embedded/server/server-process';
import { findProcess } from '../../../src/database/embedded/server/process-table';
import { runSql } from './sql';

const PREFIX = 'intelligence-test-';
const NEEDED_BYTES = 1024 * 1024 * 1024;

/** A PostgreSQL server for one test run, in a temporary directory. `stop` also removes the directory. */
export interface TestCluster {
  /** URL of a database to connect to when creating other databases. Its role may create databases and roles. */
  url: string;
  stop(): Promise<void>;
}

/**
 * Removes the servers and directories of killed test runs, then starts a server that may lose data in a crash. The
 * server uses the programs in the directory TEST_POSTGRES_BIN, or by default the programs of the installed package.
 */
export async function startTestCluster(): Promise<TestCluster> {
  const scratch = chooseScratchDirectory();
  await removeAbandoned(scratch);
  const directory = mkdtempSync(join(scratch, `${PREFIX}${process.pid}-`));
  try {
    const server = await startEmbeddedPostgres({
      dataDirectory: directory,
      durable: false,
      binaries: givenBinaries(),
      settings: { max_connections: '200', shared_buffers: '128MB', max_wal_size: '1GB' },
    });
    await allowRoles(server);
    return { url: server.url, stop: () => stopAndRemove(server, directory) };
  } catch (error) {
    rmSync(directory, { recursive: true, force: true });
    throw error;
  }
}

/**
 * The programs in TEST_POSTGRES_BIN, or undefined if it is not set. A cluster of these programs has an ICU locale, as
 * many production databases have. Without TEST_POSTGRES_BIN, the cluster compares texts by code point.
 */
function givenBinaries(): ServerBinaries | undefined {
  const directory = process.env['TEST_POSTGRES_BIN'];
  if (directory === undefined || directory === '') return undefined;
  const postgres = join(directory, 'postgres');
  const { stdout } = spawnSync(postgres, ['--version'], { encoding: 'utf8' });
  const majorVersion = /\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1];
  if (majorVersion === undefined) throw new Error(`TEST_POSTGRES_BIN: ${postgres} is not a PostgreSQL server.`);
  const localeOptions = ['--locale-provider=icu', '--icu-locale=en-US'];
  return { initdb: join(directory, 'initdb'), postgres, majorVersion, localeOptions };
}

/** Lets the tests create roles, as the administrator of a managed database may. */
async function allowRoles({ adminUrl }: EmbeddedPostgres): Promise<void> {
  await runSql(adminUrl, `ALTER ROLE ${APPLICATION_ROLE} CREATEROLE`);
}

async function stopAndRemove(server: EmbeddedPostgres, directory: string): Promise<void> {
  await server.stop();
  rmSync(directory, { recursive: true, force: true });
}

/**
 * Chooses a directory that the server's user can access and that has enough free space. /dev/shm is last because it is
 * small in containers.
 */
function chooseScratchDirectory(): string {
  const candidates = [tmpdir(), '/var/tmp', '/dev/shm'];
  const chosen = candidates.find((directory) => {
    const probe = join(directory, PREFIX, 'cluster');
    return findBlockingDirectory(probe, chooseServerAccount(probe)) === null && freeBytes(directory) >= NEEDED_BYTES;
  });
  if (chosen === undefined) {
    throw new Error(`None of ${candidates.join(', ')} has 1 GiB free and is accessible to the server's user.`);
  }
  return chosen;
}

function freeBytes(directory: string): number {
  try {
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return 0;
    throw error;
  }
}

/** Stops the servers and removes the directories of test runs that were killed. */
async function removeAbandoned(scratch: string): Promise<void> {
  const pattern = new RegExp(`^${PREFIX}(\\d+)-`);
  for (const name of readdirSync(scratch)) {
    const pid = pattern.exec(name)?.[1];
    const directory = join(scratch, name);
    if (pid === undefined || findProcess(Number(pid)) !== null || !belongsToThisUser(directory)) continue;
    const server = await findRunningServer(openClusterHome(directory));
    if (server !== null) await stopServer(server);
    rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
  }
}

function belongsToThisUser(directory: string): boolean {
  return statSync(directory, { throwIfNoEntry: false })?.uid === process.getuid?.();
}
