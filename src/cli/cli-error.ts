import { OperatorError } from '../common/problems/operator-error';

/** A command cannot be executed, or it failed. The message is shown to the operator; the exit code is 1. */
export class CliError extends OperatorError {
  override readonly name = 'CliError';
}
