import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { errorCode } from '../../common/problems/error-code';
import { OperatorError } from '../../common/problems/operator-error';

/** Key of the advisory lock that allows one process at a time to change roles. */
const ROLES_LOCK = 0x726f6c;
/**
 * Maximum time in milliseconds that a command waits until no other command changes roles. Then the command has the same
 * time again for its tries to lock the tables.
 */
const WAIT_MS = 10_000;
/**
 * Maximum time in milliseconds that a try waits for the locks of all tables together. A waiting try blocks requests.
 * The time is shorter than the default `deadlock_timeout` of PostgreSQL (1 s), so in a deadlock, the try gives up
 * before PostgreSQL ends the request.
 */
const TABLES_WAIT_MS = 500;
/** Pause in milliseconds between two tries. During the pause, requests get the tables. */
const TABLE_RETRY_MS = 500;
/** A statement of fewer milliseconds is assumed not to have waited for a lock. */
const WAITED_MIN_MS = 100;
/** The shortest `lock_timeout`; 0 would mean no limit. */
const LOCK_TIMEOUT_MIN_MS = 1;
const LOCK_NOT_AVAILABLE = '55P03';
const INSUFFICIENT_PRIVILEGE = '42501';
const CIRCULAR_MEMBERSHIP = '0LP01';

/**
 * Runs a statement that locks tables. If the waits for locks of this try exceed `TABLES_WAIT_MS` together, the
 * statement fails with `LOCK_NOT_AVAILABLE`. Waits of less than `WAITED_MIN_MS` do not count.
 */
export type RunLocking = (statement: string) => Promise<void>;

/**
 * Runs the work in a transaction, while no other process changes roles, and returns its result. Repeats it if a table
 * is busy, so the work must have no effects outside the transaction. Throws the errors of `toRoleFailure`. `setting` is
 * the name of the setting with the URL of `client`, for the messages of these errors; default `DATABASE_MIGRATION_URL`.
 */
export async function changeRoles<T>(
  client: Client,
  work: (runLocking: RunLocking) => Promise<T>,
  setting?: string,
): Promise<T> {
  let deadline = Infinity;
  const timedWork = (runLocking: RunLocking): Promise<T> => {
    // The time starts with the first run of the work, after the wait for other commands.
    deadline = Math.min(deadline, performance.now() + WAIT_MS);
    return work(runLocking);
  };
  for (; ; await delay(TABLE_RETRY_MS)) {
    try {
      return await tryChange(client, timedWork);
    } catch (error) {
      const mayRetry = errorCode(error) === LOCK_NOT_AVAILABLE && performance.now() + TABLE_RETRY_MS < deadline;
      if (!mayRetry) throw toRoleFailure(error, { setting });
    }
  }
}

async function tryChange<T>(client: Client, work: (runLocking: RunLocking) => Promise<T>): Promise<T> {
  await client.query(`BEGIN; SET LOCAL lock_timeout = ${WAIT_MS}`);
  try {
    await takeRolesLock(client);
    await client.query(`SET LOCAL lock_timeout = ${TABLES_WAIT_MS}`);
    const result = await work(lockingWithinLimit(client));
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/**
 * Returns a function that runs statements which wait for locks. PostgreSQL limits each wait on its own; the returned
 * function limits the total time of all waits.
 */
function lockingWithinLimit(client: Client): RunLocking {
  let leftMs = TABLES_WAIT_MS;
  return async (statement) => {
    const startedAt = performance.now();
    const timeoutMs = Math.max(LOCK_TIMEOUT_MIN_MS, Math.floor(leftMs));
    await client.query(`SET LOCAL lock_timeout = ${timeoutMs}; ${statement}`);
    const durationMs = performance.now() - startedAt;
    // The network alone can take some of the duration, so a short statement does not use up the time.
    if (durationMs >= WAITED_MIN_MS) leftMs -= durationMs;
  };
}

async function takeRolesLock(client: Client): Promise<void> {
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [ROLES_LOCK]);
  } catch (error) {
    if (errorCode(error) !== LOCK_NOT_AVAILABLE) throw error;
    throw new OperatorError('Another command changes the roles: run this command again when that one has ended.', {
      cause: error,
    });
  }
}

interface FailedChange {
  /** The right that the failed statements need; default `CREATEROLE`. */
  readonly right?: 'CREATEROLE' | 'CREATEDB';
  /** The setting with the URL of the role that ran them; default `DATABASE_MIGRATION_URL`. */
  readonly setting?: string | undefined;
}

/**
 * Converts an error about a missing right, a circular membership or a busy table to an `OperatorError`. Returns other
 * errors unchanged.
 */
export function toRoleFailure(
  error: unknown,
  { right = 'CREATEROLE', setting = 'DATABASE_MIGRATION_URL' }: FailedChange = {},
): unknown {
  const reason = error instanceof Error ? error.message : '';
  switch (errorCode(error)) {
    case INSUFFICIENT_PRIVILEGE:
      return new OperatorError(`The role of ${setting} needs ${right} (${reason}).`, { cause: error });
    case CIRCULAR_MEMBERSHIP:
      return new OperatorError(
        `One of the other roles is a member of the role of ${setting}: revoke its membership (${reason}).`,
        { cause: error },
      );
    case LOCK_NOT_AVAILABLE:
      return new OperatorError('A long statement uses the tables: run the command again when it has ended.', {
        cause: error,
      });
    default:
      return error;
  }
}
