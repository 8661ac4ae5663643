import { errorCode, isFileSystemError } from './error-code';
import { OperatorError } from './operator-error';

/** Converts a file system error in the data directory to an `OperatorError`. Returns other errors unchanged. */
export function toStorageFailure(error: unknown, directory: string): unknown {
  if (error instanceof OperatorError || !isFileSystemError(error)) return error;
  const code = errorCode(error);
  const remedy = code === 'ENOSPC' ? 'free some space' : 'let this user read and write there';
  return new OperatorError(
    `The data directory ${directory} cannot be used (${code}): ${remedy}, or set DATA_DIRECTORY to another one.`,
    { cause: error },
  );
}
