import { AsyncLocalStorage } from 'node:async_hooks';
import type { Principal } from './principal';

/** Revisions of libraries by library id. The revision of a library grows with each change of the library. */
export type LibraryRevisions = ReadonlyMap<string, number>;

/** Where a request came from. */
export interface RequestOrigin {
  readonly requestId: string;
  /** IP address of the client, or of the proxy if it is not in `TRUST_PROXY`. Null if the connection is closed. */
  readonly address: string | null;
}

/** The context of the current request: its revisions, origin, time budget and caller. */
export interface RequestContext {
  /** Minimum revisions of the answer (`X-Min-Revision`); null if the request requires none. */
  readonly minimumRevisions: LibraryRevisions | null;
  /** Records revisions that the answer shows or that the request has written (`X-Catalog-Revision`). */
  noteRevisions(revisions: LibraryRevisions): void;
  readonly origin: RequestOrigin;
  /** Whether the client has closed the connection. */
  isAbandoned(): boolean;
  /**
   * Sets `signal`, and starts the time budget in milliseconds. Null only sets `signal`; a later call can start the
   * budget.
   */
  startBudget(budgetMs: number | null): void;
  /**
   * Aborts with a `ClientGoneError` when the client closes the connection, and with `timeout` when the time budget is
   * used up. Null before `startBudget`; until then, running statements are not cancelled.
   */
  readonly signal: AbortSignal | null;
  /** Who makes the request; null before the caller is known, and on public routes. */
  actor: Principal | null;
}

/** Passes the context from the HTTP layer to the layers below it, without parameters. */
export const requestContext = new AsyncLocalStorage<RequestContext>();

/** The client closed the connection before it received the answer. */
export class ClientGoneError extends Error {
  override readonly name = 'ClientGoneError';

  constructor() {
    super('The client closed the connection.');
  }
}

/**
 * Throws `ClientGoneError` if the client of the current request has closed the connection, and `timeout` if the time
 * budget is used up.
 */
export function throwIfRequestAborted(): void {
  const context = requestContext.getStore();
  if (context === undefined) return;
  if (context.isAbandoned()) throw new ClientGoneError();
  context.signal?.throwIfAborted();
}
