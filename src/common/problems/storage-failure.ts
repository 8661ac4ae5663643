import { errorCode, isLocalSystemError } from './error-code';
import { OperatorError } from './operator-error';

/** What an operator can do, by error code. For other codes, the permissions are the likely cause. */
const REMEDIES: Readonly<Record<string, string>> = {
  ENOSPC: 'free some space',
  EDQUOT: 'free some space',
  EROFS: 'make its file system writable',
  EIO: 'check the disk',
};

/** What an operator can do if too many files are open. Another directory would not help. */
const OPEN_FILES_REMEDIES: Readonly<Record<string, string>> = {
  EMFILE: 'let this process open more files',
  ENFILE: 'let this machine open more files',
};

/**
 * Converts a file system error in the data directory to an `OperatorError`. Returns other errors unchanged.
 */
export function toStorageFailure(error: unknown, directory: string): unknown {
  if (error instanceof OperatorError || !isLocalSystemError(error)) return error;
  const code = errorCode(error);
  const remedy =
    OPEN_FILES_REMEDIES[code] ??
    `${REMEDIES[code] ?? 'let this user read and write there'}, or set DATA_DIRECTORY to another one`;
  return new OperatorError(`The data directory ${directory} cannot be used (${code}): ${remedy}.`, { cause: error });
}
