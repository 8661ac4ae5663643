/**
 * The error code of a failed system call or query, or an empty string. Checks the shape, not the class, because errors
 * may come from another realm.
 */
export function errorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}

/** Whether the operating system refused a file operation, for example because the disk is full. */
export const isFileSystemError = (error: unknown): boolean => /^E[A-Z]+$/.test(errorCode(error));
