/** Names of the environment variables by which the global setup tells the test files where the server is. */
export const TEST_SERVER_URL = 'TEST_SERVER_URL';
export const TEST_TEMPLATE_DATABASE = 'TEST_TEMPLATE_DATABASE';

/** The same server and login, another database. */
export function withDatabase(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${encodeURIComponent(database)}`;
  return address.toString();
}
