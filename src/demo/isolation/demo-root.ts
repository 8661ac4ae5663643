/** Whether a folder may be the demo's root. Looks, and writes nothing. */
import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import { findErrorCode } from '../../catalog/scanner/tree/error-code';
import { isSameOrBelow } from '../../catalog/scanner/tree/library-roots';
import { type DemoMarker, findMarker, isMarkerName } from './demo-marker';
import { StartRefusedError } from './start-refused';

/** What is at the root. */
export interface DemoRoot {
  /** Real path; its last part may not exist yet. */
  readonly path: string;
  /** Null when the folder is absent or empty. */
  readonly marker: DemoMarker | null;
}

/** What the root must keep away from. */
export interface RealPlaces {
  /** Roots of real libraries, as configured or as remembered. */
  readonly libraryRoots: readonly string[];
  /** Folder that the default root lies in; a root in it must really lie there. */
  readonly cacheRoot: string;
  /** Home folders; those of this process by default. */
  readonly homes?: readonly string[];
}

/** Looks at the root. Throws a `StartRefusedError` unless it is the demo's own or free to become so. */
export function inspectDemoRoot(root: string, places: RealPlaces): DemoRoot {
  const path = toRealPath(resolve(root));
  requireOwnPlace(resolve(root), path, places);
  const stats = lstatSync(resolve(root), { throwIfNoEntry: false });
  if (stats === undefined) return { path, marker: null };
  if (stats.isSymbolicLink()) throw new StartRefusedError('SERVICE_DEMO_ROOT is a symbolic link.');
  if (!stats.isDirectory()) throw new StartRefusedError('SERVICE_DEMO_ROOT is not a folder.');
  const marker = findMarker(path);
  const others = readdirSync(path).filter((name) => !isMarkerName(name));
  if (marker === null && others.length > 0) {
    throw new StartRefusedError('SERVICE_DEMO_ROOT is neither empty nor a folder that the demo made.');
  }
  return { path, marker };
}

function requireOwnPlace(given: string, path: string, { libraryRoots, cacheRoot, homes }: RealPlaces): void {
  if (path === sep || dirname(path) === path)
    throw new StartRefusedError('SERVICE_DEMO_ROOT is the root of the file system.');
  for (const home of homes ?? [homedir(), process.env['HOME'] ?? homedir()]) {
    if (isSameOrBelow(toRealPath(home), path))
      throw new StartRefusedError('SERVICE_DEMO_ROOT is, or contains, a home folder.');
  }
  if (/^(?:\/home|\/Users)\/[^/]+$|^\/root$/.test(path))
    throw new StartRefusedError('SERVICE_DEMO_ROOT is a home folder.');
  if (isSameOrBelow(given, cacheRoot) && !isSameOrBelow(path, toRealPath(cacheRoot))) {
    throw new StartRefusedError('SERVICE_DEMO_ROOT leads out of CACHE_ROOT through a symbolic link.');
  }
  for (const libraryRoot of libraryRoots) {
    const other = toRealPath(resolve(libraryRoot));
    if (isSameOrBelow(path, other) || isSameOrBelow(other, path)) {
      throw new StartRefusedError('SERVICE_DEMO_ROOT overlaps with the root of a real library.');
    }
  }
}

/** The real path of what exists of a path, with the rest as it is. */
function toRealPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (findErrorCode(error) !== 'ENOENT' || dirname(path) === path) throw error;
    // A link that leads nowhere is one all the same, and creating its target would be writing elsewhere.
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true) {
      throw new StartRefusedError('SERVICE_DEMO_ROOT leads through a broken symbolic link.');
    }
    return join(toRealPath(dirname(path)), path.slice(dirname(path).length).replace(/^\/+/, ''));
  }
}
