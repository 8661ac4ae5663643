/** The error code of a failed system call or query, or an empty string. Errors of another realm count as well. */
export function errorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}
