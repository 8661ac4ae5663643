/** Chooses the format of an answer by the header `Accept`. */
import type { Request, Response } from 'express';
import { type Offer, preferredOffer } from './accept-header';

export const JSON_MEDIA_TYPE = 'application/json';
export const MARKDOWN_MEDIA_TYPE = 'text/markdown';
/** A JSON object with the answer as JSON and as Markdown, each within the budget of the request. */
export const BOTH_FORMATS_MEDIA_TYPE = 'application/vnd.intelligence.formats+json';

export type AnswerMediaType = typeof JSON_MEDIA_TYPE | typeof MARKDOWN_MEDIA_TYPE | typeof BOTH_FORMATS_MEDIA_TYPE;

/** A format of answers. */
interface FormatOffer extends Offer {
  readonly mediaType: AnswerMediaType;
}

const JSON_OFFER: FormatOffer = { mediaType: JSON_MEDIA_TYPE, type: 'application', subtypes: new Set(['json']) };
export const MARKDOWN_OFFER: FormatOffer = {
  mediaType: MARKDOWN_MEDIA_TYPE,
  type: 'text',
  subtypes: new Set(['markdown']),
};
export const BOTH_FORMATS_OFFER: FormatOffer = {
  mediaType: BOTH_FORMATS_MEDIA_TYPE,
  type: 'application',
  subtypes: new Set(['vnd.intelligence.formats+json']),
};

/** JSON, as an answer or as an error. */
export const JSON_OR_PROBLEM_OFFER: Offer = { type: 'application', subtypes: new Set(['json', 'problem+json']) };

/** Key in `response.locals` that `noteNoJson` sets. */
const NO_JSON = 'noJson';

/** Records that the client accepts another format of answers, but not JSON. */
export function noteNoJson(response: Response): void {
  response.locals[NO_JSON] = true;
}

/** Whether the client accepts another format of answers, but not JSON. */
export function acceptsNoJson(response: Response): boolean {
  return response.locals[NO_JSON] === true;
}

/** The media type that the client prefers. Without a preference, it is JSON. */
export function preferredMediaType(request: Request, response: Response): AnswerMediaType {
  const { accept = '' } = request.headers;
  // Most headers name neither other format. This check costs less than content negotiation.
  if (!acceptsNoJson(response) && !/text\/|vnd\.intelligence/i.test(accept)) return JSON_MEDIA_TYPE;
  return preferredOffer(accept, [JSON_OFFER, MARKDOWN_OFFER, BOTH_FORMATS_OFFER])?.mediaType ?? JSON_MEDIA_TYPE;
}
