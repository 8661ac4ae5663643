import { errorCode } from './error-code';
import { OperatorError } from './operator-error';

/** Whether the operating system refused a file operation, for example because the disk is full. */
export const isFileSystemError = (error: unknown): boolean => /^E[A-Z]+$/.test(errorCode(error));

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
