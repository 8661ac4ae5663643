/**
 * A failure that the operator can fix. The server and commands print only its message, which states the problem and the
 * remedy.
 */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError';
}
