import { QueryFailedError } from 'typeorm';
import { errorCode } from '../../common/problems/error-code';
import { OperatorError } from '../../common/problems/operator-error';
import { toOperatorError } from '../pg-errors';

const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Converts an error that an operator can resolve to an `OperatorError`: a missing privilege, and the errors that
 * `toOperatorError` converts. Returns other errors unchanged.
 */
export function toMigrationFailure(error: unknown): unknown {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  if (errorCode(cause) !== INSUFFICIENT_PRIVILEGE) return toOperatorError(error);
  const message = cause instanceof Error ? cause.message : '';
  const text = `The database user may not migrate (${message}): make it the owner of the database.`;
  return new OperatorError(text, { cause: error });
}
