import { OperatorError } from '../../common/problems/operator-error';

/** The demo does not start, because it could touch something that is not its own. One sentence for the operator. */
export class StartRefusedError extends OperatorError {
  override readonly name = 'StartRefusedError';
}
