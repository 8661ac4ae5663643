/** Runs statements on separate connections, without the service. */
import { Client } from 'pg';

/** Opens a connection, passes it to `work`, and closes it. The server may end the connection meanwhile. */
export async function withConnection<T>(url: string, work: (connection: Client) => Promise<T>): Promise<T> {
  const connection = new Client({ connectionString: url });
  // pg emits an 'error' event when the server ends an idle connection. Without a listener, the event would end the
  // process. The next statement fails in any case.
  connection.on('error', () => undefined);
  await connection.connect();
  try {
    return await work(connection);
  } finally {
    await connection.end();
  }
}

/**
 * Runs a statement and returns its rows. Without values, the text may also contain several statements; then it returns
 * no rows.
 */
export async function runSql<Row extends object = Record<string, unknown>>(
  url: string,
  statement: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  return withConnection(url, async (connection) => {
    const result = await connection.query<Row>(statement, values.length === 0 ? undefined : [...values]);
    // For several statements, pg returns a list of results.
    return Array.isArray(result) ? [] : result.rows;
  });
}
