/**
 * Returns the error code of a failed system call or query; empty if there is none. Does not use `instanceof`, because
 * errors can come from another realm.
 */
export function errorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}

/**
 * Whether an error of a file operation is a system error, for example because the disk is full. Also true for most
 * system errors of connections.
 */
export function isFileSystemError(error: unknown): boolean {
  return /^E[A-Z]+$/.test(errorCode(error));
}
