import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from './problems/error-code';

/** Creates the missing directories of a path with this mode, whatever the umask is. */
export function makeDirectories(directory: string, mode: number): void {
  if (existsSync(directory)) return;
  makeDirectories(dirname(directory), mode);
  try {
    // With the option `recursive`, `mkdirSync` never returns in a place where no directory can be created and the
    // system answers ENOENT, such as /proc.
    mkdirSync(directory, { mode });
  } catch (error) {
    // Another process created it meanwhile.
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  chmodSync(directory, mode);
}
