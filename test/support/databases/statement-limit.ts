import type { DataSource, QueryRunner } from 'typeorm';

/**
 * Matches statements that end a transaction. They are sent even after the limit, so that a test that reaches the limit
 * leaves no transaction open.
 */
const ENDS_TRANSACTION = /^\s*(COMMIT|ROLLBACK)/i;

/**
 * Runs `work` and returns its result. Meanwhile, rejects every statement after the first `limit` ones with the message
 * `statement limit`, so that a loop without progress ends. Statements of `runStatement` and `COPY` do not count,
 * because they do not go through `QueryRunner.query`.
 */
export async function withStatementLimit<T>(dataSource: DataSource, limit: number, work: () => Promise<T>): Promise<T> {
  let sent = 0;
  const create = dataSource.createQueryRunner.bind(dataSource);
  const spy = jest.spyOn(dataSource, 'createQueryRunner').mockImplementation((mode): QueryRunner => {
    const runner = create(mode);
    const send = runner.query.bind(runner);
    jest.spyOn(runner, 'query').mockImplementation((...statement: Parameters<typeof send>) => {
      sent += 1;
      if (sent > limit && !ENDS_TRANSACTION.test(statement[0])) return Promise.reject(new Error('statement limit'));
      return send(...statement);
    });
    return runner;
  });
  try {
    return await work();
  } finally {
    spy.mockRestore();
  }
}
