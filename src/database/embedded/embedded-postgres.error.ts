import { OperatorError } from '../../common/problems/operator-error';

/** The embedded server cannot be started, adopted or stopped; the message says what to do about it. */
export class EmbeddedPostgresError extends OperatorError {
  override readonly name = 'EmbeddedPostgresError';
}
