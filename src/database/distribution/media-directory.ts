/**
 * The table `media_directory` of a distributed database contains the library of each item. Its primary key keeps the
 * ids of items unique. On one PostgreSQL server, a unique index does this, and these functions do nothing.
 */
import type { EntityManager } from 'typeorm';
import { isDistributed } from './distribution';

const ADD_SQL = `
INSERT INTO media_directory (media_id, library_id) SELECT * FROM unnest($1::uuid[], $2::uuid[])`;

/** Adds new items, in the transaction that inserts them. Throws a unique violation if any of their ids exists. */
export async function addToDirectory(
  manager: EntityManager,
  items: readonly { readonly media_id: string; readonly library_id: string }[],
): Promise<void> {
  if (!isDistributed(manager)) return;
  await manager.query(ADD_SQL, [items.map((item) => item.media_id), items.map((item) => item.library_id)]);
}

/** Removes items, in the transaction that deletes them. */
export async function removeFromDirectory(manager: EntityManager, mediaIds: readonly string[]): Promise<void> {
  if (!isDistributed(manager)) return;
  await manager.query('DELETE FROM media_directory WHERE media_id = ANY($1::uuid[])', [[...mediaIds]]);
}
