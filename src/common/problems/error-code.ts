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
 * Whether the operating system caused the error of a file operation, for example because the disk is full. Most errors
 * of connections have such codes, too, so pass only errors of file operations.
 */
export function isFileSystemError(error: unknown): boolean {
  return /^E[A-Z]+$/.test(errorCode(error));
}
