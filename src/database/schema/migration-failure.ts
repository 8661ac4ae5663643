import { QueryFailedError } from 'typeorm';
import { errorCode } from '../../common/problems/error-code';
import { OperatorError } from '../../common/problems/operator-error';

const INSUFFICIENT_PRIVILEGE = '42501';

/** The `OperatorError` for a migration that lacks a right; any other error as it is. */
export function toMigrationFailure(error: unknown): unknown {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  if (errorCode(cause) !== INSUFFICIENT_PRIVILEGE) return error;
  const message = cause instanceof Error ? cause.message : '';
  const text = `The user of DATABASE_URL may not migrate (${message}): make it the owner of the database.`;
  return new OperatorError(text, { cause: error });
}
