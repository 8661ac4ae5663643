import { OperatorError } from './operator-error';
import { Problem } from './problem';

/**
 * Returns the text that a failed program prints: the message if the operator can fix the failure, otherwise the stack.
 */
export function describeFailure(error: unknown): string {
  if (error instanceof OperatorError || error instanceof Problem) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
