import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseServerAccount, findBlockingDirectory } from '../../src/database/embedded/server/server-account';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../src/database/embedded/embedded-postgres';
import type { ServerBinaries } from '../../src/database/embedded/server/server-binaries';
import { openClusterHome } from '../../src/database/embedded/cluster/cluster-home';
import { errorCode } from '../../src/database/embedded/cluster/exclusive-file';
import { findRunningServer, stopServer } from '../../src/database/embedded/server/server-process';
import { findProcess } from '../../src/database/embedded/server/process-table';

const PREFIX = 'intelligence-test-';
const NEEDED_BYTES = 1024 * 1024 * 1024;

/** A server for one test run, in a directory of its own that goes with it. */
export interface TestCluster {
  /** Address of a database to connect to when creating others; the role may create databases. */
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts a server that forgets everything, after clearing away what killed runs left behind. Its programs are those in
 * the directory that TEST_POSTGRES_BIN names, or those that come with the packages.
 */
export async function startTestCluster(): Promise<TestCluster> {
  const place = scratchPlace();
  await removeAbandoned(place);
  const directory = mkdtempSync(join(place, `${PREFIX}${process.pid}-`));
  try {
    const server = await startEmbeddedPostgres({
      dataDirectory: directory,
      durable: false,
      binaries: installedBinaries(),
      settings: { max_connections: '200', shared_buffers: '128MB', max_wal_size: '1GB' },
    });
    return { url: server.url, stop: () => stopAndRemove(server, directory) };
  } catch (error) {
    rmSync(directory, { recursive: true, force: true });
    throw error;
  }
}

/** Texts are compared by the rules of a language, as in many databases of operators; the embedded server uses code points. */
function installedBinaries(): ServerBinaries | undefined {
  const directory = process.env['TEST_POSTGRES_BIN'];
  if (directory === undefined || directory === '') return undefined;
  const postgres = join(directory, 'postgres');
  const { stdout } = spawnSync(postgres, ['--version'], { encoding: 'utf8' });
  const majorVersion = /\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1];
  if (majorVersion === undefined) throw new Error(`TEST_POSTGRES_BIN: ${postgres} is no server.`);
  const localeOptions = ['--locale-provider=icu', '--icu-locale=en-US'];
  return { initdb: join(directory, 'initdb'), postgres, majorVersion, localeOptions };
}

async function stopAndRemove(server: EmbeddedPostgres, directory: string): Promise<void> {
  await server.stop();
  rmSync(directory, { recursive: true, force: true });
}

/** A directory that the server's user may enter and that has room; /dev/shm is small in containers, so it is last. */
function scratchPlace(): string {
  const candidates = [tmpdir(), '/var/tmp', '/dev/shm'];
  const found = candidates.find((directory) => {
    const probe = join(directory, PREFIX, 'cluster');
    return findBlockingDirectory(probe, chooseServerAccount(probe)) === null && freeBytes(directory) >= NEEDED_BYTES;
  });
  if (found === undefined) {
    throw new Error(`None of ${candidates.join(', ')} has 1 GiB free and may be entered by the server's user.`);
  }
  return found;
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

/** A run that was killed could neither stop its server nor remove its directory. */
async function removeAbandoned(place: string): Promise<void> {
  const pattern = new RegExp(`^${PREFIX}(\\d+)-`);
  for (const name of readdirSync(place)) {
    const pid = pattern.exec(name)?.[1];
    const directory = join(place, name);
    if (pid === undefined || findProcess(Number(pid)) !== null || !isOwn(directory)) continue;
    const server = await findRunningServer(openClusterHome(directory));
    if (server !== null) await stopServer(server);
    rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
  }
}

function isOwn(directory: string): boolean {
  return statSync(directory, { throwIfNoEntry: false })?.uid === process.getuid?.();
}
