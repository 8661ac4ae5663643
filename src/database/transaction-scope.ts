import type { PoolClient, QueryResultRow } from 'pg';
import type { EntityManager } from 'typeorm';
import type { Principal } from '../common/principal';
import type { ReadScope, Statement } from './read-pool';

/**
 * Runs a statement on the connection of a transaction and gives its rows. With a name it is planned once for each
 * connection, which TypeORM's own way does not offer: planning is most of the work of a small write.
 */
export async function runStatement<Row extends QueryResultRow>(
  manager: EntityManager,
  statement: Statement,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const runner = manager.queryRunner;
  if (runner === undefined) throw new Error('a statement of a transaction needs its connection');
  const client = (await runner.connect()) as PoolClient;
  const { rows } = await client.query<Row>({ name: statement.name, text: statement.text, values: [...values] });
  return rows;
}

/**
 * Reads within a write transaction, as the principal sees what the transaction has written so far: so that a write
 * answers with exactly what it made. Not a snapshot: each statement sees what others have committed meanwhile.
 */
export function scopeInTransaction(manager: EntityManager, principal: Principal): ReadScope {
  return {
    principal,
    libraryIds: principal.libraryIds,
    facetVersion: null,
    rows: (statement, values) => runStatement(manager, statement, values),
  };
}
