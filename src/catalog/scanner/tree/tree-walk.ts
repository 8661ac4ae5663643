/** A library's tree as units that are scanned whole: a folder of films, or a series with all its seasons. */
import { hash } from 'node:crypto';
import type { DiagnosticLog } from '../diagnostics';
import { isExtrasFolder } from '../naming/folders/extras';
import { toFileKind } from '../naming/file-kinds';
import { type FolderListing, type FoundFile, giveWay, OpenFolder, type TreeReading } from './open-folder';

/** A folder within a unit. */
export interface UnitFolder {
  /** Names from the unit's folder down; none for that folder itself. */
  readonly names: readonly string[];
  readonly videos: readonly FoundFile[];
  /** Names of NFO files. */
  readonly notes: readonly string[];
}

/** What is scanned, compared and stored as one. */
export interface ScanUnit {
  /** Sorts by code point in the order of the walk. */
  readonly key: string;
  /** Names from the library's root to the unit's folder; none for the root. */
  readonly names: readonly string[];
  readonly folders: readonly UnitFolder[];
  /** Equal for equal names, sizes and times of all videos and NFO files. */
  readonly fingerprint: string;
  /** Videos and NFO files. */
  readonly fileCount: number;
  /** False when something in it could not be looked at: then what is missing may still be there. */
  readonly complete: boolean;
  /** Open while the walk stands at this unit. */
  readonly folder: OpenFolder;
}

/** What a walk gives: a unit, or the key of a place below which nothing is known. */
export type WalkStep = { readonly unit: ScanUnit } | { readonly unknownBelow: string };

/** Raised when the reading of names changes, so that every unit is read again. */
const SCANNER_VERSION = 1;
/** Stands between the names of a key: below every character a scanned name may hold. */
const KEY_SEPARATOR = '\u0001';
/** Videos and NFO files of one series at most. */
const MAX_UNIT_FILES = 50_000;
const DISC_FOLDERS: ReadonlySet<string> = new Set(['video_ts', 'bdmv', 'hvdvd_ts']);

/** The key of a folder by its names from the root. */
export function toUnitKey(names: readonly string[]): string {
  return names.join(KEY_SEPARATOR);
}

/** Whether a key lies at or below another. */
export function isAtOrBelow(key: string, above: string): boolean {
  return above === '' || key === above || key.startsWith(above + KEY_SEPARATOR);
}

/** Walks a film library: each folder with videos is a unit. Units come in the order of their keys. */
export async function* walkMovies(folder: OpenFolder, log: DiagnosticLog): AsyncGenerator<WalkStep> {
  await giveWay();
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

/** Walks a series library: the root's own files are a unit, and each folder in it with all below. */
export async function* walkSeries(root: OpenFolder, log: DiagnosticLog): AsyncGenerator<WalkStep> {
  const listing = await root.list();
  if (!listing.complete) yield { unknownBelow: '' };
  const own = new UnitCollector(log);
  own.add(root, [], listing);
  if (own.hasVideos) yield { unit: own.toUnit(root) };
  for (const name of listing.folders) {
    yield* walkChild(root, name, async function* (folder) {
      await giveWay();
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

/** Gathers the folders of one unit. */
class UnitCollector {
  private readonly folders: UnitFolder[] = [];
  private readonly lines: string[] = [`v${SCANNER_VERSION}`];
  private count = 0;
  complete = true;

  constructor(private readonly log: DiagnosticLog) {}

  get hasVideos(): boolean {
    return this.folders.some(({ videos }) => videos.length > 0);
  }

  add(folder: OpenFolder, names: readonly string[], listing: FolderListing): void {
    const videos: FoundFile[] = [];
    const notes: string[] = [];
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
      else notes.push(file.name);
      this.lines.push([...names, file.name, file.sizeBytes, file.modifiedMs].join(KEY_SEPARATOR));
    }
    this.folders.push({ names, videos, notes });
  }

  /** Adds a folder in `parent` with all below; `names` lead from the unit to `parent`. */
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
      fingerprint: hash('sha256', this.lines.join('\n'), 'hex').slice(0, 32),
      fileCount: this.count,
      complete: this.complete,
      folder,
    };
  }
}

/** Reads a file below a unit's folder; null, with a diagnostic, when it cannot be or is larger than `maxBytes`. */
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

/** Opens a library's root for a walk. Throws when it is absent, no folder, or cannot be read. */
export function openLibraryRoot(path: string, reading: TreeReading): OpenFolder {
  return OpenFolder.openRoot(path, reading);
}
