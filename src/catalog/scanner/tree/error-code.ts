/** The codes of the file system's errors. */

/** The error's code, such as `ENOENT`; undefined when it has none. By its shape, since errors may come from elsewhere. */
export function findErrorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
