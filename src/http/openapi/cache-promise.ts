/**
 * Returns a function that calls `create` once and then returns the same promise again. After a rejection, the next call
 * calls `create` again.
 */
export function cachePromise<Value>(create: () => Promise<Value>): () => Promise<Value> {
  let cached: Promise<Value> | null = null;
  return () => {
    cached ??= create().catch((error: unknown) => {
      cached = null;
      throw error;
    });
    return cached;
  };
}
