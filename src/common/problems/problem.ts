import { PROBLEM_CODES, type ProblemCode } from './problem-codes';

/**
 * A refused field. `field` is its path in the request, such as `caps.candidate_limit`. `message` states what is
 * expected, and never contains the value.
 */
export interface FieldError {
  field: string;
  message: string;
}

interface ProblemOptions {
  /** Text about this occurrence. Must not contain input other than field names and enum values. */
  detail?: string;
  errors?: FieldError[];
  /** Response headers, such as `Retry-After` or `Allow`. */
  headers?: Record<string, string>;
  /** Extension members of the document, such as `superseded_by`. They cannot replace standard members. */
  extras?: Record<string, unknown>;
  /** The causing error; only logged. */
  cause?: unknown;
  /** A constant that is more specific than `code`, for the log and for metrics. It is never sent. */
  reason?: string;
}

/** The `reason` of a login that is refused because of earlier failures. Metrics count it as delayed. */
export const LOGIN_DELAYED = 'login-delayed';

/** An error that clients receive as a response. The exception filter converts it to an HTTP response. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ProblemCode;
  readonly status: number;
  readonly detail?: string;
  readonly errors?: FieldError[];
  readonly headers?: Record<string, string>;
  readonly extras?: Record<string, unknown>;
  readonly reason?: string;

  constructor(code: ProblemCode, options: ProblemOptions = {}) {
    super(options.detail ?? PROBLEM_CODES[code].title, { cause: options.cause });
    this.code = code;
    this.status = PROBLEM_CODES[code].status;
    this.detail = options.detail;
    this.errors = options.errors;
    this.headers = options.headers;
    this.extras = options.extras;
    this.reason = options.reason;
  }

  /** 400: one field, parameter or header is refused. */
  static invalidField(field: string, message: string): Problem {
    return Problem.invalidRequest([{ field, message }]);
  }

  /** 400: fields, parameters or headers are refused. */
  static invalidRequest(errors: FieldError[]): Problem {
    return new Problem('invalid-request', { errors });
  }

  /** 400: a text is not a media id. `field` is its body field; omit it for a path parameter. */
  static invalidMediaId(field?: string): Problem {
    const errors = field === undefined ? undefined : [{ field, message: 'must be a media id such as movie:<uuid>' }];
    return new Problem('invalid-media-id', { errors });
  }

  /** 400: a cursor is not valid. The answer does not contain the reason. */
  static invalidCursor(): Problem {
    return new Problem('invalid-cursor');
  }

  /** 401. Set `error` only if the request has a token (RFC 6750, section 3.1). `reason` is never sent. */
  static unauthorized(error?: 'invalid_token', reason?: string): Problem {
    const challenge = error === undefined ? 'Bearer' : `Bearer error="${error}"`;
    return new Problem('unauthorized', { headers: { 'WWW-Authenticate': challenge }, reason });
  }

  /** 403: the caller is authenticated but not allowed. */
  static forbidden(): Problem {
    return new Problem('forbidden');
  }

  /** 404. It has no detail, because the answer for rows of other users must be the same as for absent rows. */
  static notFound(): Problem {
    return new Problem('not-found');
  }

  /** 409: the state of the resource does not allow the operation. */
  static conflict(detail: string): Problem {
    return new Problem('conflict', { detail });
  }

  /** 410: the resource was superseded. `extras` names its last successor. */
  static gone(extras: Record<string, unknown>): Problem {
    return new Problem('gone', { extras });
  }

  /** 429: a login that comes too early after failures. `Retry-After` has whole seconds, rounded up, at least 1. */
  static loginDelayed(retryAfterSeconds: number): Problem {
    return new Problem('rate-limited', { headers: retryAfter(retryAfterSeconds), reason: LOGIN_DELAYED });
  }

  /** 503. `Retry-After` has whole seconds, rounded up, at least 1. */
  static overloaded(retryAfterSeconds: number): Problem {
    return new Problem('overloaded', { headers: retryAfter(retryAfterSeconds) });
  }

  /** 502: another service failed. `Retry-After` has whole seconds, rounded up, at least 1. */
  static upstreamFailed(retryAfterSeconds: number): Problem {
    return new Problem('upstream-failed', { headers: retryAfter(retryAfterSeconds) });
  }

  /** 504: the answer was not ready within the time limit. */
  static timeout(): Problem {
    return new Problem('timeout');
  }
}

function retryAfter(seconds: number): Record<string, string> {
  return { 'Retry-After': String(Math.max(1, Math.ceil(seconds))) };
}
