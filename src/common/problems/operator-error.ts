/** A failure that the operator can mend: the message says what is wrong and what to do, and nothing else is shown. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError';
}
