import { hash } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { DiagnosticLog } from '../diagnostic-log';
import { toFileKind } from '../naming/file-kinds';
import type { FolderListing, ListedFile } from './folder-listing';
import type { OpenFolder } from './open-folder';
import { KEY_SEPARATOR, type ScanUnit, toUnitKey, type UnitFolder } from './scan-unit';

/**
 * Part of each fingerprint. Increase it when the interpretation of names changes, so that the next scan reads every
 * unit.
 */
const SCANNER_VERSION = 5;
/** Maximum number of videos and NFO files of one unit. */
const MAX_UNIT_FILES = 50_000;

/** Collects the folders of one unit. */
export class UnitCollector {
  private readonly folders: UnitFolder[] = [];
  private readonly fingerprintLines: string[] = [`v${SCANNER_VERSION}`];
  private count = 0;
  /** See `ScanUnit.unlistedFolders`. */
  private readonly unlistedFolders: string[] = [];

  constructor(private readonly log: DiagnosticLog) {}

  /** Whether no video or NFO file was missed, except in folders that no scan reads, such as those that are too deep. */
  get complete(): boolean {
    return this.unlistedFolders.length === 0;
  }

  get hasVideos(): boolean {
    return this.folders.some(({ videos }) => videos.length > 0);
  }

  /** Adds the files of one folder. `names` is the path from the unit to this folder. */
  add(folder: OpenFolder, names: readonly string[], listing: FolderListing): void {
    const videos: ListedFile[] = [];
    const nfoNames: string[] = [];
    if (!listing.complete) this.unlistedFolders.push(folder.path);
    for (const file of listing.files) {
      const kind = toFileKind(file.name);
      if (kind === 'other') this.log.add('unsupported-file', [...folder.names, file.name].join('/'));
      if (kind !== 'video' && kind !== 'nfo') continue;
      if (this.count >= MAX_UNIT_FILES) {
        this.unlistedFolders.push(folder.path);
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
      if (child === 'unreadable') this.unlistedFolders.push([...parent.names, name].join('/'));
      return;
    }
    try {
      await this.addOpenFolder(child, [...names, name]);
    } finally {
      child.close();
    }
  }

  /** Adds a folder and everything below it. `names` is the path from the unit to this folder. */
  async addOpenFolder(folder: OpenFolder, names: readonly string[]): Promise<void> {
    await yieldToEventLoop();
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
      unlistedFolders: this.unlistedFolders,
      folder,
    };
  }
}
