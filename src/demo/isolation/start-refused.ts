import { OperatorError } from '../../common/problems/operator-error';

/**
 * The demo refuses to start: it could change files or data that it did not create, cannot read the path of its root, or
 * has no privilege to create its database.
 */
export class StartRefusedError extends OperatorError {
  override readonly name = 'StartRefusedError';
}
