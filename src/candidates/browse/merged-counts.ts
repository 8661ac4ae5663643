/** The counts from which a list is planned, and their merge on a distributed database. */

/** Maximum number of streams that are merged. */
export const STREAMS_MAX = 1_024;

/** A row of `BROWSE_COUNTS`. */
export interface BrowseCountRow {
  readonly what: 'total' | 'stream' | 'lexeme';
  readonly library_id: string;
  readonly name: string;
  readonly documents: number;
}

/** Adds up the counts of libraries; the streams of the libraries follow each other, as in one statement. */
export function mergeBrowseCounts(rows: readonly BrowseCountRow[]): BrowseCountRow[] {
  const streams = rows.filter(({ what }) => what === 'stream').slice(0, STREAMS_MAX + 1);
  const summed = new Map<string, BrowseCountRow>();
  for (const row of rows) {
    if (row.what === 'stream') continue;
    const key = row.what === 'total' ? row.what : `${row.what} ${row.name}`;
    summed.set(key, { ...row, documents: row.documents + (summed.get(key)?.documents ?? 0) });
  }
  return [...streams, ...summed.values()];
}
