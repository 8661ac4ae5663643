import type { DataSource, QueryRunner } from 'typeorm';

/**
 * Runs work whose query runners send one statement after the other. The schema builder of TypeORM sends many at the
 * same time on one connection, which `pg` deprecates.
 */
export async function withSequentialQueries<Result>(
  dataSource: DataSource,
  work: () => Promise<Result>,
): Promise<Result> {
  const createQueryRunner = dataSource.createQueryRunner.bind(dataSource);
  dataSource.createQueryRunner = (mode) => makeSequential(createQueryRunner(mode));
  try {
    return await work();
  } finally {
    dataSource.createQueryRunner = createQueryRunner;
  }
}

function makeSequential(runner: QueryRunner): QueryRunner {
  const query = runner.query.bind(runner) as (...parameters: unknown[]) => Promise<unknown>;
  let previous: Promise<unknown> = Promise.resolve();
  const sendNext = (...parameters: unknown[]): Promise<unknown> => {
    const result = previous.then(() => query(...parameters));
    previous = result.catch(() => undefined);
    return result;
  };
  runner.query = sendNext as QueryRunner['query'];
  return runner;
}
