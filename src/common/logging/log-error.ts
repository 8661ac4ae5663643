import { types } from 'node:util';

/** What is logged of an error: its kind, place and cause. No statement, no parameters, no values. */
export interface LoggedError {
  type: string;
  message: string;
  /** SQLSTATE or system error code. */
  code?: string;
  /** Constraint that PostgreSQL names. */
  constraint?: string;
  stack?: string;
  cause?: LoggedError;
}

const MAX_STACK_CHARS = 4000;
const MAX_CAUSES = 3;

/** Errors of the database carry the statement with its parameters; none of that may reach the log. */
export function toLoggedError(error: unknown, causes = MAX_CAUSES): LoggedError {
  if (!types.isNativeError(error)) return { type: typeof error, message: 'Something that is no error was thrown.' };
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

/** PostgreSQL quotes the offending value behind a colon, as in: invalid input syntax for type uuid: "…". */
function withoutValues(text: string): string {
  return text.replace(/: "[^\n]*"/g, ': "…"').replace(/\((?:[^()\n]*)\)=\([^\n]*\)/g, '(…)');
}
