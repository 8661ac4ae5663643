import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import { Problem } from '../problems/problem';
import { ANSWERS, type AnswersDeclaration } from '../response-bounds/answers.decorator';
import type { BoundedClass } from '../response-bounds/bounded.decorators';
import { renderPruned } from '../markdown/pruned-markdown';
import { findPrunedLevel } from '../response-detail/detail-levels';
import { pruneAnswer } from '../response-detail/prune-answer';
import { acceptsOnlyMarkdown, MARKDOWN_MEDIA_TYPE, prefersMarkdown } from './answer-format';
import { NO_BUDGET, packToBudget, type WriteBody } from './pack-to-budget';
import { budgetErrors, type BudgetedRequest, findBudget } from './response-budget';

const JSON_MEDIA_TYPE = 'application/json';

/** A request of a read, and how its answer is written. */
interface Read {
  readonly type: BoundedClass;
  readonly request: BudgetedRequest;
  readonly response: Response;
  /** Null for JSON. */
  readonly markdown: WriteBody | null;
}

/**
 * Writes the answers of reads with the requested detail, as JSON or Markdown, and packs them into the requested budget. Throws
 * `invalid-request` if the budget is too small, and `not-acceptable` for a client that takes only Markdown, on routes
 * without it.
 */
@Injectable()
export class PackingInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const answers = this.reflector.get<AnswersDeclaration | undefined>(ANSWERS, context.getHandler());
    const [type, markdown] = [answers?.type ?? null, answers?.markdown ?? null];
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    if (type === null || markdown === null) {
      if (acceptsOnlyMarkdown(response)) throw new Problem('not-acceptable');
      return next.handle();
    }
    response.vary('Accept');
    const write = prefersMarkdown(request) ? (markdown as WriteBody) : null;
    const read = { type, request: request as BudgetedRequest, response, markdown: write };
    return next.handle().pipe(map((answer: unknown) => writeAnswer(answer, read)));
  }
}

function writeAnswer(whole: unknown, { type, request, response, markdown: render }: Read): unknown {
  const level = findPrunedLevel(request);
  if (render !== null || level !== null) weakenTag(response);
  const budget = findBudget(request);
  if (typeof whole !== 'object' || whole === null) return whole;
  const answer = level === null ? whole : pruneAnswer(whole, type, level);
  if (budget === null && render === null) return answer;
  const markdown = render !== null && level !== null ? renderPruned : render;
  const packed = packToBudget(answer, type, budget ?? NO_BUDGET, markdown ?? undefined);
  if (packed.text === null) {
    response.removeHeader('ETag');
    throw Problem.invalidRequest(budgetErrors(request, budget ?? NO_BUDGET, packed));
  }
  // The text that was measured is the text that is sent.
  response.setHeader('Content-Type', `${markdown === null ? JSON_MEDIA_TYPE : MARKDOWN_MEDIA_TYPE}; charset=utf-8`);
  return packed.text;
}

/** All formats and levels of detail of an artifact have equal entity tags, which must then be weak. */
function weakenTag(response: Response): void {
  const tag = response.getHeader('ETag');
  if (typeof tag === 'string' && !tag.startsWith('W/')) response.setHeader('ETag', `W/${tag}`);
}
