/** Walks the tree of a library and yields units. A unit is a folder of films, or a series with all its seasons. */
import { hash } from 'node:crypto';
import type { DiagnosticLog } from '../diagnostics';
import { isExtrasFolder } from '../naming/folders/extras';
import { toFileKind } from '../naming/file-kinds';
import { type FolderListing, type FoundFile, OpenFolder, type TreeReadOptions, yieldToEventLoop } from './open-folder';

/** A folder within a unit. */
export interface UnitFolder {
  /** Folder names from the unit's folder down; empty for that folder itself. */
  readonly names: readonly string[];
  readonly videos: readonly FoundFile[];
  /** Names of NFO files. */
  readonly nfoNames: readonly string[];
}

/** A folder of films, or a series with its folders. A unit is scanned, compared and stored as a whole. */
export interface ScanUnit {
  /** Units in the order of a walk have keys in code point order. */
  readonly key: string;
  /** Folder names from the library root to the unit's folder; empty for the root. */
  readonly names: readonly string[];
  readonly folders: readonly UnitFolder[];
  /** Hash of the names, sizes and modification times of all videos and NFO files. */
  readonly fingerprint: string;
  /** Number of videos and NFO files. */
  readonly fileCount: number;
  /** False if a part of the unit could not be read. Items that were not found may then still exist. */
  readonly complete: boolean;
  /** Open only until the next step of the walk. */
  readonly folder: OpenFolder;
}

/** A unit, or the key of a folder that could not be read completely. Units in or below that folder may still exist. */
export type WalkStep = { readonly unit: ScanUnit } | { readonly unknownBelow: string };

/**
 * Part of each fingerprint. It is increased when the interpretation of names changes, so that every unit is read again.
 */
const SCANNER_VERSION = 1;
/**
 * Separates the names in a key. It sorts before all characters that a scanned name may contain, so keys have the order
 * of a walk.
 */
const KEY_SEPARATOR = '\u0001';
/** Maximum number of videos and NFO files of one series. */
const MAX_UNIT_FILES = 50_000;
const DISC_FOLDERS: ReadonlySet<string> = new Set(['video_ts', 'bdmv', 'hvdvd_ts']);

/** Returns the key of a folder, from its names below the library root. */
export function toUnitKey(names: readonly string[]): string {
  return names.join(KEY_SEPARATOR);
}

/** Whether a key equals another key or is below it. */
export function isAtOrBelow(key: string, above: string): boolean {
  return above === '' || key === above || key.startsWith(above + KEY_SEPARATOR);
}

/** Walks a film library. Each folder with videos is a unit. Yields units in key order. */
export async function* walkMovies(folder: OpenFolder, log: DiagnosticLog): AsyncGenerator<WalkStep> {
  await yieldToEventLoop();
  const listing = await folder.list();
  const key = toUnitKey(folder.names);
  if (!listing.complete) yield { unknownBelow: key };
  const collected = new UnitCollector(log);
  collected.add(folder, [], listing);
  for (const name of listing.folders.filter(isDiscFolder)) await collected.addTree(folder, name, []);
  if (collected.hasVideos) yield { unit: collected.toUnit(folder) };
  for (const name of listing.folders) {
    if (isDiscFolder(name)) continue;
    if (folder.names.length > 0 && isExtrasFolder(name)) log.add('extra', `${folder.path}/${name}`);
    else yield* walkChild(folder, name, (child) => walkMovies(child, log));
  }
}

/**
 * Walks a series library. The files directly in the root are one unit. Each folder in the root is a unit with
 * everything below it.
 */
export async function* walkSeries(root: OpenFolder, log: DiagnosticLog): AsyncGenerator<WalkStep> {
  const listing = await root.list();
  if (!listing.complete) yield { unknownBelow: '' };
  const rootFiles = new UnitCollector(log);
  rootFiles.add(root, [], listing);
  if (rootFiles.hasVideos) yield { unit: rootFiles.toUnit(root) };
  for (const name of listing.folders) {
    yield* walkChild(root, name, async function* (folder) {
      await yieldToEventLoop();
      const collected = new UnitCollector(log);
      await collected.addOpen(folder, []);
      if (collected.hasVideos) yield { unit: collected.toUnit(folder) };
      else if (!collected.complete) yield { unknownBelow: toUnitKey(folder.names) };
    });
  }
}

