import { OperatorError } from '../common/problems/operator-error';

/** A refusal of a command, told in one sentence; the exit code is 1. */
export class CliError extends OperatorError {
  override readonly name = 'CliError';
}
