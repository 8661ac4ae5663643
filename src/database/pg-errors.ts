import { types } from 'node:util';
import { QueryFailedError, QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';
import { Problem } from '../common/problems/problem';

/** Why a database call failed, as far as the caller can do something about it. */
export type DatabaseFailure =
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

const CONNECTION_ERRNO = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT', 'ENOENT', 'EHOSTUNREACH']);

/** Sorts an error of pg or TypeORM into the closed list above; never throws. */
export function classifyDatabaseError(error: unknown): DatabaseFailure {
  if (isReleased(error)) return 'connection_lost';
  const cause = error instanceof QueryFailedError ? (error.driverError as unknown) : error;
  // Not `instanceof`: errors of the system may come from another realm than ours.
  if (!types.isNativeError(cause)) return 'other';
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  if (CONNECTION_ERRNO.has(code) || code.startsWith('08')) return 'connection_lost';
  if (code === '57P01' || code === '57P02' || code === '57P03' || code === '25P03') return 'connection_lost';
  if (code === '57014' || code === '55P03') return 'statement_timeout';
  if (code.startsWith('53') || code.startsWith('58')) return 'out_of_resources';
  if (code === '25006') return 'read_only';
  if (code === '40001' || code === '40P01') return 'conflict_retry';
  if (code === '23505') return 'unique_violation';
  if (code === '23503') return 'foreign_key_violation';
  if (code.startsWith('22') || code.startsWith('54')) return 'bad_value';
  if (code !== '') return 'other';
  return classifyMessage(cause.message);
}

// TypeORM lets go of a connection that breaks between two statements, and this is all that the next one is told.
function isReleased(error: unknown): boolean {
  return error instanceof QueryRunnerAlreadyReleasedError || error instanceof QueryRunnerProviderAlreadyReleasedError;
}

// pg reports its own failures without a code; these are the texts of its client and its pool.
function classifyMessage(message: string): DatabaseFailure {
  if (/query read timeout/i.test(message)) return 'client_timeout';
  // The first when no connection is free, the second when the server does not answer a new one.
  if (/timeout exceeded when trying to connect|timeout expired/i.test(message)) return 'acquire_timeout';
  if (/connection terminated|not queryable|connection error|client has encountered|socket hang up/i.test(message)) {
    return 'connection_lost';
  }
  return 'other';
}

/** Whether the connection that gave this error may still have an answer under way and must not be used again. */
export function poisonsConnection(error: unknown): boolean {
  const failure = classifyDatabaseError(error);
  return failure === 'connection_lost' || failure === 'client_timeout';
}

/** The problem a client sees for a database error; null when it is a fault of ours. */
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
      return new Problem('invalid-request', { detail: 'A value is outside what the service can store.' });
    case 'unique_violation':
    case 'foreign_key_violation':
      return Problem.conflict('The request conflicts with a concurrent change.');
    case 'other':
      return null;
  }
}
