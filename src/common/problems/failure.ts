import { OperatorError } from './operator-error';
import { Problem } from './problem';

/**
 * Returns the text that a failed server or command prints. For an `OperatorError`, it is the message. For a `Problem`,
 * it is the message and each refused field with its rule. For other errors, it is the stack.
 */
export function describeFailure(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  if (error instanceof Problem) {
    const fields = (error.errors ?? []).map(({ field, message }) => `${field} ${message}`);
    return [error.message, ...fields].join('; ');
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
