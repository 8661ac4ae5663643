import { setTimeout as delay } from 'node:timers/promises';
import { adminUrl, applicationUrl, prepareApplicationDatabase } from './application-database';
import { loadCredentials, type ClusterCredentials } from './cluster/cluster-credentials';
import { ensureCluster } from './cluster/cluster-directory';
import { openClusterHome, type ClusterHome } from './cluster/cluster-home';
import { EmbeddedPostgresError } from './embedded-postgres.error';
import { findFreePort } from './free-port';
import { prepareBinaries, type ServerBinaries } from './server/server-binaries';
import { takeLease, type ServerLease } from './server/server-lease';
import {
  findRunningServer,
  interruptServer,
  launchServer,
  logLength,
  readLogSince,
  stopServer,
  type ServerProcess,
} from './server/server-process';
import { settingArguments } from './server/server-settings';
import { withStartLock } from './cluster/start-lock';

/** What to start. */
export interface EmbeddedPostgresOptions {
  /** Directory for the cluster, its passwords, lock and log; made when missing, kept when there. */
  dataDirectory: string;
  /** Settings of PostgreSQL by name, over the launcher's defaults; without effect on a server that is adopted. */
  settings?: Readonly<Record<string, string>>;
  /** TCP port; default any free one. Without effect on a server that is adopted. */
  port?: number;
  /** False for tests: faster, and lost with a crash. Default true. */
  durable?: boolean;
  /** Programs of another PostgreSQL for tests; default those that come with the packages. */
  binaries?: ServerBinaries;
  /** When it aborts, a start under way is undone and its reason thrown. */
  signal?: AbortSignal;
}

/** A running server on 127.0.0.1. */
export interface EmbeddedPostgres {
  /** Address of the database `intelligence` as its owner, who may create trusted extensions and databases. */
  readonly url: string;
  /** Address of the database `postgres` as superuser. */
  readonly adminUrl: string;
  readonly pid: number;
  readonly port: number;
  /** True when the server was already running, started by another process. */
  readonly adopted: boolean;
  /** Where it really lives: the data directory, or root's replacement of one the server's user cannot enter. */
  readonly directory: string;
  /**
   * Ends this process' use of the server. The server stops, cleanly, when no other live process uses it; so a command
   * that adopted a running service's server leaves it running. Happens by itself, without waiting, when Node exits.
   */
  stop(): Promise<void>;
}

const RETRY_TIMEOUT_MS = 30_000;
const RETRY_STEP_MS = 200;
/** A killed server's last children are still ending. */
const CLUSTER_BUSY = /pre-existing shared memory block|lock file "postmaster\.pid" already exists/;
const PORT_TAKEN = /could not bind|could not create any TCP\/IP sockets/;

/**
 * Starts PostgreSQL on a data directory, making the cluster at the first start, or adopts the server that already runs
 * on it: one that survived a kill of its Node process, or one another process uses. Any number of processes may call
 * it at once; one starts, the others adopt.
 *
 * @throws EmbeddedPostgresError saying what to change
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const home = openClusterHome(options.dataDirectory);
  const begin = async (): Promise<EmbeddedPostgres> => {
    // Before the server is looked for: whoever ends meanwhile then sees that it is still wanted.
    const use = new ServerUse(takeLease(home.directory));
    try {
      const credentials = loadCredentials(home);
      const { server, adopted } = await runServer(home, credentials, options, use);
      return handle(home, credentials, server, adopted, use);
    } catch (error) {
      // A stop during an adoption leaves no server behind that nobody uses; another failure leaves it for inspection.
      if (use.end() && use.server !== null && options.signal?.aborted === true) await stopServer(use.server);
      throw error;
    }
  };
  return withStartLock(home.directory, begin, options.signal);
}

/** This process' use of the server. Ends with the process, which then has no time to wait for the server. */
class ServerUse {
  /** The server, as soon as there is one. */
  server: ServerProcess | null = null;
  private readonly atExit = (): void => {
    if (this.lease.release() && this.server !== null) interruptServer(this.server);
  };

  constructor(private readonly lease: ServerLease) {
    process.once('exit', this.atExit);
  }

  /** True when no other live process uses the server. */
  end(): boolean {
    process.off('exit', this.atExit);
    return this.lease.release();
  }
}

interface RunningServer {
  server: ServerProcess;
  adopted: boolean;
}

async function runServer(
  home: ClusterHome,
  credentials: ClusterCredentials,
  options: EmbeddedPostgresOptions,
  use: ServerUse,
): Promise<RunningServer> {
  const { signal } = options;
  const deadline = Date.now() + RETRY_TIMEOUT_MS;
  for (;;) {
    const running = await findRunningServer(home, signal);
    use.server = running;
    if (running !== null) {
      const prepared = await prepareApplicationDatabase(home, running, credentials, signal);
      if (prepared) return { server: running, adopted: true };
      continue;
    }
    const mark = logLength(home);
    const started = await start(home, credentials, options, use);
    if (started !== null) return { server: started, adopted: false };
    const log = readLogSince(home, mark);
    const retryable = CLUSTER_BUSY.test(log) || (PORT_TAKEN.test(log) && options.port === undefined);
    if (!retryable || Date.now() > deadline) {
      throw new EmbeddedPostgresError(`PostgreSQL did not start in ${home.directory}: ${log.trim().slice(-2000)}`);
    }
    await delay(RETRY_STEP_MS);
  }
}

/** Null when the server ended before it was ready. */
async function start(
  home: ClusterHome,
  credentials: ClusterCredentials,
  options: EmbeddedPostgresOptions,
  use: ServerUse,
): Promise<ServerProcess | null> {
  const { durable = true, signal } = options;
  const settings = settingArguments(durable, options.settings ?? {});
  const binaries = options.binaries ?? prepareBinaries(home.account, home.directory);
  await ensureCluster(home, binaries, credentials, { durable, signal });
  const port = options.port ?? (await findFreePort());
  const server = await launchServer(home, binaries.postgres, port, settings);
  use.server = server;
  try {
    return (await prepareApplicationDatabase(home, server, credentials, signal)) ? server : null;
  } catch (error) {
    await stopServer(server);
    throw error;
  }
}

function handle(
  home: ClusterHome,
  credentials: ClusterCredentials,
  server: ServerProcess,
  adopted: boolean,
  use: ServerUse,
): EmbeddedPostgres {
  let stopped: Promise<void> | null = null;
  const stop = (): Promise<void> =>
    withStartLock(home.directory, async () => {
      if (use.end()) await stopServer(server);
    });
  return {
    url: applicationUrl(server.port, credentials),
    adminUrl: adminUrl(server.port, credentials),
    pid: server.pid,
    port: server.port,
    adopted,
    directory: home.directory,
    stop: () => (stopped ??= stop()),
  };
}
