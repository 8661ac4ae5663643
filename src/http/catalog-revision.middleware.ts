import type { NextFunction, Request, Response } from 'express';
import { Problem } from '../common/problem';
import { revisionContext } from '../common/revision-context';

/**
 * Lets a caller say how fresh an answer must be and tells how fresh it is: `X-Min-Revision` asks for a revision of the
 * catalog, which a read waits for up to two seconds (then 409); `X-Catalog-Revision` names the one it was made of.
 */
export function trackCatalogRevision(request: Request, response: Response, next: NextFunction): void {
  const asked = request.headers['x-min-revision'];
  if (asked !== undefined && (typeof asked !== 'string' || !/^\d{1,15}$/.test(asked))) {
    next(Problem.invalidRequest([{ field: 'X-Min-Revision', message: 'must be a whole number of at most 15 digits' }]));
    return;
  }
  const note = (revision: number): void => {
    if (!response.headersSent) response.setHeader('X-Catalog-Revision', String(revision));
  };
  revisionContext.run({ minimum: asked === undefined ? null : Number(asked), note }, next);
}
