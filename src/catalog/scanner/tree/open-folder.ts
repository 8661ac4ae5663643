/**
 * Reads folders through file descriptors, so that no folder can be replaced by a link between the check and the read.
 *
 * The calls are synchronous, because an asynchronous call takes several times as long as reading an entry. A walk
 * yields to the event loop between folders, and `list` yields between groups of entries.
 */
import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  lstatSync,
  opendirSync,
  openSync,
  readSync,
  type Stats,
} from 'node:fs';
import { join } from 'node:path';
import { compareCodePoints } from '../../../common/text/code-point-order';
import type { DiagnosticCode, DiagnosticLog } from '../diagnostics';
import { findErrorCode } from './error-code';
import { isIgnoredName } from '../naming/folders/ignored-names';

/** A regular file in a folder. */
export interface FoundFile {
  readonly name: string;
  readonly sizeBytes: number;
  /** Milliseconds since 1970, with fractions if the file system has them. */
  readonly modifiedMs: number;
}

/** Content of a folder, sorted by code point. */
export interface FolderListing {
  readonly files: readonly FoundFile[];
  readonly folders: readonly string[];
  /** False if an entry could not be read. Entries that are not in the listing may then still exist. */
  readonly complete: boolean;
}

/** Options for reading a tree. */
export interface TreeReadOptions {
  readonly log: DiagnosticLog;
  /** Whether a configured pattern excludes the name. */
  readonly isExcluded: (name: string) => boolean;
  /** Maximum number of entries of one folder. Further entries are skipped and reported. */
  readonly maxEntries: number;
}

/** Maximum number of folder levels below the root. Bounds the number of open file descriptors. */
const MAX_DEPTH = 32;
/** Maximum length of a path relative to the root. It must fit into an import record. */
const MAX_PATH_CHARS = 4_096;
/** Number of directory entries that Node.js reads at once. */
const ENTRY_BUFFER = 256;
/** Number of entries to process before `list` yields to the event loop. */
const ENTRIES_PER_STEP = 1_000;
const FOLDER_FLAGS = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
const FILE_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const CONTROLS = /\p{Cc}/u;
const PLAIN = /^[\x20-\x7e]*$/;

/** An open folder within a library. Callers must `close` it. */
export class OpenFolder {
  private constructor(
    private readonly descriptor: number,
    private readonly absolutePath: string,
    /** Folder names from the root down; empty for the root. */
    readonly names: readonly string[],
    private readonly options: TreeReadOptions,
  ) {}

  /** Opens a library root and follows links to it. Throws if it does not exist, is not a folder, or cannot be read. */
  static openRoot(path: string, options: TreeReadOptions): OpenFolder {
    return new OpenFolder(openSync(path, constants.O_RDONLY | constants.O_DIRECTORY), path, [], options);
  }

  /** Path relative to the root, with `/` as separator. */
  get path(): string {
    return this.names.join('/');
  }

  close(): void {
    closeSync(this.descriptor);
  }

  /** Opens a subfolder. If it cannot be opened or is a link, reports a diagnostic and returns its code. */
  openChild(name: string): OpenFolder | DiagnosticCode {
    const names = [...this.names, name];
    if (names.length > MAX_DEPTH) return this.refuse('too-deep', name);
    try {
      const descriptor = openSync(`${this.pathForReading}/${name}`, FOLDER_FLAGS);
      return new OpenFolder(descriptor, join(this.absolutePath, name), names, this.options);
    } catch (error) {
      return this.refuse(toCode(error), name);
    }
  }

  /** Reads a file of this folder. If it cannot be read or exceeds `maxBytes`, reports a diagnostic and returns null. */
  readFile(name: string, maxBytes: number, tooLarge: DiagnosticCode): Buffer | null {
    let file: number | null = null;
    try {
      file = openSync(`${this.pathForReading}/${name}`, FILE_FLAGS);
      const stats = fstatSync(file);
      if (!stats.isFile()) return this.report('not-a-file', name);
      if (stats.size > maxBytes) return this.report(tooLarge, name);
      const buffer = Buffer.alloc(stats.size);
      return buffer.subarray(0, readSync(file, buffer, 0, stats.size, 0));
    } catch (error) {
      return this.report(toCode(error), name);
    } finally {
      if (file !== null) closeSync(file);
    }
  }

