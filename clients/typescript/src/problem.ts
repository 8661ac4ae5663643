import type { components } from './generated/api.ts';

/** Body of an error answer. */
export type Problem = components['schemas']['Problem'];

/** A code from the closed list of the service. `unknown`: the error answer is not a problem document of the service. */
export type ProblemCode = Problem['code'] | 'unknown';

/** An error answer. `message` describes the error for people. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';

  constructor(
    /** Status of the answer. */
    readonly status: number,
    /** The problem code. */
    readonly code: ProblemCode,
    message: string,
    /** The refused fields of the request; empty if the code concerns no field. */
    readonly errors: NonNullable<Problem['errors']> = [],
    /** Id of the request in the answer and in the log of the service; null if the answer has none. */
    readonly requestId: string | null = null,
  ) {
    super(message);
  }

  /** Reads the body of an error answer. */
  static from(status: number, body: unknown): ProblemError {
    if (!isProblem(body)) return new ProblemError(status, 'unknown', `The address answered with status ${status}.`);
    const fields = (body.errors ?? []).map(({ field, message }) => `${field} ${message}`);
    const message = [body.title, ...(body.detail === undefined ? [] : [body.detail]), ...fields].join('; ');
    return new ProblemError(status, body.code, message, body.errors, body.instance);
  }
}

/** Checks the types of the members, because the error answer of a proxy may have members with the same names. */
function isProblem(body: unknown): body is Problem {
  if (!isObject(body)) return false;
  const { code, title, instance, detail = '', errors = [] } = body;
  if (![code, title, instance, detail].every((text) => typeof text === 'string')) return false;
  return Array.isArray(errors) && errors.every(isFieldError);
}

function isFieldError(error: unknown): boolean {
  return isObject(error) && typeof error['field'] === 'string' && typeof error['message'] === 'string';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
