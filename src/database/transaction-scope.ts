import type { QueryResultRow } from 'pg';
import type { EntityManager } from 'typeorm';
import type { Principal } from '../common/principal';
import type { ReadScope } from './read-pool';

/**
 * Reads within a write transaction, as the principal sees what the transaction has written so far: so that a write
 * answers with exactly what it made. Not a snapshot: each statement sees what others have committed meanwhile.
 */
export function scopeInTransaction(manager: EntityManager, principal: Principal): ReadScope {
  return {
    principal,
    libraryIds: principal.libraryIds,
    rows: async <Row extends QueryResultRow>(statement: { readonly text: string }, values: readonly unknown[] = []) => {
      const rows: Row[] = await manager.query(statement.text, [...values]);
      return rows;
    },
  };
}
