/** The error class that carries a problem of the closed list, and the document it is answered as (RFC 9457). */
import { PROBLEM_CODES, type ProblemCode } from './problem-codes';

/** One refused field: its path in the request (`caps.candidate_limit`), and what is expected of it. Never its value. */
export interface FieldError {
  field: string;
  message: string;
}

/** What a problem may carry beside its code. */
export interface ProblemOptions {
  /** One sentence for a human about this occurrence; must hold nothing of the input but field names. */
  detail?: string;
  errors?: FieldError[];
  /** Response headers that belong to the answer, such as `Retry-After` or `Allow`. */
  headers?: Record<string, string>;
  /** Extension members of the document, such as `superseded_by`; they never replace a standard member. */
  extras?: Record<string, unknown>;
  /** What led to it, for the log alone. */
  cause?: unknown;
  /** A code of a closed list that says more than the problem's own code, for the log alone. */
  reason?: string;
}

/** The body of an error answer, `application/problem+json`. */
export interface ProblemDocument {
  type: string;
  title: string;
  status: number;
  code: ProblemCode;
  /** The request id. */
  instance: string;
  detail?: string;
  errors?: FieldError[];
  [extension: string]: unknown;
}

/** Where the error page is served; `type` refers to its sections. */
export const PROBLEM_PAGE_PATH = '/api/docs/errors';

/** An error that is an answer: the exception filter renders it, nothing else needs to know HTTP. */
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

  /** 400: the named fields are refused. */
  static invalidRequest(errors: FieldError[]): Problem {
    return new Problem('invalid-request', { errors });
  }

  /** 400: not a media id. `field` names the body field; none for a path parameter. */
  static invalidMediaId(field?: string): Problem {
    const errors = field === undefined ? undefined : [{ field, message: 'must be a media id such as movie:<uuid>' }];
    return new Problem('invalid-media-id', { errors });
  }

  /** 400: the same answer whatever is wrong with the cursor. */
  static invalidCursor(): Problem {
    return new Problem('invalid-cursor');
  }

  /** 401. `error` only when a token was sent (RFC 6750, section 3.1); `reason` is for the log alone. */
  static unauthorized(error?: 'invalid_token', reason?: string): Problem {
    const challenge = error === undefined ? 'Bearer' : `Bearer error="${error}"`;
    return new Problem('unauthorized', { headers: { 'WWW-Authenticate': challenge }, reason });
  }

  /** 403: known, but not allowed. */
  static forbidden(): Problem {
    return new Problem('forbidden');
  }

  /** 404: the one answer for absent and for foreign rows, so it takes no detail. */
  static notFound(): Problem {
    return new Problem('not-found');
  }

  /** 409: the state does not allow it. */
  static conflict(detail: string): Problem {
    return new Problem('conflict', { detail });
  }

  /** 410, with the successor in `extras`. */
  static gone(extras: Record<string, unknown>): Problem {
    return new Problem('gone', { extras });
  }

  /** 429; the wait is rounded up to whole seconds, at least one. */
  static rateLimited(retryAfterSeconds: number): Problem {
    return new Problem('rate-limited', { headers: retryAfter(retryAfterSeconds) });
  }

  /** 503; the wait is rounded up to whole seconds, at least one. */
  static overloaded(retryAfterSeconds: number): Problem {
    return new Problem('overloaded', { headers: retryAfter(retryAfterSeconds) });
  }

  /** 504. */
  static timeout(): Problem {
    return new Problem('timeout');
  }
}

function retryAfter(seconds: number): Record<string, string> {
  return { 'Retry-After': String(Math.max(1, Math.ceil(seconds))) };
}

/** The RFC 9457 body of a problem. Standard members always win over extensions. */
export function toProblemDocument(problem: Problem, requestId: string): ProblemDocument {
  return {
    ...problem.extras,
    type: `${PROBLEM_PAGE_PATH}#${problem.code}`,
    title: PROBLEM_CODES[problem.code].title,
    status: problem.status,
    code: problem.code,
    instance: requestId,
    ...(problem.detail === undefined ? {} : { detail: problem.detail }),
    ...(problem.errors === undefined ? {} : { errors: problem.errors }),
  };
}
