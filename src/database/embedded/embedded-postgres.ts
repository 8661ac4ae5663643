import { setTimeout as delay } from 'node:timers/promises';
import { adminUrl, applicationUrl, prepareApplicationDatabase } from './application-database';
import { loadCredentials, type ClusterCredentials } from './cluster/cluster-credentials';
import { ensureCluster } from './cluster/cluster-directory';
import { openClusterHome, type ClusterHome } from './cluster/cluster-home';
import { OperatorError } from '../../common/problems/operator-error';
import { prepareBinaries, type ServerBinaries } from './server/server-binaries';
import { ServerLease } from './server/server-lease';
import { findRunningServer, launchServer, stopServer, type ServerProcess } from './server/server-process';
import { logLength, readLogSince } from './server/server-log';
import { settingArguments } from './server/server-settings';
import { prepareSocketDirectory, removeTemporarySocketDirectory } from './server/socket-directory';
import { isLocalSystemError } from '../../common/problems/error-code';
import { withStartLock } from './cluster/start-lock';

export interface EmbeddedPostgresOptions {
  /** Directory of the cluster, its passwords, lock and log. Created when missing. */
  dataDirectory: string;
  /** PostgreSQL settings by name; they take precedence over the defaults. Ignored for an adopted server. */
  settings?: Readonly<Record<string, string>>;
  /** False for tests: faster, but data is lost in a crash. Default true. */
  durable?: boolean;
  /** Programs of another PostgreSQL installation, for tests. Default: those of the installed package. */
  binaries?: ServerBinaries;
  /** If the signal aborts during the start, the start is undone and the abort reason is thrown. */
  signal?: AbortSignal;
}

/**
 * A running server. It listens on a Unix socket that only the user of this process, the server's account and root can
 * use.
 */
export interface EmbeddedPostgres {
  /** Connection URL of the database `intelligence` as its owner, who may create trusted extensions and databases. */
  readonly url: string;
  /** Connection URL of the database `postgres` as superuser. */
  readonly adminUrl: string;
  readonly pid: number;
  /** Whether the server was already running. */
  readonly adopted: boolean;
  /** The data directory, or its replacement when the server's account cannot enter it. */
  readonly directory: string;
  /**
   * Releases the server. Stops it cleanly unless another live process uses it. If `stop` was not called, the exit
   * handler of the process does the same, without waiting for the server.
   */
  stop(): Promise<void>;
}

const RETRY_TIMEOUT_MS = 30_000;
const RETRY_STEP_MS = 200;
/**
 * Log output of a server that cannot start yet: child processes of a killed server still run, or some process has the
 * process id that the lock file contains.
 */
const CLUSTER_BUSY = /pre-existing shared memory block|lock file "postmaster\.pid" already exists/;

/**
 * Starts PostgreSQL on a data directory and creates the cluster on the first start. Adopts a server that already runs
 * there. Concurrent calls in several processes are safe: one call starts the server, and the others adopt it. Throws an
 * `OperatorError` with the cause and, if known, the remedy in its message.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const home = openClusterHome(options.dataDirectory);
  const begin = async (): Promise<EmbeddedPostgres> => {
    // The lease comes first, so that a process that exits at the same time does not stop the server.
    const lease = new ServerLease(home.directory);
    try {
      const credentials = loadCredentials(home);
      const { server, adopted } = await adoptOrStartServer(home, credentials, options, lease);
      return toHandle(home, credentials, server, adopted, lease);
    } catch (error) {
      // An abort stops an adopted server that no process uses. After other failures, an adopted server keeps running,
      // so that an operator can inspect it.
      if (lease.release() && lease.server !== null && options.signal?.aborted === true) await stopServer(lease.server);
      throw error;
    }
  };
  return withStartLock(home.directory, begin, options.signal);
}

async function adoptOrStartServer(
  home: ClusterHome,
  credentials: ClusterCredentials,
  options: EmbeddedPostgresOptions,
  lease: ServerLease,
): Promise<{ server: ServerProcess; adopted: boolean }> {
  const { signal } = options;
  const deadline = Date.now() + RETRY_TIMEOUT_MS;
  for (;;) {
    const runningServer = await findRunningServer(home, signal);
    lease.server = runningServer;
    if (runningServer?.socketDirectory === '') {
      await stopOlderServer(home, runningServer, lease);
      continue;
    }
    if (runningServer !== null) {
      const prepared = await prepareApplicationDatabase(home, runningServer, credentials, signal);
      if (prepared) return { server: runningServer, adopted: true };
      continue;
    }
    const logOffset = logLength(home);
    const startedServer = await startServer(home, credentials, options, lease);
    if (startedServer !== null) return { server: startedServer, adopted: false };
    const log = readLogSince(home, logOffset);
    if (!CLUSTER_BUSY.test(log) || Date.now() > deadline) {
      throw new OperatorError(`PostgreSQL did not start in ${home.directory}: ${log.trim().slice(-2000)}`);
    }
    await delay(RETRY_STEP_MS, undefined, { signal }).catch(() => signal?.throwIfAborted());
  }
}

/**
 * Stops a server that an older release left running. Such a server listens on a TCP port, and this process does not
 * send the password to a TCP port.
 */
async function stopOlderServer(home: ClusterHome, server: ServerProcess, lease: ServerLease): Promise<void> {
  if (!lease.isOnly()) {
    throw new OperatorError(`An older release still uses the database in ${home.directory}: stop it first.`);
  }
  await stopServer(server);
}

/** Starts a server, and creates a missing cluster first. Returns null when the server exited before it was ready. */
async function startServer(
  home: ClusterHome,
  credentials: ClusterCredentials,
  options: EmbeddedPostgresOptions,
  lease: ServerLease,
): Promise<ServerProcess | null> {
  const { durable = true, signal } = options;
  const settings = settingArguments(durable, options.settings ?? {});
  const binaries = options.binaries ?? prepareBinaries(home.account, home.directory);
  await ensureCluster(home, binaries, credentials, { durable, signal });
  const server = await launchServer(home, binaries.postgres, prepareSocketDirectory(home), settings);
  lease.server = server;
  try {
    return (await prepareApplicationDatabase(home, server, credentials, signal)) ? server : null;
  } catch (error) {
    await stopServer(server);
    throw error;
  }
}

function toHandle(
  home: ClusterHome,
  credentials: ClusterCredentials,
  server: ServerProcess,
  adopted: boolean,
  lease: ServerLease,
): EmbeddedPostgres {
  let stopped: Promise<void> | null = null;
  const end = async (): Promise<void> => {
    if (!lease.release()) return;
    await stopServer(server);
    removeTemporarySocketDirectory(home);
  };
  const stop = (): Promise<void> =>
    withStartLock(home.directory, end).catch((error: unknown) => {
      // A full disk has no space for the lock file. The data is safe without the lock.
      if (!isLocalSystemError(error)) throw error;
      return end();
    });
  return {
    url: applicationUrl(server, credentials),
    adminUrl: adminUrl(server, credentials),
    pid: server.pid,
    adopted,
    directory: home.directory,
    stop: () => (stopped ??= stop()),
  };
}
