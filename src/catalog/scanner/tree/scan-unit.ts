/**
 * A unit is the smallest part of a library that a scan reads again after a change: a folder of films, a series with all
 * its seasons, or the files directly in the root of a series library.
 */
import type { DiagnosticCode } from '../diagnostics';
import type { ListedFile } from './folder-listing';
import type { OpenFolder } from './open-folder';

/** A folder within a unit. */
export interface UnitFolder {
  /** Folder names from the unit's folder down; empty for that folder itself. */
  readonly names: readonly string[];
  readonly videos: readonly ListedFile[];
  /** Names of NFO files. */
  readonly nfoNames: readonly string[];
}

/** A unit that a walk found. */
export interface ScanUnit {
  /** Result of `toUnitKey` for the unit's folder. A walk yields units in the code point order of their keys. */
  readonly key: string;
  /** Folder names from the library root to the unit's folder; empty for the root. */
  readonly names: readonly string[];
  readonly folders: readonly UnitFolder[];
  /** Hash of the scanner version and of the names, sizes and modification times of all videos and NFO files. */
  readonly fingerprint: string;
  /** Number of videos and NFO files. */
  readonly fileCount: number;
  /**
   * Paths, relative to the library root, of the folders in or below which the walk may have missed files, because a
   * folder could not be read completely or the unit has too many files. Empty if the unit is complete.
   */
  readonly unlistedFolders: readonly string[];
  /** Open only until the next step of the walk. */
  readonly folder: OpenFolder;
}

/**
 * A unit, or the key of a folder that could not be read completely. Units at or below that key may still exist, so the
 * scan must not remove their items.
 */
export type WalkStep = { readonly unit: ScanUnit } | { readonly incompleteKey: string };

/**
 * Separates the names in a key. Sorts before all characters of a scanned name, so that keys have the order of a walk.
 */
export const KEY_SEPARATOR = '\u0001';

/** Returns the key of a folder. `names` are the folder names from the library root to the folder. */
export function toUnitKey(names: readonly string[]): string {
  return names.join(KEY_SEPARATOR);
}

/** Whether a key equals another key or is below it. Every key is at or below the empty key of the library root. */
export function isAtOrBelow(key: string, above: string): boolean {
  return above === '' || key === above || key.startsWith(above + KEY_SEPARATOR);
}

/**
 * Reads an NFO file in or below the folder of a unit. `names` are the folder names from `folder` down to the file. If
 * the file cannot be read or exceeds `maxBytes` (`nfo-too-large`), reports a diagnostic and returns its code.
 */
export function readUnitFile(
  folder: OpenFolder,
  names: readonly string[],
  name: string,
  maxBytes: number,
): Buffer | DiagnosticCode {
  const [childName, ...namesBelow] = names;
  if (childName === undefined) return folder.readFile(name, maxBytes, 'nfo-too-large');
  const child = folder.openChild(childName);
  if (typeof child === 'string') return child;
  try {
    return readUnitFile(child, namesBelow, name, maxBytes);
  } finally {
    child.close();
  }
}
