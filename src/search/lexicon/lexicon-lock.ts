import type { EntityManager } from 'typeorm';

/**
 * Key of the advisory lock on the lexicon and on the table of spelling keys. Only one transaction at a time counts
 * words, stores their spelling keys (see `SpellingStore`) or derives the rows of earlier releases again (see
 * `OlderWordsStore`).
 */
export const LEXICON_LOCK = 0x6c657869;

/** Takes the lock until the end of the transaction. Returns false if another transaction holds it. */
export async function lockLexicon(manager: EntityManager): Promise<boolean> {
  const [lock]: { locked: boolean }[] = await manager.query('SELECT pg_try_advisory_xact_lock($1) AS locked', [
    LEXICON_LOCK,
  ]);
  return lock?.locked === true;
}
