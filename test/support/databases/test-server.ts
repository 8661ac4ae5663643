/** Environment variables that the global setup sets for the test files: the server and the template database. */
export const TEST_SERVER_URL = 'TEST_SERVER_URL';
export const TEST_TEMPLATE_DATABASE = 'TEST_TEMPLATE_DATABASE';

/** Returns the URL with another database name. */
export function withDatabase(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${encodeURIComponent(database)}`;
  return address.toString();
}
