import type { QueryRunner } from 'typeorm';

/**
 * Builds a new index, gives it the name of the old one, and drops the old one. Blocks no reads or writes, and
 * therefore must run outside of a transaction. If it was interrupted, it can run again; it then builds the index again.
 */
export async function replaceIndex(runner: QueryRunner, name: string, definition: string): Promise<void> {
  await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}_old`);
  // An index of an earlier run may be invalid, so it is built again.
  await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}_new`);
  await runner.query(`CREATE INDEX CONCURRENTLY ${name}_new ON ${definition}`);
  await runner.startTransaction();
  try {
    await runner.query(`ALTER INDEX ${name} RENAME TO ${name}_old`);
    await runner.query(`ALTER INDEX ${name}_new RENAME TO ${name}`);
    await runner.commitTransaction();
  } catch (error) {
    await runner.rollbackTransaction();
    throw error;
  }
  await runner.query(`DROP INDEX CONCURRENTLY ${name}_old`);
}
