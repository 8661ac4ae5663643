import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type Dirent, lstatSync, opendirSync, type Stats } from 'node:fs';
import { compareCodePoints } from '../../../common/text/code-point-order';
import type { DiagnosticCode } from '../diagnostics';
import { findSkipReason, toDiagnosticCode } from './skip-reasons';

/** A regular file in a folder. */
export interface ListedFile {
  readonly name: string;
  readonly sizeBytes: number;
  /** Milliseconds since 1970, with fractions if the file system has them. */
  readonly modifiedMs: number;
}

/** Content of a folder, sorted by code point. */
export interface FolderListing {
  readonly files: readonly ListedFile[];
  readonly folders: readonly string[];
  /** False if the folder or an entry with a UTF-8 name could not be read, or the folder has too many entries. */
  readonly complete: boolean;
}

export interface FolderToList {
  /** Path for reading the entries. It may refer to an open descriptor. */
  readonly pathForReading: string;
  /** Path relative to the library root. */
  readonly path: string;
  /** Whether a configured pattern excludes the name. */
  readonly isExcluded: (name: string) => boolean;
  /** Reports a diagnostic for an entry, or for the folder itself if the name is empty. */
  readonly report: (code: DiagnosticCode, name: string) => void;
}

/** Maximum number of entries of one folder. Further entries are skipped, and one diagnostic reports the folder. */
const MAX_ENTRIES = 200_000;
/** Number of directory entries that Node.js reads in one step. */
const ENTRY_BUFFER = 256;
/** Number of entries after which the event loop can process other work. */
const ENTRIES_PER_TURN = 1_000;
const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;

/** Returns the files and folders in a folder. Reports entries that a scan skips. */
export async function listFolder(folder: FolderToList): Promise<FolderListing> {
  const lister = new FolderLister(folder);
  await lister.read();
  return lister.toListing();
}

class FolderLister {
  private readonly files: ListedFile[] = [];
  private readonly folders: string[] = [];
  private complete = true;

  constructor(private readonly folder: FolderToList) {}

  async read(): Promise<void> {
    try {
      const directory = opendirSync(this.folder.pathForReading, { bufferSize: ENTRY_BUFFER });
      try {
        let count = 0;
        for (let entry = directory.readSync(); entry !== null; entry = directory.readSync()) {
          if (count === MAX_ENTRIES) return this.reportIncomplete('too-many-files');
          this.addEntry(entry);
          count += 1;
          if (count % ENTRIES_PER_TURN === 0) await yieldToEventLoop();
        }
      } finally {
        directory.closeSync();
      }
    } catch (error) {
      this.reportIncomplete(toDiagnosticCode(error));
    }
  }

  toListing(): FolderListing {
    return {
      files: this.withoutDuplicates(this.files, ({ name }) => name),
      folders: this.withoutDuplicates(this.folders, (name) => name),
      complete: this.complete,
    };
  }

  /**
   * Sorts entries by name. Keeps only the first of several names that differ only in Unicode form, because they would
   * give the same item.
   */
  private withoutDuplicates<T>(entries: readonly T[], nameOf: (entry: T) => string): T[] {
    const sorted = [...entries].sort((a, b) => compareCodePoints(nameOf(a), nameOf(b)));
    if (sorted.every((entry) => PRINTABLE_ASCII.test(nameOf(entry)))) return sorted;
    const normalizedNames = new Set<string>();
    return sorted.filter((entry) => {
      const normalizedName = nameOf(entry).normalize('NFC');
      const isDuplicate = normalizedNames.has(normalizedName);
      if (isDuplicate) this.folder.report('duplicate-name', nameOf(entry));
      else normalizedNames.add(normalizedName);
      return !isDuplicate;
    });
  }

  private addEntry(entry: Dirent): void {
    const skipReason = findSkipReason(entry, this.folder);
    if (skipReason !== null) this.folder.report(skipReason, entry.name);
    else if (entry.isDirectory()) this.folders.push(entry.name);
    else this.addFile(entry.name);
  }

  private reportIncomplete(code: DiagnosticCode): void {
    this.complete = false;
    this.folder.report(code, '');
  }

  /**
   * Adds a file with its size and modification time. Some file systems do not report the types of entries, so the entry
   * may be a folder.
   */
  private addFile(name: string): void {
    const stats = this.findStats(name);
    if (stats === null) return;
    if (stats.isFile()) this.files.push({ name, sizeBytes: stats.size, modifiedMs: stats.mtimeMs });
    else if (stats.isDirectory()) this.folders.push(name);
    else this.folder.report(stats.isSymbolicLink() ? 'symlink-skipped' : 'not-a-file', name);
  }

  private findStats(name: string): Stats | null {
    try {
      return lstatSync(`${this.folder.pathForReading}/${name}`);
    } catch (error) {
      const code = toDiagnosticCode(error, name);
      // A file whose name is not UTF-8 is never in the catalog, so the listing is complete without it.
      if (code !== 'name-not-utf8') this.complete = false;
      this.folder.report(code, name);
      return null;
    }
  }
}
