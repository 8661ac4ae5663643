import { OperatorError } from './operator-error';
import { Problem } from './problem';

/** What a program prints when it fails: the message where the operator can mend it, else the stack. */
export function describeFailure(error: unknown): string {
  if (error instanceof OperatorError || error instanceof Problem) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
