import type { QueryResultRow } from 'pg';
import type { EntityManager } from 'typeorm';
import type { Principal } from '../common/principal';
import { DistributedReads } from './distribution/distributed-reads';
import { isDistributed } from './distribution/distribution';
import type { ReadScope, Statement } from './read-scope';
import { runStatement } from './transaction-connection';

/**
 * A read scope inside a write transaction, scoped to the principal. It reads the uncommitted changes of the
 * transaction, so that a write can return what it stored. It is not a snapshot: each statement also reads new commits
 * of other transactions. Concurrent statements run one after another; if one fails, all later statements fail with its
 * error. No statement is sent after the commit or rollback has begun.
 */
export function scopeInTransaction(manager: EntityManager, principal: Principal): ReadScope {
  // pg deprecates a statement that is sent before the last one has ended.
  let last: Promise<unknown> = Promise.resolve();
  const rows = <Row extends QueryResultRow>(statement: Statement, values?: readonly unknown[]): Promise<Row[]> => {
    const result = last.then(() => runStatement<Row>(manager, statement, values));
    last = result;
    return result;
  };
  if (isDistributed(manager)) return new DistributedReads(principal, rows);
  const listHiddenLibraries = (): Promise<null> => Promise.resolve(null);
  return { principal, libraryIds: principal.libraryIds, distributed: null, listHiddenLibraries, rows };
}
