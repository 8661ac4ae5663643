import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { errorCode } from '../../../common/problems/error-code';

/** Content of a file, or null when it does not exist. */
export function readIfPresent(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Creates a file of mode 600 with its content in one atomic step. Returns false if the file exists: of several
 * processes that create it concurrently, exactly one gets true. Readers never see a partial file. A hard link is used
 * because it fails for an existing name and shows the complete file at once.
 */
export function createExclusively(path: string, content: string): boolean {
  const draft = `${path}.${process.pid}.${randomBytes(6).toString('hex')}`;
  try {
    // On a full disk, this creates an empty file and then fails. `finally` removes the file.
    writeFileSync(draft, content, { mode: 0o600, flag: 'wx', flush: true });
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}
