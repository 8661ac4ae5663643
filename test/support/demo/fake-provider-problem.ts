/** Errors of the fake provider. */

/** An error response. */
export class FakeProblem extends Error {
  constructor(
    readonly status: number,
    readonly body: unknown,
  ) {
    super(`status ${status}`);
  }
}

/** Returns an error with a code and a message of the provider. */
export function problem(status: number, code: number, message: string): FakeProblem {
  return new FakeProblem(status, { status_code: code, status_message: message, success: false });
}

/** Returns the error for an unknown path, an unknown film or series, and an unknown part of one, such as a season. */
export function notFound(): FakeProblem {
  return new FakeProblem(404, { status_code: 34, status_message: 'The resource you requested could not be found.' });
}
