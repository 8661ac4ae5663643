/** Returns the first value of each key, in the order of the values. Takes linear time. */
export function distinctBy<T>(values: readonly T[], keyOf: (value: T) => unknown): T[] {
  const firsts = new Map<unknown, T>();
  for (const value of values) {
    const key = keyOf(value);
    if (!firsts.has(key)) firsts.set(key, value);
  }
  return [...firsts.values()];
}
