import {
  type ArgumentsHost,
  BadRequestException,
  Catch,
  type ExceptionFilter,
  HttpException,
  Inject,
  Injectable,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Config } from '../common/config/config';
import { CONFIG } from '../common/config/config.token';
import { Problem } from '../common/problems/problem';
import { PROBLEM_MEDIA_TYPE, toProblemDocument } from '../common/problems/problem-document';
import { PROBLEM_CODES, type ProblemCode } from '../common/problems/problem-codes';
import { ClientGoneError } from '../common/request-context';
import { findDatabaseProblem } from '../database/pg-errors';
import { ServiceLogger } from '../common/logging/service-logger';
import { requestIdOf } from './middleware/request-id';

/**
 * Answers every error with a problem document, unless the client is gone or the answer has already begun. The details
 * of an unexpected error are only logged.
 */
@Injectable()
@Catch()
export class ProblemFilter implements ExceptionFilter {
  protected readonly basePath: string;

  constructor(
    private readonly logger: ServiceLogger,
    @Inject(CONFIG) { http }: Config,
  ) {
    this.basePath = http.basePath;
  }

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    if (error instanceof ClientGoneError) return;
    const problem = toProblem(error);
    this.logFailure(error, problem, request);
    response.locals.problem = problem.code;
    response.locals.reason = problem.reason;
    if (response.headersSent) {
      // The closed connection shows the client that the answer is incomplete.
      request.socket.destroy();
      return;
    }
    answerProblem(request, response, problem, this.basePath);
  }

  private logFailure(error: unknown, problem: Problem, request: Request): void {
    if (problem.status < 500) return;
    const fields = { request_id: requestIdOf(request), code: problem.code, err: error };
    if (problem.code === 'internal') this.logger.pino.error(fields, 'A request failed');
    else this.logger.pino.warn(fields, 'A request could not be served now');
  }
}

function answerProblem(request: Request, response: Response, problem: Problem, basePath: string): void {
  for (const name of ['ETag', 'Last-Modified', 'Content-Encoding', 'Content-Length']) response.removeHeader(name);
  for (const [name, value] of Object.entries(problem.headers ?? {})) response.setHeader(name, value);
  // Node sends head and body together if the body is a string.
  const body = JSON.stringify(toProblemDocument(problem, requestIdOf(request), basePath));
  response.statusCode = problem.status;
  response.setHeader('Content-Type', PROBLEM_MEDIA_TYPE);
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(body);
}

function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const problem = findDatabaseProblem(error);
  if (problem !== null) return problem;
  if (isUndecodablePath(error)) return Problem.invalidField('path', 'must be percent-encoded UTF-8');
  const status = findStatus(error);
  if (status === null) return new Problem('internal', { cause: error });
  const code = CODE_OF_STATUS.get(status) ?? (status < 500 ? 'invalid-request' : 'internal');
  // These two functions set a header: `Retry-After` and `WWW-Authenticate`.
  if (code === 'overloaded') return Problem.overloaded(1);
  return code === 'unauthorized' ? Problem.unauthorized() : new Problem(code, { cause: error });
}

/** Whether the error comes from a `URIError` of the router. Nest converts that error and keeps only its message. */
function isUndecodablePath(error: unknown): boolean {
  return error instanceof BadRequestException && error.message.startsWith('Failed to decode param');
}

/**
 * Returns the status of an error of Nest or Express; null for other errors. Errors of Express have a member `expose`.
 */
function findStatus(error: unknown): number | null {
  if (error instanceof HttpException) return error.getStatus();
  if (!(error instanceof Error) || !('status' in error) || !('expose' in error)) return null;
  return typeof error.status === 'number' ? error.status : null;
}

/** The code of each status. Only 400 has several codes. */
const CODE_OF_STATUS: ReadonlyMap<number, ProblemCode> = new Map([
  ...(Object.keys(PROBLEM_CODES) as ProblemCode[]).map((code) => [PROBLEM_CODES[code].status, code] as const),
  [400, 'invalid-request'],
]);
