import { OperatorError } from '../../common/problems/operator-error';

/**
 * The demo refuses to start with this root or this database, for example because it could change files or data that it
 * did not create.
 */
export class StartRefusedError extends OperatorError {
  override readonly name = 'StartRefusedError';
}
