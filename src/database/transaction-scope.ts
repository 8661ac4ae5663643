import type { PoolClient, QueryResultRow } from 'pg';
import type { EntityManager } from 'typeorm';
import type { Principal } from '../common/principal';
import type { ReadScope, Statement } from './read-pool';

/**
 * Runs a statement on the connection of a transaction and returns its rows. A named statement is planned once per
 * connection. TypeORM does not support that, and planning is most of the work of a small write.
 */
export async function runStatement<Row extends QueryResultRow>(
  manager: EntityManager,
  statement: Statement,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const runner = manager.queryRunner;
  if (runner === undefined) throw new Error('The statement must run in a transaction.');
  const client = (await runner.connect()) as PoolClient;
  const { rows } = await client.query<Row>({ name: statement.name, text: statement.text, values: [...values] });
  return rows;
}

/**
 * A read scope inside a write transaction. It sees the principal's view of what the transaction has written, so that a
 * write can return exactly what it stored. Not a snapshot: each statement also sees commits of other transactions.
 */
export function scopeInTransaction(manager: EntityManager, principal: Principal): ReadScope {
  return {
    principal,
    libraryIds: principal.libraryIds,
    facetVersion: null,
    rows: (statement, values) => runStatement(manager, statement, values),
  };
}
