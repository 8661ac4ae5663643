import { AsyncLocalStorage } from 'node:async_hooks';

/** What a request wants of the snapshots that are read for it, and is told about them. */
export interface RequestContext {
  /** The revision of the catalog the caller wants to see at least (`X-Min-Revision`); null when it does not say. */
  readonly minimumRevision: number | null;
  /** Called with the revision that the answer is made of (`X-Catalog-Revision`). */
  noteRevision(revision: number): void;
  /** Whether the client has closed the connection: nobody will read the answer. */
  isAbandoned(): boolean;
}

/** Carries the context from the HTTP edge to the one place where snapshots are taken, past all layers between. */
export const requestContext = new AsyncLocalStorage<RequestContext>();

/** The client closed the connection before it had its answer; there is nobody to answer. */
export class ClientGoneError extends Error {
  override readonly name = 'ClientGoneError';

  constructor() {
    super('The client closed the connection.');
  }
}

/** Throws `ClientGoneError` when the request this runs for was abandoned. */
export function requireClient(): void {
  if (requestContext.getStore()?.isAbandoned() === true) throw new ClientGoneError();
}
