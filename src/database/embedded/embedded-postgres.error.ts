import { OperatorError } from '../../common/problems/operator-error';

/** The embedded server cannot be started, adopted or stopped. The message has the cause and, if known, the remedy. */
export class EmbeddedPostgresError extends OperatorError {
  override readonly name = 'EmbeddedPostgresError';
}
