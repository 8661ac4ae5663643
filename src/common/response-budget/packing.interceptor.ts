import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import { Problem } from '../problems/problem';
import { ANSWERS, type AnswersDeclaration } from '../response-bounds/answers.decorator';
import type { BoundedClass } from '../response-bounds/field-metadata';
import { renderPruned } from '../markdown/pruned-markdown';
import { findPrunedLevel } from '../response-detail/detail-levels';
import { pruneAnswer } from '../response-detail/prune-answer';
import {
  acceptsNoJson,
  type AnswerMediaType,
  BOTH_FORMATS_MEDIA_TYPE,
  JSON_MEDIA_TYPE,
  MARKDOWN_MEDIA_TYPE,
  preferredMediaType,
} from './answer-format';
import { NO_BUDGET, packToBudget, type ResponseBudget, type WriteBody } from './pack-to-budget';
import { budgetErrors, type BudgetedRequest, findBudget } from './response-budget';

/** A read request, and the class and format of its answer. */
interface AnswerContext {
  readonly type: BoundedClass;
  readonly request: BudgetedRequest;
  readonly response: Response;
  readonly mediaType: AnswerMediaType;
  /** Writes the answer as Markdown. */
  readonly markdown: WriteBody;
}

/**
 * Writes the answers of reads with the requested detail as JSON, Markdown or both. Packs each format into the budget of
 * the request. Throws `invalid-request` if the budget is too small. Throws `not-acceptable` if the client does not
 * accept JSON and the route has no other format.
 */
@Injectable()
export class PackingInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const answers = this.reflector.get<AnswersDeclaration | undefined>(ANSWERS, context.getHandler());
    const { type = null, markdown = null } = answers ?? {};
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    if (type === null || markdown === null) {
      if (acceptsNoJson(response)) throw new Problem('not-acceptable');
      return next.handle();
    }
    response.vary('Accept');
    const mediaType = preferredMediaType(request, response);
    const answerContext = {
      type,
      request: request as BudgetedRequest,
      response,
      mediaType,
      markdown: markdown as WriteBody,
    };
    return next.handle().pipe(map((answer: unknown) => writeAnswer(answer, answerContext)));
  }
}

function writeAnswer(complete: unknown, context: AnswerContext): unknown {
  const { type, request, response, mediaType } = context;
  const level = findPrunedLevel(request);
  const budget = findBudget(request);
  if (mediaType !== JSON_MEDIA_TYPE || level !== null || budget !== null) weakenTag(response);
  if (typeof complete !== 'object' || complete === null) return complete;
  const answer = level === null ? complete : pruneAnswer(complete, type, level);
  if (budget === null && mediaType === JSON_MEDIA_TYPE) return answer;
  const markdown = level === null ? context.markdown : renderPruned;
  const pack = (write?: WriteBody): string => packAnswer(answer, context, budget ?? NO_BUDGET, write);
  const text =
    mediaType === BOTH_FORMATS_MEDIA_TYPE
      ? `{"json":${pack()},"markdown":${JSON.stringify(pack(markdown))}}`
      : pack(mediaType === MARKDOWN_MEDIA_TYPE ? markdown : undefined);
  // The client receives exactly the text that was measured.
  response.setHeader('Content-Type', `${mediaType}; charset=utf-8`);
  return text;
}

function packAnswer(
  answer: object,
  { type, request, response }: AnswerContext,
  budget: ResponseBudget,
  write?: WriteBody,
): string {
  const packed = packToBudget(answer, type, budget, write);
  if (packed.text !== null) return packed.text;
  response.removeHeader('ETag');
  throw Problem.invalidRequest(budgetErrors(request, budget, packed));
}

/**
 * Makes the entity tag of an artifact weak. A strong tag would promise equal bytes, but an answer in another format,
 * with fewer fields or within a budget has the same tag as the complete answer in JSON.
 */
function weakenTag(response: Response): void {
  const tag = response.getHeader('ETag');
  if (typeof tag === 'string' && !tag.startsWith('W/')) response.setHeader('ETag', `W/${tag}`);
}
