import type { NextFunction, Request, Response } from 'express';
import { Problem } from '../../common/problems/problem';
import { acceptsOffer } from '../../common/response-budget/accept-header';
import {
  BOTH_FORMATS_OFFER,
  JSON_OR_PROBLEM_OFFER,
  MARKDOWN_OFFER,
  noteNoJson,
} from '../../common/response-budget/answer-format';

/**
 * Refuses a request to the API that accepts none of the formats of answers. Records that a request does not accept
 * JSON, so that routes that answer only with JSON refuse it later.
 */
export function requireAcceptableFormat(request: Request, response: Response, next: NextFunction): void {
  const { accept } = request.headers;
  if (accept === undefined || acceptsOffer(accept, JSON_OR_PROBLEM_OFFER)) return next();
  const acceptsOther = [MARKDOWN_OFFER, BOTH_FORMATS_OFFER].some((offer) => acceptsOffer(accept, offer));
  if (!acceptsOther) return next(new Problem('not-acceptable'));
  noteNoJson(response);
  next();
}
