import { OperatorError } from './operator-error';
import { Problem } from './problem';

/**
 * Returns the text that a failed server or command prints: the message of an `OperatorError`, the message and the
 * refused fields of a `Problem`, or the stack of any other error.
 */
export function describeFailure(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  if (error instanceof Problem) {
    const fields = (error.errors ?? []).map(({ field, message }) => `${field} ${message}`);
    return [error.message, ...fields].join('; ');
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
