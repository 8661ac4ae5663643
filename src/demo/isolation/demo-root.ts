/** Checks whether the demo may use a folder as its root. Writes nothing. */
import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import { isSameOrBelow } from '../../catalog/scanner/tree/library-roots';
import { errorCode, isLocalSystemError } from '../../common/problems/error-code';
import { OperatorError } from '../../common/problems/operator-error';
import { type DemoMarker, findMarker, isMarkerName } from './demo-marker';

/** The checked root folder of the demo. */
export interface DemoRoot {
  /** Real path. The folder and folders above it can be absent. */
  readonly path: string;
  /** Null if the folder is absent, empty, or contains only invalid or temporary markers. */
  readonly marker: DemoMarker | null;
}

/** Folders that restrict where the root of the demo may be. */
interface ProtectedFolders {
  /**
   * Roots of real libraries, with which the root must not overlap: those in the configuration, and those that earlier
   * scans recorded in the database.
   */
  readonly libraryRoots: readonly string[];
  /**
   * `CACHE_ROOT`, which contains the root by default. A root that is configured in this folder must not leave it
   * through a symbolic link.
   */
  readonly cacheRoot: string;
}

/**
 * Checks the root. Throws an `OperatorError` if the demo must not use it. A folder that contains more than markers must
 * have a valid marker.
 */
export function inspectDemoRoot(root: string, folders: ProtectedFolders): DemoRoot {
  const configuredPath = resolve(root);
  const path = toRealPath(configuredPath, 'SERVICE_DEMO_ROOT');
  requireSafeLocation(configuredPath, path, folders);
  return refuseUnreadable('SERVICE_DEMO_ROOT', () => inspectFolder(configuredPath, path));
}

function inspectFolder(configuredPath: string, path: string): DemoRoot {
  const stats = lstatSync(configuredPath, { throwIfNoEntry: false });
  if (stats === undefined) return { path, marker: null };
  if (stats.isSymbolicLink()) throw new OperatorError('SERVICE_DEMO_ROOT is a symbolic link.');
  if (!stats.isDirectory()) throw new OperatorError('SERVICE_DEMO_ROOT is not a folder.');
  const marker = findMarker(path);
  const otherNames = readdirSync(path).filter((name) => !isMarkerName(name));
  if (marker === null && otherNames.length > 0) {
    throw new OperatorError('SERVICE_DEMO_ROOT is neither empty nor a folder that the demo created.');
  }
  return { path, marker };
}

function requireSafeLocation(
  configuredPath: string,
  path: string,
  { libraryRoots, cacheRoot }: ProtectedFolders,
): void {
  if (path === sep || dirname(path) === path) {
    throw new OperatorError('SERVICE_DEMO_ROOT is the root of the file system.');
  }
  for (const home of findHomes()) {
    if (isSameOrBelow(toRealPath(home, `The home folder ${home}`), path)) {
      throw new OperatorError('SERVICE_DEMO_ROOT is, or contains, a home folder.');
    }
  }
  if (/^(?:\/home|\/Users)\/[^/]+$|^\/root$/.test(path)) {
    throw new OperatorError('SERVICE_DEMO_ROOT is a home folder.');
  }
  if (isSameOrBelow(configuredPath, cacheRoot) && !isSameOrBelow(path, toRealPath(cacheRoot, 'CACHE_ROOT'))) {
    throw new OperatorError('SERVICE_DEMO_ROOT leads out of CACHE_ROOT through a symbolic link.');
  }
  for (const libraryRoot of libraryRoots) {
    const libraryPath = toRealPath(resolve(libraryRoot), `The library root ${libraryRoot}`);
    if (isSameOrBelow(path, libraryPath) || isSameOrBelow(libraryPath, path)) {
      throw new OperatorError('SERVICE_DEMO_ROOT overlaps with the root of a real library.');
    }
  }
}

/**
 * Returns `HOME` and the home folder of the account, which can differ. An account that the system does not list has no
 * home folder.
 */
function findHomes(): string[] {
  const { HOME } = process.env;
  const homes = HOME ? [HOME] : [];
  try {
    return [...homes, userInfo().homedir];
  } catch {
    return homes;
  }
}

/**
 * Returns a path without symbolic links. Folders that do not exist yet stay as they are. Throws an `OperatorError`
 * whose message begins with `name` if the path cannot be resolved.
 */
function toRealPath(path: string, name: string): string {
  return refuseUnreadable(name, () => resolveLinks(path, name));
}

function resolveLinks(path: string, name: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || dirname(path) === path) throw error;
    // A broken symbolic link also gives ENOENT. If the demo created the target, it would write outside of its root.
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true) {
      throw new OperatorError(`${name} leads through a broken symbolic link.`);
    }
    return join(resolveLinks(dirname(path), name), path.slice(dirname(path).length).replace(/^\/+/, ''));
  }
}

/** Runs `work`. Replaces an error of the file system by an `OperatorError` that begins with `name`. */
function refuseUnreadable<T>(name: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!isLocalSystemError(error)) throw error;
    throw new OperatorError(`${name} cannot be read: ${errorCode(error)}.`, { cause: error });
  }
}
