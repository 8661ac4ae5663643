import type { NextFunction, Request, Response } from 'express';
import { Problem } from '../../common/problems/problem';
import { noteNoJson } from '../../common/response-budget/answer-format';

/** One media range of an `Accept` header: type, subtype and parameters. */
const MEDIA_RANGE = /^\s*([\w!#$%&'*+.^`|~-]+)\/([\w!#$%&'*+.^`|~-]+)\s*(?:;(.*))?$/;

/** A media type with the subtypes that answers can have. */
interface Offer {
  readonly type: string;
  readonly subtypes: ReadonlySet<string>;
}

export const JSON_OFFER: Offer = { type: 'application', subtypes: new Set(['json', 'problem+json']) };
export const MARKDOWN_OFFER: Offer = { type: 'text', subtypes: new Set(['markdown']) };
export const BOTH_FORMATS_OFFER: Offer = { type: 'application', subtypes: new Set(['vnd.intelligence.formats+json']) };

/**
 * Refuses a request to the API that accepts none of the formats of answers. Records that a request does not accept
 * JSON, because routes that answer only with JSON refuse it later.
 */
export function requireAcceptableFormat(request: Request, response: Response, next: NextFunction): void {
  const { accept } = request.headers;
  if (accept === undefined || acceptsOffer(accept, JSON_OFFER)) return next();
  const acceptsOther = [MARKDOWN_OFFER, BOTH_FORMATS_OFFER].some((offer) => acceptsOffer(accept, offer));
  if (!acceptsOther) return next(new Problem('not-acceptable'));
  noteNoJson(response);
  next();
}

/**
 * Whether one of the most specific media ranges of an `Accept` header for the offer accepts it (RFC 9110, section
 * 12.5.1). A header without a valid media range accepts every format.
 */
export function acceptsOffer(accept: string, offer: Offer): boolean {
  const ranges = accept.split(',').flatMap((range) => parseRange(range, offer));
  const highest = Math.max(...ranges.map(({ specificity }) => specificity));
  if (ranges.length === 0) return true;
  return ranges.some(({ specificity, isAccepted }) => specificity === highest && specificity > 0 && isAccepted);
}

/**
 * Parses a media range; returns an empty list if it is not valid. The specificity is 3 for the type and a subtype of
 * the offer, 2 for all its subtypes, 1 for all types, and 0 for other ranges.
 */
function parseRange(range: string, offer: Offer): { specificity: number; isAccepted: boolean }[] {
  const match = MEDIA_RANGE.exec(range.toLowerCase());
  if (!match) return [];
  const [, type, subtype = '', parameters = ''] = match;
  const isAccepted = !/(?:^|;)\s*q\s*=\s*0(?:\.0{0,3})?\s*(?:;|$)/.test(parameters);
  if (type === '*' && subtype === '*') return [{ specificity: 1, isAccepted }];
  if (type !== offer.type) return [{ specificity: 0, isAccepted }];
  if (subtype === '*') return [{ specificity: 2, isAccepted }];
  return [{ specificity: offer.subtypes.has(subtype) ? 3 : 0, isAccepted }];
}
