/** Where libraries lie, and that none lies within another. */
import { realpathSync, statSync } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';
import { OperatorError } from '../../../common/problems/operator-error';

/** Why a library's root cannot be used, in a sentence for the operator. */
export class LibraryRootError extends OperatorError {
  override readonly name = 'LibraryRootError';
}

/** Whether one real path is the other or lies below it. */
export function isSameOrBelow(path: string, above: string): boolean {
  const way = relative(above, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** The real path of a library's root. Throws when it is absent, no folder, or the root of the file system. */
export function resolveLibraryRoot(path: string): string {
  let root: string;
  try {
    root = realpathSync(path);
    if (!statSync(root).isDirectory()) throw new LibraryRootError('The library root is no folder.');
  } catch (error) {
    if (error instanceof LibraryRootError) throw error;
    throw new LibraryRootError('The library root does not exist or cannot be read.', { cause: error });
  }
  if (root === sep) throw new LibraryRootError('The library root must not be the root of the file system.');
  return root;
}

/**
 * Throws when the real path of a library's root equals, contains or lies in the root of another library: a file in both
 * would be two items. Configured roots that do not exist are compared as they are written.
 */
export function requireSeparateRoot(libraryId: string, root: string, roots: Readonly<Record<string, string>>): void {
  for (const [otherId, path] of Object.entries(roots)) {
    if (otherId === libraryId) continue;
    const other = toRealPath(path);
    if (isSameOrBelow(root, other) || isSameOrBelow(other, root)) {
      throw new LibraryRootError(`The library root overlaps with that of library ${otherId}.`);
    }
  }
}

function toRealPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // It may come to exist later, with that very path.
    return path;
  }
}
