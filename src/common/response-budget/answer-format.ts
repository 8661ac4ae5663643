/** Chooses the format of an answer by the header `Accept`. */
import type { Request, Response } from 'express';

export const JSON_MEDIA_TYPE = 'application/json';
export const MARKDOWN_MEDIA_TYPE = 'text/markdown';
/** A JSON object with the answer as JSON and as Markdown, each within the budget of the request. */
export const BOTH_FORMATS_MEDIA_TYPE = 'application/vnd.intelligence.formats+json';

const MEDIA_TYPES = [JSON_MEDIA_TYPE, MARKDOWN_MEDIA_TYPE, BOTH_FORMATS_MEDIA_TYPE] as const;
export type AnswerMediaType = (typeof MEDIA_TYPES)[number];

/** Key in `response.locals` under which `noteNoJson` stores its result. */
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
  // Most headers do not name Markdown. This check costs less than content negotiation.
  if (!acceptsNoJson(response) && !/text\/|vnd\.intelligence/i.test(request.headers.accept ?? '')) {
    return JSON_MEDIA_TYPE;
  }
  const accepted = request.accepts([...MEDIA_TYPES]);
  return MEDIA_TYPES.find((type) => type === accepted) ?? JSON_MEDIA_TYPE;
}
