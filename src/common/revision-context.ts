import { AsyncLocalStorage } from 'node:async_hooks';

/** What a request asks of, and is told about, the catalog's revision. */
export interface RevisionContext {
  /** The revision the caller wants to see at least (`X-Min-Revision`); null when it does not say. */
  readonly minimum: number | null;
  /** Called with the revision that the answer is made of (`X-Catalog-Revision`). */
  note(revision: number): void;
}

/** Carries the context from the HTTP edge to the one place where snapshots are taken, past all layers between. */
export const revisionContext = new AsyncLocalStorage<RevisionContext>();
