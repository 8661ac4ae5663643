import { type Scratch, withDatabase } from '../processes';

/** Returns the ids of up to 2,000 items of a kind, in the same order for every database with the same catalog. */
export async function listItemIds(scratch: Scratch, kind: string): Promise<string[]> {
  return withDatabase(scratch, async (database) => {
    const { rows } = await database.query<{ id: string }>(
      `SELECT media_kind || ':' || media_id AS id FROM media_items WHERE media_kind = $1 ORDER BY content_hash LIMIT 2000`,
      [kind],
    );
    return rows.map((row) => row.id);
  });
}