  /** Returns the files and folders in this folder. Reads at most `maxEntries` entries, which limits memory. */
  async list(): Promise<FolderListing> {
    const entries = this.readEntries();
    const listing: MutableListing = { files: [], folders: [], complete: entries.complete };
    for (const [index, entry] of entries.found.entries()) {
      if (index > 0 && index % ENTRIES_PER_STEP === 0) await yieldToEventLoop();
      const problem = this.findProblem(entry);
      if (problem !== null) this.report(problem, entry.name);
      else if (entry.isDirectory()) listing.folders.push(entry.name);
      else this.addFile(entry.name, listing);
    }
    const files = listing.files.sort((a, b) => compareCodePoints(a.name, b.name));
    const folders = listing.folders.sort(compareCodePoints);
    return {
      files: this.withoutDuplicates(files, ({ name }) => name),
      folders: this.withoutDuplicates(folders, (name) => name),
      complete: listing.complete,
    };
  }

  /**
   * Keeps only the first of several names that differ only in their Unicode form, because all of them would give the
   * same item.
   */
  private withoutDuplicates<T>(sorted: T[], nameOf: (entry: T) => string): T[] {
    if (sorted.every((entry) => PLAIN.test(nameOf(entry)))) return sorted;
    const seen = new Set<string>();
    return sorted.filter((entry) => {
      const form = nameOf(entry).normalize('NFC');
      if (seen.has(form)) return this.report('duplicate-name', nameOf(entry)) !== null;
      return seen.add(form).size > 0;
    });
  }

  private readEntries(): { found: Dirent[]; complete: boolean } {
    const found: Dirent[] = [];
    try {
      const directory = opendirSync(this.pathForReading, { bufferSize: ENTRY_BUFFER });
      try {
        for (let entry = directory.readSync(); entry !== null; entry = directory.readSync()) {
          if (found.length < this.options.maxEntries) found.push(entry);
          else return { found, complete: this.report('too-many-files', '') !== null };
        }
      } finally {
        directory.closeSync();
      }
      return { found, complete: true };
    } catch (error) {
      return { found, complete: this.report(toCode(error), '') !== null };
    }
  }

  private findProblem(entry: Dirent): DiagnosticCode | null {
    const { name } = entry;
    if (isIgnoredName(name) || this.options.isExcluded(name)) return 'ignored-name';
    if (CONTROLS.test(name)) return 'name-has-controls';
    if (this.path.length + name.length >= MAX_PATH_CHARS) return 'path-too-long';
    if (entry.isSymbolicLink()) return 'symlink-skipped';
    const isSpecialFile = entry.isFIFO() || entry.isSocket() || entry.isBlockDevice() || entry.isCharacterDevice();
    return isSpecialFile ? 'not-a-file' : null;
  }

  /**
   * Adds a file with its size and modification time. If the entry is a folder, because the file system did not report
   * its type, adds the folder.
   */
  private addFile(name: string, listing: MutableListing): void {
    const stats = this.findStats(name);
    if (stats === null) listing.complete = false;
    else if (stats.isFile()) listing.files.push({ name, sizeBytes: stats.size, modifiedMs: stats.mtimeMs });
    else if (stats.isDirectory()) listing.folders.push(name);
    else this.report(stats.isSymbolicLink() ? 'symlink-skipped' : 'not-a-file', name);
  }

  private findStats(name: string): Stats | null {
    try {
      return lstatSync(`${this.pathForReading}/${name}`);
    } catch (error) {
      // Node.js replaces bytes that are not UTF-8, so no file with the resulting name exists.
      return this.report(name.includes('\ufffd') ? 'name-not-utf8' : toCode(error), name);
    }
  }

  /**
   * Path for reading entries. On Linux, it refers to the open descriptor, so replacing a parent folder has no effect.
   */
  private get pathForReading(): string {
    return process.platform === 'linux' ? `/proc/self/fd/${this.descriptor}` : this.absolutePath;
  }

  private refuse(code: DiagnosticCode, name: string): DiagnosticCode {
    this.report(code, name);
    return code;
  }

  private report(code: DiagnosticCode, name: string): null {
    this.options.log.add(code, name === '' ? this.path : [...this.names, name].join('/'));
    return null;
  }
}

interface MutableListing {
  readonly files: FoundFile[];
  readonly folders: string[];
  complete: boolean;
}

/** Yields to the event loop, so that timers and requests of the same process can run. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function toCode(error: unknown): DiagnosticCode {
  const code = findErrorCode(error);
  if (code === 'ELOOP' || code === 'ENOTDIR') return 'symlink-skipped';
  if (code === 'ENAMETOOLONG') return 'path-too-long';
  return code === 'ENOENT' || code === 'ESTALE' ? 'vanished' : 'unreadable';
}
