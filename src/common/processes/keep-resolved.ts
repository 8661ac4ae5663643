/**
 * Returns a function whose first call does the work, and whose later calls return the same promise. After a rejection,
 * the next call does the work again.
 */
export function keepResolved<T>(work: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | null = null;
  return () => {
    if (kept !== null) return kept;
    const promise = work();
    kept = promise;
    // The caller handles the rejection of the promise that it gets.
    promise.catch(() => (kept = null));
    return promise;
  };
}
