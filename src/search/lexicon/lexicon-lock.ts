import type { EntityManager } from 'typeorm';

/** Key of the advisory lock that a count holds. So only one instance counts at a time. */
export const LEXICON_LOCK = 0x6c657869;

/** Takes the lock until the end of the transaction. Returns false if another process holds it. */
export async function lockLexicon(manager: EntityManager): Promise<boolean> {
  const [lock]: { locked: boolean }[] = await manager.query('SELECT pg_try_advisory_xact_lock($1) AS locked', [
    LEXICON_LOCK,
  ]);
  return lock?.locked === true;
}
