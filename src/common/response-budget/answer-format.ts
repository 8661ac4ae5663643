/** Chooses between JSON and Markdown by the header `Accept`. */
import type { Request, Response } from 'express';

export const MARKDOWN_MEDIA_TYPE = 'text/markdown';

/** Name among the locals of a response. */
const ONLY_MARKDOWN = 'onlyMarkdown';

/** Remembers that the client accepts Markdown and no JSON. */
export function noteOnlyMarkdown(response: Response): void {
  response.locals[ONLY_MARKDOWN] = true;
}

/** Whether the client accepts Markdown and no JSON. */
export function acceptsOnlyMarkdown(response: Response): boolean {
  return response.locals[ONLY_MARKDOWN] === true;
}

/** Whether the client prefers Markdown to JSON. Without a preference, the answer is JSON. */
export function prefersMarkdown(request: Request): boolean {
  // Most headers name no text; the check costs less than the negotiation.
  if (request.headers.accept?.includes('text/') !== true) return false;
  return request.accepts(['application/json', MARKDOWN_MEDIA_TYPE]) === MARKDOWN_MEDIA_TYPE;
}
