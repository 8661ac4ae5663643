import { types } from 'node:util';

/** The logged parts of an error. Contains no statement, parameters or values. */
export interface LoggedError {
  type: string;
  message: string;
  /** SQLSTATE or system error code. */
  code?: string;
  /** Constraint named by PostgreSQL. */
  constraint?: string;
  stack?: string;
  cause?: LoggedError;
}

const MAX_STACK_CHARS = 4000;
const MAX_CAUSES = 3;

/**
 * Removes private data from an error. Database errors contain the statement and its parameters, which must not be
 * logged.
 */
export function toLoggedError(error: unknown, causes = MAX_CAUSES): LoggedError {
  if (!types.isNativeError(error)) return { type: typeof error, message: 'A value that is not an Error was thrown.' };
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return {
    type: error.name,
    message: withoutValues(error.message),
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    stack: withoutValues(error.stack ?? '').slice(0, MAX_STACK_CHARS),
    ...(error.cause === undefined || causes === 0 ? {} : { cause: toLoggedError(error.cause, causes - 1) }),
  };
}

/** PostgreSQL quotes the invalid value after a colon, as in: invalid input syntax for type uuid: "…". */
function withoutValues(text: string): string {
  return text.replace(/: "[^\n]*"/g, ': "…"').replace(/\((?:[^()\n]*)\)=\([^\n]*\)/g, '(…)');
}
