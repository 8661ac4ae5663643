/**
 * The error code of a failed system call or query, or an empty string. Checks the shape, not the class, because errors
 * may come from another realm.
 */
export function errorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}
