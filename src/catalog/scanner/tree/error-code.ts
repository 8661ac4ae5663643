/** Error codes of the file system. */

/**
 * Returns the code of an error, such as `ENOENT`, or undefined. Checks the properties, not the class, because errors
 * may come from another realm.
 */
export function findErrorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
