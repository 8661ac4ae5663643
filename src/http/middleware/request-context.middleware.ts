import type { NextFunction, Request, Response } from 'express';
import { type RevisionTokens, TOKEN_LIBRARIES_MAX } from '../../common/paging/revision-token';
import type { Principal } from '../../common/principal';
import { Problem } from '../../common/problems/problem';
import {
  ClientGoneError,
  type LibraryRevisions,
  type RequestContext,
  type RequestOrigin,
  requestContext,
} from '../../common/request-context';
import { requestIdOf } from './request-id';

/**
 * Opens the context of a request. `X-Catalog-Revision` is a token of the revisions that the answer shows or that the
 * request has written. A read with such a token in `X-Min-Revision` waits up to two seconds for at least these
 * revisions. If they are not reached, it answers 409.
 */
export function openRequestContext(tokens: RevisionTokens) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const header = request.headers['x-min-revision'];
    const minimum = header === undefined ? null : tokens.decode(String(header));
    if (header !== undefined && minimum === null) {
      next(Problem.invalidField('X-Min-Revision', 'must be the X-Catalog-Revision of an earlier answer'));
      return;
    }
    requestContext.run(new HttpRequestContext(response, tokens, minimum), next);
  };
}

class HttpRequestContext implements RequestContext {
  actor: Principal | null = null;
  private controller: AbortController | null = null;
  /** Revisions by library id, in the order in which they were noted. */
  private readonly noted = new Map<string, number>();

  constructor(
    private readonly response: Response,
    private readonly tokens: RevisionTokens,
    readonly minimumRevisions: LibraryRevisions | null,
  ) {}

  get origin(): RequestOrigin {
    const request = this.response.req;
    return { requestId: requestIdOf(request), address: request.ip ?? null };
  }

  get signal(): AbortSignal | null {
    return this.controller?.signal ?? null;
  }

  /** Keeps only the revisions that were noted last, as many as a token can contain. */
  noteRevisions(revisions: LibraryRevisions): void {
    for (const [libraryId, revision] of revisions) {
      this.noted.delete(libraryId);
      this.noted.set(libraryId, revision);
    }
    for (const libraryId of this.noted.keys()) {
      if (this.noted.size <= TOKEN_LIBRARIES_MAX) break;
      this.noted.delete(libraryId);
    }
    if (!this.response.headersSent) this.response.setHeader('X-Catalog-Revision', this.tokens.encode(this.noted));
  }

  isAbandoned(): boolean {
    return this.response.destroyed && !this.response.writableFinished;
  }

  startBudget(budgetMs: number | null): void {
    const controller = (this.controller ??= new AbortController());
    if (this.isAbandoned()) controller.abort(new ClientGoneError());
    const timer = budgetMs === null ? undefined : setTimeout(() => controller.abort(Problem.timeout()), budgetMs);
    this.response.once('close', () => {
      clearTimeout(timer);
      if (this.isAbandoned()) controller.abort(new ClientGoneError());
    });
  }
}
