/** Resolves library roots and checks that they do not overlap. */
import { realpathSync, statSync } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';
import { OperatorError } from '../../../common/problems/operator-error';

/** Whether a path equals the path `above` or is below it. Does not resolve links. */
export function isSameOrBelow(path: string, above: string): boolean {
  const relativePath = relative(above, path);
  return (
    relativePath === '' || (relativePath !== '..' && !relativePath.startsWith(`..${sep}`) && !isAbsolute(relativePath))
  );
}

/**
 * Returns the real path of a library root. Throws if it is not an existing folder, or is the root of the file system.
 */
export function resolveLibraryRoot(path: string): string {
  let root: string;
  try {
    root = realpathSync(path);
    if (!statSync(root).isDirectory()) throw new OperatorError('The library root is not a folder.');
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError('The library root does not exist or cannot be read.', { cause: error });
  }
  if (root === sep) throw new OperatorError('The library root must not be the root of the file system.');
  return root;
}

/**
 * Throws if the root equals, contains or is inside the root of another library, because a file in both would become two
 * items. `root` is a real path.
 */
export function requireSeparateRoot(libraryId: string, root: string, roots: Readonly<Record<string, string>>): void {
  for (const [otherId, path] of Object.entries(roots)) {
    if (otherId === libraryId) continue;
    const other = toRealPath(path);
    if (isSameOrBelow(root, other) || isSameOrBelow(other, root)) {
      throw new OperatorError(`The library root overlaps with the root of library ${otherId}.`);
    }
  }
}

function toRealPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // The folder may be created later.
    return path;
  }
}
