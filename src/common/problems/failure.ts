import { OperatorError } from './operator-error';
import { Problem } from './problem';

/**
 * Returns the text that a failed program prints: the message if the operator can fix the failure, otherwise the stack.
 * A refused field is named, with its rule.
 */
export function describeFailure(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  if (error instanceof Problem) {
    const fields = (error.errors ?? []).map(({ field, message }) => `${field} ${message}`);
    return [error.message, ...fields].join('; ');
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
