import { AsyncLocalStorage } from 'node:async_hooks';

/** What a request requires of its snapshots, and where their revision is reported. */
export interface RequestContext {
  /** Minimum catalog revision of the answer (`X-Min-Revision`), or null when the request does not require one. */
  readonly minimumRevision: number | null;
  /** Records the revision of the answer (`X-Catalog-Revision`). */
  noteRevision(revision: number): void;
  /** Whether the client has closed the connection. */
  isAbandoned(): boolean;
}

/**
 * Passes the context from the HTTP layer to the code that opens snapshots, without parameters in the layers between.
 */
export const requestContext = new AsyncLocalStorage<RequestContext>();

/** The client closed the connection before the answer was complete. */
export class ClientGoneError extends Error {
  override readonly name = 'ClientGoneError';

  constructor() {
    super('The client closed the connection.');
  }
}

/** Throws `ClientGoneError` when the client of the current request has closed the connection. */
export function requireClient(): void {
  if (requestContext.getStore()?.isAbandoned() === true) throw new ClientGoneError();
}
