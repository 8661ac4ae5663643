import type { PoolClient, QueryResultRow } from 'pg';
import { type EntityManager, QueryRunnerAlreadyReleasedError } from 'typeorm';
import type { Statement } from './read-scope';

const ending = new WeakSet<EntityManager>();

/** Records that the commit or rollback of the manager's transaction begins. `connectionOf` then throws. */
export function noteEnding(manager: EntityManager): void {
  ending.add(manager);
}

/**
 * Returns the connection of a manager's transaction. Throws if the transaction is ending or has ended, because a
 * statement would then run outside it. TypeORM itself would still return the connection.
 */
export async function connectionOf(manager: EntityManager): Promise<PoolClient> {
  const { queryRunner: runner } = manager;
  if (runner === undefined) throw new Error('The statement must run in a transaction.');
  const client = (await runner.connect()) as PoolClient;
  if (ending.has(manager) || runner.isReleased) throw new QueryRunnerAlreadyReleasedError();
  return client;
}

/**
 * Limits the duration of each later statement in the transaction, including its waits for locks, to `limitMs`
 * milliseconds, at least one. Does not raise a lower limit. `classifyDatabaseError` reports a statement that exceeds
 * the limit as a statement timeout. The transaction is then aborted.
 */
export async function limitStatements(manager: EntityManager, limitMs: number): Promise<void> {
  await manager.query(
    `SELECT set_config('statement_timeout', (1000 * extract(epoch FROM least(earlier, $1::interval)))::int::text, true)
       FROM (SELECT nullif(current_setting('statement_timeout')::interval, '0') AS earlier) AS read`,
    [`${Math.max(1, Math.round(limitMs))}ms`],
  );
}

/**
 * Runs a statement on the connection of a transaction and returns its rows. Unlike TypeORM, supports named statements:
 * PostgreSQL prepares them once per connection, which saves most of the cost of a small write.
 */
export async function runStatement<Row extends QueryResultRow>(
  manager: EntityManager,
  statement: Statement,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = await connectionOf(manager);
  const { rows } = await client.query<Row>({ name: statement.name, text: statement.text, values: [...values] });
  return rows;
}
