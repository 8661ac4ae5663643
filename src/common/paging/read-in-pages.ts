/**
 * Yields the rows of a list that is sorted by a unique key. `readPage` returns up to `limit` rows after a key, or the
 * first ones if the key is null.
 */
export async function* readInPages<Row>(
  readPage: (after: string | null, limit: number) => Promise<readonly Row[]>,
  keyOf: (row: Row) => string,
  limit: number,
): AsyncGenerator<Row, void> {
  let after: string | null = null;
  for (;;) {
    const page: readonly Row[] = await readPage(after, limit);
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < limit) return;
    after = keyOf(last);
  }
}