async function* walkChild(
  folder: OpenFolder,
  name: string,
  walk: (child: OpenFolder) => AsyncGenerator<WalkStep>,
): AsyncGenerator<WalkStep> {
  const child = folder.openChild(name);
  if (typeof child === 'string') {
    if (child === 'unreadable') yield { unknownBelow: toUnitKey([...folder.names, name]) };
    return;
  }
  try {
    yield* walk(child);
  } finally {
    child.close();
  }
}

function isDiscFolder(name: string): boolean {
  return DISC_FOLDERS.has(name.toLowerCase());
}

/** Collects the folders of one unit. */
class UnitCollector {
  private readonly folders: UnitFolder[] = [];
  private readonly fingerprintLines: string[] = [`v${SCANNER_VERSION}`];
  private count = 0;
  complete = true;

  constructor(private readonly log: DiagnosticLog) {}

  get hasVideos(): boolean {
    return this.folders.some(({ videos }) => videos.length > 0);
  }

  add(folder: OpenFolder, names: readonly string[], listing: FolderListing): void {
    const videos: FoundFile[] = [];
    const nfoNames: string[] = [];
    this.complete &&= listing.complete;
    for (const file of listing.files) {
      const kind = toFileKind(file.name);
      if (kind === 'other') this.log.add('unsupported-file', [...folder.names, file.name].join('/'));
      if (kind !== 'video' && kind !== 'nfo') continue;
      if (this.count >= MAX_UNIT_FILES) {
        this.complete = false;
        this.log.add('too-many-files', folder.path);
        break;
      }
      this.count += 1;
      if (kind === 'video') videos.push(file);
      else nfoNames.push(file.name);
      this.fingerprintLines.push([...names, file.name, file.sizeBytes, file.modifiedMs].join(KEY_SEPARATOR));
    }
    this.folders.push({ names, videos, nfoNames });
  }

  /** Adds the folder `name` in `parent` and everything below it. `names` is the path from the unit to `parent`. */
  async addTree(parent: OpenFolder, name: string, names: readonly string[]): Promise<void> {
    const child = parent.openChild(name);
    if (typeof child === 'string') {
      if (child === 'unreadable') this.complete = false;
      return;
    }
    try {
      await this.addOpen(child, [...names, name]);
    } finally {
      child.close();
    }
  }

  async addOpen(folder: OpenFolder, names: readonly string[]): Promise<void> {
    const listing = await folder.list();
    this.add(folder, names, listing);
    for (const name of listing.folders) await this.addTree(folder, name, names);
  }

  toUnit(folder: OpenFolder): ScanUnit {
    return {
      key: toUnitKey(folder.names),
      names: folder.names,
      folders: this.folders,
      fingerprint: hash('sha256', this.fingerprintLines.join('\n'), 'hex').slice(0, 32),
      fileCount: this.count,
      complete: this.complete,
      folder,
    };
  }
}

/**
 * Reads a file below the folder of a unit. If it cannot be read or exceeds `maxBytes`, reports a diagnostic and returns
 * null.
 */
export function readUnitFile(
  folder: OpenFolder,
  names: readonly string[],
  name: string,
  maxBytes: number,
): Buffer | null {
  const [next, ...rest] = names;
  if (next === undefined) return folder.readFile(name, maxBytes, 'nfo-too-large');
  const child = folder.openChild(next);
  if (typeof child === 'string') return null;
  try {
    return readUnitFile(child, rest, name, maxBytes);
  } finally {
    child.close();
  }
}

/** Opens a library root for a walk. Throws if it does not exist, is not a folder, or cannot be read. */
export function openLibraryRoot(path: string, options: TreeReadOptions): OpenFolder {
  return OpenFolder.openRoot(path, options);
}
