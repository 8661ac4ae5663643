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
  const stack = error.stack ?? '';
  // If the stack contains the message, only the message is masked. The rest of the stack contains no values, and
  // masking it would remove all lines between two quotation marks.
  const framesAt = stack.indexOf(error.message) + error.message.length;
  const hasMessage = stack.includes(error.message);
  return {
    type: error.name,
    message: maskValues(error.message),
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    stack: (hasMessage ? maskValues(stack.slice(0, framesAt)) + stack.slice(framesAt) : maskValues(stack)).slice(
      0,
      MAX_STACK_CHARS,
    ),
    ...(error.cause === undefined || maxCauses === 0 ? {} : { cause: toLoggedError(error.cause, maxCauses - 1) }),
  };
}

/** The texts before and after a value in messages of PostgreSQL. Other texts in quotation marks are names. */
const VALUE_PLACES: readonly (readonly [before: string, after: string])[] = [
  [': "', '"'],
  ['"', '" is out of range'],
  ['at or near "', '"'],
  ['time zone "', '"'],
  [')=(', ')'],
];

/** Masks values in messages of PostgreSQL. Values can contain quotation marks and line breaks. */
function maskValues(text: string): string {
  return VALUE_PLACES.reduce((masked, [before, after]) => {
    const start = masked.indexOf(before) + before.length;
    const end = masked.lastIndexOf(after);
    return start >= before.length && end >= start ? `${masked.slice(0, start)}…${masked.slice(end)}` : masked;
  }, text);
}
