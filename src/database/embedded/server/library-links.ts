/**
 * Symbolic links to the shared libraries of a PostgreSQL installation. The file `pg-symlinks.json` in its folder
 * `native` lists them.
 */
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { errorCode } from '../../../common/problems/error-code';

/** Creates the missing links. Returns false if this fails because the directory of a link is not writable. */
export function completeLinks(native: string): boolean {
  for (const { source, target } of listLinks(native)) {
    try {
      if (!existsSync(target)) symlinkSync(basename(source), target);
    } catch (error) {
      const code = errorCode(error);
      if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return false;
      // Another process may be creating the same links.
      if (code !== 'EEXIST') throw error;
    }
  }
  return true;
}

/** Returns the path of each link (`target`), and of the shared library that it refers to (`source`). */
export function listLinks(native: string): { source: string; target: string }[] {
  const file = join(native, 'pg-symlinks.json');
  if (!existsSync(file)) return [];
  const links = JSON.parse(readFileSync(file, 'utf8')) as { source: string; target: string }[];
  return links.map((link) => ({
    source: resolve(native, '..', link.source),
    target: resolve(native, '..', link.target),
  }));
}
