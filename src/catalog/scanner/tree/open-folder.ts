/**
 * Folders read through descriptors, so that nobody can swap one for a link between looking and reading.
 *
 * The calls are synchronous: a thread hop per entry would take several times as long as the entry. Whoever walks a tree
 * gives way between folders; a folder's own entries are looked at in steps.
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
import { compareCodePoints } from './code-point-order';
import type { DiagnosticCode, DiagnosticLog } from '../diagnostics';
import { findErrorCode } from './error-code';
import { isIgnoredName } from '../naming/folders/ignored-names';

/** A regular file in a folder. */
export interface FoundFile {
  readonly name: string;
  readonly sizeBytes: number;
  /** Milliseconds since 1970, with fractions where the file system has them. */
  readonly modifiedMs: number;
}

/** What a folder holds, sorted by code point. */
export interface FolderListing {
  readonly files: readonly FoundFile[];
  readonly folders: readonly string[];
  /** False when something in it could not be looked at: then absence proves nothing. */
  readonly complete: boolean;
}

/** How a tree is read. */
export interface TreeReading {
  readonly log: DiagnosticLog;
  /** Names that configured patterns leave out. */
  readonly isExcluded: (name: string) => boolean;
  /** Entries of one folder at most; the rest is left out and reported. */
  readonly maxEntries: number;
}

/** Levels below the root, and characters of a path within it. */
const MAX_DEPTH = 32;
const MAX_PATH_CHARS = 4_096;
const ENTRY_BUFFER = 256;
const ENTRIES_PER_STEP = 1_000;
const FOLDER_FLAGS = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
const FILE_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const CONTROLS = /\p{Cc}/u;
const PLAIN = /^[\x20-\x7e]*$/;

/** An open folder within a library; `close` it. */
export class OpenFolder {
  private constructor(
    private readonly descriptor: number,
    private readonly absolutePath: string,
    /** Names from the root down; none for the root. */
    readonly names: readonly string[],
    private readonly reading: TreeReading,
  ) {}

  /** Opens the root, following links to it. Throws when it is absent, no folder, or cannot be read. */
  static openRoot(path: string, reading: TreeReading): OpenFolder {
    return new OpenFolder(openSync(path, constants.O_RDONLY | constants.O_DIRECTORY), path, [], reading);
  }

  /** Relative to the root, with `/`. */
  get path(): string {
    return this.names.join('/');
  }

  close(): void {
    closeSync(this.descriptor);
  }

  /** Opens a folder in this one; why not, reported, when it cannot be, or is a link by now. */
  openChild(name: string): OpenFolder | DiagnosticCode {
    const names = [...this.names, name];
    if (names.length > MAX_DEPTH) return this.refuse('too-deep', name);
    try {
      const descriptor = openSync(`${this.place}/${name}`, FOLDER_FLAGS);
      return new OpenFolder(descriptor, join(this.absolutePath, name), names, this.reading);
    } catch (error) {
      return this.refuse(toCode(error), name);
    }
  }

  /** The bytes of a file in this folder; null, with a diagnostic, when it cannot be read or has more than `maxBytes`. */
  readFile(name: string, maxBytes: number, tooLarge: DiagnosticCode): Buffer | null {
    let file: number | null = null;
    try {
      file = openSync(`${this.place}/${name}`, FILE_FLAGS);
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

  /** Looks at every entry once. Memory is bounded by `maxEntries`. */
  async list(): Promise<FolderListing> {
    const entries = this.readEntries();
    const listing: MutableListing = { files: [], folders: [], complete: entries.complete };
    for (const [index, entry] of entries.found.entries()) {
      if (index > 0 && index % ENTRIES_PER_STEP === 0) await giveWay();
      const problem = this.findProblem(entry);
      if (problem !== null) this.report(problem, entry.name);
      else if (entry.isDirectory()) listing.folders.push(entry.name);
      else this.addFile(entry.name, listing);
    }
    const files = listing.files.sort((a, b) => compareCodePoints(a.name, b.name));
    const folders = listing.folders.sort(compareCodePoints);
    return {
      files: this.withoutTwins(files, ({ name }) => name),
      folders: this.withoutTwins(folders, (name) => name),
      complete: listing.complete,
    };
  }

  /** Of names that differ in their Unicode form alone, the first: the others would be the same item. */
  private withoutTwins<T>(sorted: T[], nameOf: (entry: T) => string): T[] {
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
      const directory = opendirSync(this.place, { bufferSize: ENTRY_BUFFER });
      try {
        for (let entry = directory.readSync(); entry !== null; entry = directory.readSync()) {
          if (found.length < this.reading.maxEntries) found.push(entry);
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
    if (isIgnoredName(name) || this.reading.isExcluded(name)) return 'ignored-name';
    if (CONTROLS.test(name)) return 'name-has-controls';
    if (this.path.length + name.length >= MAX_PATH_CHARS) return 'path-too-long';
    if (entry.isSymbolicLink()) return 'symlink-skipped';
    const special = entry.isFIFO() || entry.isSocket() || entry.isBlockDevice() || entry.isCharacterDevice();
    return special ? 'not-a-file' : null;
  }

  /** Size and time of a file; a file system that tells no types may turn out a folder, which is added as one. */
  private addFile(name: string, listing: MutableListing): void {
    const stats = this.findStats(name);
    if (stats === null) listing.complete = false;
    else if (stats.isFile()) listing.files.push({ name, sizeBytes: stats.size, modifiedMs: stats.mtimeMs });
    else if (stats.isDirectory()) listing.folders.push(name);
    else this.report(stats.isSymbolicLink() ? 'symlink-skipped' : 'not-a-file', name);
  }

  private findStats(name: string): Stats | null {
    try {
      return lstatSync(`${this.place}/${name}`);
    } catch (error) {
      // Bytes that are no UTF-8 were replaced in the name, so that no such file exists.
      return this.report(name.includes('\ufffd') ? 'name-not-utf8' : toCode(error), name);
    }
  }

  /** Where the folder's entries are reached: by its descriptor, so that a swapped parent changes nothing. */
  private get place(): string {
    return process.platform === 'linux' ? `/proc/self/fd/${this.descriptor}` : this.absolutePath;
  }

  private refuse(code: DiagnosticCode, name: string): DiagnosticCode {
    this.report(code, name);
    return code;
  }

  private report(code: DiagnosticCode, name: string): null {
    this.reading.log.add(code, name === '' ? this.path : [...this.names, name].join('/'));
    return null;
  }
}

interface MutableListing {
  readonly files: FoundFile[];
  readonly folders: string[];
  complete: boolean;
}

/** Lets timers and requests of the same process have their turn. */
export function giveWay(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function toCode(error: unknown): DiagnosticCode {
  const code = findErrorCode(error);
  if (code === 'ELOOP' || code === 'ENOTDIR') return 'symlink-skipped';
  if (code === 'ENAMETOOLONG') return 'path-too-long';
  return code === 'ENOENT' || code === 'ESTALE' ? 'vanished' : 'unreadable';
}
