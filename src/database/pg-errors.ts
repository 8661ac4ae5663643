import { types } from 'node:util';
import { QueryFailedError, QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';
import { reasonOf } from '../common/problems/error-code';
import { OperatorError } from '../common/problems/operator-error';
import { Problem } from '../common/problems/problem';

export type DatabaseErrorClass =
  | 'connection_lost'
  | 'client_timeout'
  | 'acquire_timeout'
  | 'statement_timeout'
  | 'out_of_resources'
  | 'read_only'
  | 'conflict_retry'
  | 'unique_violation'
  | 'foreign_key_violation'
  | 'bad_value'
  | 'other';

/** Codes of network errors. `ENOENT` means that the Unix socket of the server does not exist. */
const CONNECTION_ERRNO = new Set([
  ...['ECONNRESET', 'ECONNREFUSED', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOENT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
]);

/** Classifies an error of pg or TypeORM. Never throws. */
export function classifyDatabaseError(error: unknown): DatabaseErrorClass {
  // TypeORM releases a connection that fails between two statements. The next statement then throws one of these
  // errors.
  const isReleased =
    error instanceof QueryRunnerAlreadyReleasedError || error instanceof QueryRunnerProviderAlreadyReleasedError;
  if (isReleased) return 'connection_lost';
  const cause = error instanceof QueryFailedError ? (error.driverError as unknown) : error;
  // `instanceof Error` is false for system errors that were created in another realm, as under Jest.
  if (!types.isNativeError(cause)) return 'other';
  // Only errors of file operations have a `path`. The error of an absent Unix socket has an `address` instead.
  if ('path' in cause) return 'other';
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  if (CONNECTION_ERRNO.has(code) || code.startsWith('08')) return 'connection_lost';
  // admin_shutdown, crash_shutdown, cannot_connect_now, idle_in_transaction_session_timeout
  if (code === '57P01' || code === '57P02' || code === '57P03' || code === '25P03') return 'connection_lost';
  // Class 28: invalid authorization. 3D000: the database does not exist.
  if (isFatal(cause) || code.startsWith('28') || code === '3D000') return 'connection_lost';
  // query_canceled, lock_not_available
  if (code === '57014' || code === '55P03') return 'statement_timeout';
  if (code.startsWith('53') || code.startsWith('58')) return 'out_of_resources';
  if (code === '25006') return 'read_only';
  // serialization_failure, deadlock_detected
  if (code === '40001' || code === '40P01') return 'conflict_retry';
  // The server does not know the prepared statement, because its preparation, earlier in the pipeline, failed. The
  // driver regards a statement as prepared as soon as it has sent the preparation.
  if (code === '26000') return 'conflict_retry';
  if (code === '23505') return 'unique_violation';
  if (code === '23503') return 'foreign_key_violation';
  // Class 22: data exceptions. Class 54: program limits, such as the size of an index row.
  if (code.startsWith('22') || code.startsWith('54')) return 'bad_value';
  if (code !== '') return 'other';
  return classifyMessage(cause.message);
}

/**
 * Whether the server ended or refused the connection with this error. The server translates the severity into the
 * language of its messages, so the caller also checks the most frequent codes.
 */
function isFatal(error: Error): boolean {
  return 'severity' in error && (error.severity === 'FATAL' || error.severity === 'PANIC');
}

/** Classifies errors of pg's client and pool by their messages, because they have no code. */
function classifyMessage(message: string): DatabaseErrorClass {
  if (/query read timeout/i.test(message)) return 'client_timeout';
  // The first message means that no connection was free, the second that the server did not answer a new connection.
  if (/timeout exceeded when trying to connect|timeout expired/i.test(message)) return 'acquire_timeout';
  if (/connection terminated|not queryable|connection error|client has encountered|socket hang up/i.test(message)) {
    return 'connection_lost';
  }
  return 'other';
}

/** Whether the connection must not be reused after this error: it is lost, or a response may still be pending. */
export function leavesConnectionUnusable(error: unknown): boolean {
  const errorClass = classifyDatabaseError(error);
  return errorClass === 'connection_lost' || errorClass === 'client_timeout';
}

/** Returns the answer to a request that failed because of the database; null for all other errors, such as bugs. */
export function findDatabaseProblem(error: unknown): Problem | null {
  switch (classifyDatabaseError(error)) {
    case 'connection_lost':
    case 'acquire_timeout':
    case 'statement_timeout':
    case 'out_of_resources':
    case 'read_only':
    case 'conflict_retry':
      return Problem.overloaded(1);
    case 'client_timeout':
      return Problem.timeout();
    case 'bad_value':
      return new Problem('invalid-request', { detail: 'A value of the request cannot be processed.' });
    case 'unique_violation':
    case 'foreign_key_violation':
      return Problem.conflict('The request conflicts with a concurrent change.');
    case 'other':
      return null;
  }
}

const REMEDIES: Partial<Readonly<Record<DatabaseErrorClass, string>>> = {
  connection_lost: 'try again when it accepts connections',
  acquire_timeout: 'try again when it accepts connections',
  client_timeout: 'try again when it is less busy',
  statement_timeout: 'try again when it is less busy',
  out_of_resources: 'check its disk space, memory and connection limit',
  read_only: 'make it writable',
};

/**
 * Converts a database error that an operator can resolve, such as a full disk or a lost connection, to an
 * `OperatorError`. Returns other errors unchanged, including errors of file operations.
 */
export function toOperatorError(error: unknown): unknown {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  if (error instanceof OperatorError || !(cause instanceof Error)) return error;
  const remedy = REMEDIES[classifyDatabaseError(cause)];
  if (remedy === undefined) return error;
  return new OperatorError(`The database failed (${reasonOf(cause)}): ${remedy}.`, { cause: error });
}
