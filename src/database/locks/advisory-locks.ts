import type { EntityManager } from 'typeorm';

/**
 * Takes advisory locks until the transaction ends. The first key of each lock is `space`, the second is the hash of a
 * name. Takes the locks in the order of the hashes, so transactions with one call each cannot deadlock.
 */
export async function lockAll(
  manager: EntityManager,
  mode: 'exclusive' | 'shared',
  space: number,
  names: readonly string[],
): Promise<void> {
  const lock = mode === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
  await manager.query(
    `SELECT ${lock}($1, lock_key)
       FROM (SELECT DISTINCT hashtext(name) AS lock_key FROM unnest($2::text[]) AS name ORDER BY lock_key) AS keys`,
    [space, [...names]],
  );
}
