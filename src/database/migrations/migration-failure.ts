import { QueryFailedError } from 'typeorm';
import { errorCode } from '../../common/problems/error-code';
import { OperatorError } from '../../common/problems/operator-error';

const INSUFFICIENT_PRIVILEGE = '42501';
/** How the versions of PostgreSQL say that an extension is not installed. */
const NOT_INSTALLED: ReadonlySet<string> = new Set(['0A000', '58P01', '22023']);

/** The `OperatorError` for a migration that lacks an extension or a right; any other error as it is. */
export function toMigrationFailure(error: unknown): unknown {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  const message = cause instanceof Error ? cause.message : '';
  const extension = /extension "([^"]+)"/.exec(message)?.[1];
  const code = errorCode(cause);
  if (extension !== undefined && NOT_INSTALLED.has(code)) {
    return new OperatorError(
      `The extension ${extension} is not installed on the database server: install PostgreSQL's additional modules ` +
        '(often the package postgresql-contrib) there, then migrate again.',
      { cause: error },
    );
  }
  if (code !== INSUFFICIENT_PRIVILEGE) return error;
  const remedy =
    extension === undefined
      ? 'make it the owner of the database'
      : `make it the owner of the database, or run CREATE EXTENSION ${extension} there as a superuser`;
  return new OperatorError(`The user of DATABASE_URL may not migrate (${message}): ${remedy}.`, { cause: error });
}
