import { totalmem } from 'node:os';
import { OperatorError } from '../../../common/problems/operator-error';

const MEBIBYTE = 1024 * 1024;

/** Defaults for a machine with two cores and a few gigabytes of memory that the server shares with the application. */
const COMMON: Readonly<Record<string, string>> = {
  max_connections: '100',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  // There are no replicas, so PostgreSQL can sync the files of new tables and indexes instead of writing their content
  // to the write-ahead log.
  wal_level: 'minimal',
  max_wal_senders: '0',
  wal_compression: 'off',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  checkpoint_completion_target: '0.9',
  autovacuum_vacuum_scale_factor: '0.05',
  autovacuum_analyze_scale_factor: '0.02',
};

/** For tests only: a crash loses data. Autovacuum is off, so that it cannot change the result of a test. */
const VOLATILE: Readonly<Record<string, string>> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
};

/** Settings that cannot be overridden: no TCP port, no TLS, passwords stored for SCRAM, the log on standard error. */
const FIXED: Readonly<Record<string, string>> = {
  listen_addresses: '',
  password_encryption: 'scram-sha-256',
  ssl: 'off',
  logging_collector: 'off',
  log_destination: 'stderr',
};

/**
 * Returns the command-line arguments for the server's settings. Throws an `OperatorError` for an invalid setting name,
 * or for a fixed setting.
 *
 * @param durable false trades crash safety for speed
 * @param overrides settings by name; they take precedence over the defaults
 */
export function settingArguments(durable: boolean, overrides: Readonly<Record<string, string>>): string[] {
  for (const name of Object.keys(overrides)) {
    if (!/^[a-z][a-z0-9_.]*$/.test(name))
      throw new OperatorError(`"${name}" is not the name of a PostgreSQL setting in lower case.`);
    if (Object.hasOwn(FIXED, name) || name === 'port' || name === 'unix_socket_directories') {
      throw new OperatorError(`The setting "${name}" is fixed and cannot be changed.`);
    }
  }
  const settings: Record<string, string> = {
    ...COMMON,
    shared_buffers: `${sharedBuffersMebibytes()}MB`,
    effective_cache_size: `${effectiveCacheMebibytes()}MB`,
    ...(durable ? {} : VOLATILE),
    ...overrides,
    ...FIXED,
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Half of the memory, at least 512 MiB. */
function effectiveCacheMebibytes(): number {
  return Math.max(512, Math.floor(memoryMebibytes() / 2));
}

/**
 * A sixteenth of the memory, from 128 MiB to 2 GiB. The upper limit is enough for the documents and indexes of a
 * million items. The operating system allocates the buffers only as they are used.
 */
function sharedBuffersMebibytes(): number {
  return Math.min(2_048, Math.max(128, Math.floor(memoryMebibytes() / 16)));
}

/** The memory of the machine, or the memory limit of this process's container if that is lower. */
function memoryMebibytes(): number {
  const limit = process.constrainedMemory?.() ?? 0;
  return (limit > 0 && limit < totalmem() ? limit : totalmem()) / MEBIBYTE;
}
