import type { EntityManager } from 'typeorm';

/**
 * Takes advisory locks until the transaction ends. `space` is the first key of each lock; the second key is the hash of
 * a name. All transactions take the locks of a space in the same order, which prevents deadlocks.
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
       FROM (SELECT DISTINCT hashtext(id) AS lock_key FROM unnest($2::text[]) AS id ORDER BY lock_key) AS keys`,
    [space, [...names]],
  );
}
