import type { NextFunction, Request, Response } from 'express';
import { Problem } from '../../common/problems/problem';
import { requestContext } from '../../common/request-context';

/**
 * Opens the context of a request, which knows whether the client is still connected and how fresh the answer must be.
 * `X-Min-Revision` asks for a revision of the catalog: a read waits for it up to two seconds, then answers 409.
 * `X-Catalog-Revision` names the revision that the answer was made of.
 */
export function openRequestContext(request: Request, response: Response, next: NextFunction): void {
  const asked = request.headers['x-min-revision'];
  if (asked !== undefined && (typeof asked !== 'string' || !/^\d{1,15}$/.test(asked))) {
    next(Problem.invalidRequest([{ field: 'X-Min-Revision', message: 'must be a whole number of at most 15 digits' }]));
    return;
  }
  const noteRevision = (revision: number): void => {
    if (!response.headersSent) response.setHeader('X-Catalog-Revision', String(revision));
  };
  const minimumRevision = asked === undefined ? null : Number(asked);
  const isAbandoned = (): boolean => response.destroyed && !response.writableFinished;
  requestContext.run({ minimumRevision, noteRevision, isAbandoned }, next);
}
