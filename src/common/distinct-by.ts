/** Returns the first value of each key, in order. Takes linear time. */
export function distinctBy<T>(values: readonly T[], keyOf: (value: T) => unknown): T[] {
  const keys = new Set<unknown>();
  return values.filter((value) => keys.size < keys.add(keyOf(value)).size);
}
