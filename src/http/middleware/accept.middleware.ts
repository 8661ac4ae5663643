import type { NextFunction, Request, Response } from 'express';
import { Problem } from '../../common/problems/problem';
import { noteOnlyMarkdown } from '../../common/response-budget/answer-format';

/** One media range of an `Accept` header: type, subtype, and whether it asks for the type or excludes it (q=0). */
const MEDIA_RANGE = /^\s*([\w!#$&^.+*-]+)\/([\w!#$&^.+*-]+)\s*(?:;(.*))?$/;

/** A media type with all its subtypes that answers have. */
interface Offer {
  readonly type: string;
  readonly subtypes: ReadonlySet<string>;
}

const JSON_OFFER: Offer = { type: 'application', subtypes: new Set(['json', 'problem+json']) };
const MARKDOWN_OFFER: Offer = { type: 'text', subtypes: new Set(['markdown']) };

/** Refuses requests to the API that accept neither JSON nor Markdown. Routes without Markdown refuse requests that accept only Markdown. */
export function requireAcceptableFormat(request: Request, response: Response, next: NextFunction): void {
  const { accept } = request.headers;
  if (accept === undefined || acceptsJson(accept)) return next();
  if (!acceptsMarkdown(accept)) return next(new Problem('not-acceptable'));
  noteOnlyMarkdown(response);
  next();
}

/** Whether an `Accept` header allows JSON. */
export function acceptsJson(accept: string): boolean {
  return acceptsOffer(accept, JSON_OFFER);
}

/** Whether an `Accept` header allows Markdown. */
export function acceptsMarkdown(accept: string): boolean {
  return acceptsOffer(accept, MARKDOWN_OFFER);
}

/** RFC 9110, section 12.5.1: the most specific range decides. A header without any valid range is ignored. */
function acceptsOffer(accept: string, offer: Offer): boolean {
  const ranges = accept.split(',').flatMap((range) => parseRange(range, offer));
  const decisive = Math.max(...ranges.map(({ precision }) => precision));
  if (ranges.length === 0) return true;
  return ranges.some(({ precision, wanted }) => precision === decisive && precision > 0 && wanted);
}

/** Precision: 3 for the offer by name, 2 for all subtypes of its type, 1 for everything, 0 for other types. */
function parseRange(range: string, offer: Offer): { precision: number; wanted: boolean }[] {
  const match = MEDIA_RANGE.exec(range.toLowerCase());
  if (!match) return [];
  const [, type, subtype = '', parameters = ''] = match;
  const wanted = !/(?:^|;)\s*q\s*=\s*0(?:\.0{0,3})?\s*(?:;|$)/.test(parameters);
  if (type === '*' && subtype === '*') return [{ precision: 1, wanted }];
  if (type !== offer.type) return [{ precision: 0, wanted }];
  if (subtype === '*') return [{ precision: 2, wanted }];
  return [{ precision: offer.subtypes.has(subtype) ? 3 : 0, wanted }];
}
