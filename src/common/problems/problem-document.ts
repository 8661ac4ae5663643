import type { FieldError, Problem } from './problem';
import { PROBLEM_CODES, type ProblemCode } from './problem-codes';

/** Body of an error response, `application/problem+json`. */
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

/** The media type of every error answer. */
export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/** Path of the page that explains the errors. The `type` of a problem is a link to a section of this page. */
export const PROBLEM_PAGE_PATH = '/api/docs/errors';

/**
 * Returns the body of a problem (RFC 9457). Standard members take precedence over extensions. `basePath` is the path
 * under which a proxy publishes the service.
 */
export function toProblemDocument(problem: Problem, requestId: string, basePath = ''): ProblemDocument {
  return {
    ...problem.extras,
    type: `${basePath}${PROBLEM_PAGE_PATH}#${problem.code}`,
    title: PROBLEM_CODES[problem.code].title,
    status: problem.status,
    code: problem.code,
    instance: requestId,
    // An undefined member is absent in JSON, and replaces an extension of this name.
    detail: problem.detail,
    errors: problem.errors,
  };
}
