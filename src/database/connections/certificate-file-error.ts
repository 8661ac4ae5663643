import { errorCode, reasonOf } from '../../common/problems/error-code';

/**
 * A file with a certificate or a key, which the URL of the database names, cannot be read. The error has a code of
 * PostgreSQL's class 08 (connection exception), so that requests get 503 until the file can be read again.
 */
export class CertificateFileError extends Error {
  override readonly name = 'CertificateFileError';
  readonly code = '08001';

  /** `cause` is the error of the system call. */
  constructor(override readonly cause: unknown) {
    super(`A certificate or key that the URL of the database names cannot be read (${reasonOf(cause)})`);
  }
}

/**
 * Whether the error of a system call means that a file cannot be read. The system call `read` also fails for sockets,
 * but never with `EISDIR`, the code for a directory.
 */
export function isFileFailure(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('syscall' in error)) return false;
  return error.syscall === 'open' || (error.syscall === 'read' && errorCode(error) === 'EISDIR');
}
