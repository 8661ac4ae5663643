/** A failure that the operator can fix. The message states the problem and the remedy; only the message is shown. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError';
}
