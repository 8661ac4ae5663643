import type { EntityManager } from 'typeorm';

const ending = new WeakSet<EntityManager>();

/** Notes that the manager's transaction begins to end. */
export function noteEnding(manager: EntityManager): void {
  ending.add(manager);
}

/**
 * Whether the manager's transaction, which `Transactions.run` started, is ending or has ended. The server would execute
 * a later statement outside the transaction.
 */
export function isEnding(manager: EntityManager): boolean {
  return ending.has(manager);
}
