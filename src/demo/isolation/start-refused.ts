import { OperatorError } from '../../common/problems/operator-error';

/**
 * The demo refuses to start, because it could change files or data that it did not create, or because it has no
 * privilege to create its database.
 */
export class StartRefusedError extends OperatorError {
  override readonly name = 'StartRefusedError';
}
