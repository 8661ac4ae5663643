import { types } from 'node:util';

interface LoggedError {
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

/** Returns the parts of an error that may be logged: no statements, parameters or values of database errors. */
export function toLoggedError(error: unknown, maxCauses = MAX_CAUSES): LoggedError {
  if (!types.isNativeError(error)) return { type: typeof error, message: 'A value that is not an Error was thrown.' };
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return {
    type: error.name,
    message: maskValues(error.message),
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    stack: maskValues(error.stack ?? '').slice(0, MAX_STACK_CHARS),
    ...(error.cause === undefined || maxCauses === 0 ? {} : { cause: toLoggedError(error.cause, maxCauses - 1) }),
  };
}

/** Masks values in messages of PostgreSQL: texts in quotation marks after a colon, and `(column)=(value)`. */
function maskValues(text: string): string {
  return text.replace(/: "[^\n]*"/g, ': "…"').replace(/\((?:[^()\n]*)\)=\([^\n]*\)/g, '(…)');
}
