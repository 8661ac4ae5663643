import { randomBytes } from 'node:crypto';
import { chmodSync, constants, copyFileSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeDirectories } from '../../../common/make-directories';
import { errorCode } from '../../../common/problems/error-code';
import { completeLinks } from './library-links';

/**
 * Copies the PostgreSQL installation in `native` to the directory `native` in `copy`. Writes to a temporary directory
 * and renames it when it is complete, so that `copy` is never incomplete.
 */
export function copyInstallation(native: string, copy: string): void {
  makeDirectories(dirname(copy), 0o755);
  const draft = `${copy}.${process.pid}.${randomBytes(6).toString('hex')}`;
  try {
    copyTree(native, join(draft, 'native'));
    completeLinks(join(draft, 'native'));
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another process has made the copy meanwhile.
    if (!['EEXIST', 'ENOTEMPTY'].includes(errorCode(error))) throw error;
  }
}

/**
 * Copies a directory without its symbolic links. Sets file modes instead of copying them: other accounts cannot read
 * files that were installed with a umask of 077.
 */
function copyTree(from: string, to: string): void {
  makeDirectories(to, 0o755);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (entry.isDirectory()) {
      copyTree(source, target);
    } else if (entry.isFile()) {
      copyFileSync(source, target, constants.COPYFILE_FICLONE);
      chmodSync(target, (statSync(source).mode & 0o100) === 0 ? 0o644 : 0o755);
    }
  }
}
