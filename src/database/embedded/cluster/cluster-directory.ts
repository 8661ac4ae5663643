import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { ADMIN_ROLE, type ClusterCredentials } from './cluster-credentials';
import type { ClusterHome } from './cluster-home';
import { OperatorError } from '../../../common/problems/operator-error';
import { errorCode } from '../../../common/problems/error-code';
import { readIfPresent } from './cluster-files';
import { giveTo, programOptions } from '../server/server-account';
import type { ServerBinaries } from '../server/server-binaries';

/** Content of `pg_hba.conf`. Allows only local sockets, with passwords. */
const HOST_RULES = 'local all all scram-sha-256\n';

const DRAFT_PREFIX = 'initializing-';

/**
 * Values for `--lc-ctype`. With the value C, `pg_trgm` would recognize no letters outside ASCII. The second value is
 * for systems whose C library has no C.UTF-8.
 */
const CHARACTER_TYPES = ['C.UTF-8', 'en_US.UTF-8'];

interface ClusterOptions {
  readonly durable: boolean;
  /** An abort stops the creation; `ensureCluster` then throws the abort reason. */
  readonly signal?: AbortSignal;
}

/**
 * Creates the cluster if it does not exist. Builds it under a temporary name and renames it when it is complete, so
 * that an interrupted creation leaves no incomplete cluster under the final name. Throws an `OperatorError` when initdb
 * cannot run or fails, or the existing cluster is invalid or has another major version.
 */
export async function ensureCluster(
  home: ClusterHome,
  binaries: ServerBinaries,
  credentials: ClusterCredentials,
  options: ClusterOptions,
): Promise<void> {
  if (existsSync(home.cluster)) {
    requireVersion(home.cluster, binaries.majorVersion);
    return;
  }
  requireUserName(home);
  removeDrafts(home.directory);
  const draft = join(home.directory, `${DRAFT_PREFIX}${randomBytes(6).toString('hex')}`);
  const passwordFile = `${draft}.password`;
  try {
    writeFileSync(passwordFile, `${credentials.adminPassword}\n`, { mode: 0o600, flag: 'wx' });
    if (home.account.differsFromProcess) chownSync(passwordFile, home.account.uid, home.account.gid);
    await initializeCluster(home, binaries, draft, passwordFile, options);
    writeFileSync(join(draft, 'pg_hba.conf'), HOST_RULES);
    renameSync(draft, home.cluster);
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Removes incomplete clusters and password files of killed processes. Retries, as an initdb may still add files. */
function removeDrafts(directory: string): void {
  for (const name of readdirSync(directory).filter((entry) => entry.startsWith(DRAFT_PREFIX))) {
    rmSync(join(directory, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

function requireVersion(cluster: string, majorVersion: string): void {
  const version = readIfPresent(join(cluster, 'PG_VERSION'))?.trim();
  if (version === majorVersion) return;
  throw new OperatorError(
    version === undefined
      ? `${cluster} exists but is not a PostgreSQL cluster: choose another data directory.`
      : `${cluster} was created by PostgreSQL ${version}, but the installed version is ${majorVersion}: dump and restore it, or remove it.`,
  );
}

/**
 * Throws when the user id of this process has no user name, as in a container with an arbitrary user id, because initdb
 * requires a name.
 */
function requireUserName(home: ClusterHome): void {
  if (home.account.differsFromProcess) return;
  try {
    userInfo();
  } catch (error) {
    if (!['ENOENT', 'ERR_SYSTEM_ERROR'].includes(errorCode(error))) throw error;
    throw new OperatorError(`User id ${home.account.uid} has no user name, which initdb requires: set DATABASE_URL.`);
  }
}

async function initializeCluster(
  home: ClusterHome,
  binaries: ServerBinaries,
  draft: string,
  passwordFile: string,
  { durable, signal }: ClusterOptions,
): Promise<void> {
  let output = '';
  for (const characterType of CHARACTER_TYPES) {
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { mode: 0o700 });
    giveTo(home.account, draft);
    const args = [
      ...['-D', draft, '--username', ADMIN_ROLE, '--pwfile', passwordFile],
      ...['--auth-host=scram-sha-256', '--auth-local=scram-sha-256', '--no-instructions'],
      ...['--encoding=UTF8', ...binaries.localeOptions, `--lc-ctype=${characterType}`],
      ...['--lc-collate=C', '--lc-messages=C', '--lc-monetary=C', '--lc-numeric=C', '--lc-time=C'],
      ...['--text-search-config=simple', ...(durable ? [] : ['--no-sync'])],
    ];
    const result = await runProgram(binaries.initdb, args, home, signal);
    if (result.status === 0) return;
    output = result.output;
    if (!output.includes('invalid locale name')) break;
  }
  throw new OperatorError(`initdb failed in ${home.directory}: ${output.trim().slice(-2000)}`);
}

/** Runs a program to its end. An abort of `signal` ends the program and rejects the promise with the abort reason. */
async function runProgram(
  program: string,
  args: string[],
  home: ClusterHome,
  signal?: AbortSignal,
): Promise<{ status: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const child = spawn(program, args, {
      ...programOptions(home.account),
      signal,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let output = '';
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
    child.on('error', (error) => {
      // After an abort, the promise waits for 'close', because initdb removes its files before it exits.
      if (child.pid === undefined) reject(new OperatorError(`${program} cannot be run: ${error.message}`));
    });
    child.on('close', (status) =>
      signal?.aborted === true ? reject(signal.reason as Error) : resolve({ status, output }),
    );
  });
}
