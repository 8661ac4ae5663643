/**
 * Reads folders, on Linux through file descriptors, so that nobody can replace a folder by a link between the check and
 * the read.
 *
 * The calls are synchronous, because an asynchronous call takes several times as long. A walk yields to the event loop
 * before it reads a subfolder, and `list` yields between groups of entries.
 */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { DiagnosticLog } from '../diagnostic-log';
import type { DiagnosticCode } from '../diagnostics';
import { type FolderListing, listFolder } from './folder-listing';
import { toDiagnosticCode } from './skip-reasons';

export interface TreeReadOptions {
  readonly log: DiagnosticLog;
  /** Whether a configured pattern excludes the name. */
  readonly isExcluded: (name: string) => boolean;
}

/** Maximum number of folder levels below the root. Bounds the number of open file descriptors. */
const MAX_DEPTH = 32;
const FOLDER_FLAGS = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
const FILE_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** An open folder within a library. Callers must `close` it. */
export class OpenFolder {
  private constructor(
    private readonly descriptor: number,
    private readonly absolutePath: string,
    /** Folder names from the root down; empty for the root. */
    readonly names: readonly string[],
    private readonly options: TreeReadOptions,
  ) {}

  /** Opens a library root and follows links to it. Throws if it is not a readable folder. */
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

  /** Opens a subfolder. If it cannot be opened, reports a diagnostic and returns its code. */
  openChild(name: string): OpenFolder | DiagnosticCode {
    const names = [...this.names, name];
    if (names.length > MAX_DEPTH) return this.report('too-deep', name);
    try {
      const descriptor = openSync(`${this.pathForReading}/${name}`, FOLDER_FLAGS);
      return new OpenFolder(descriptor, join(this.absolutePath, name), names, this.options);
    } catch (error) {
      return this.report(toDiagnosticCode(error, name), name);
    }
  }

  /**
   * Reads a file of this folder. Reports a diagnostic and returns its code if the file cannot be read, or exceeds
   * `maxBytes` (`tooLarge`).
   */
  readFile(name: string, maxBytes: number, tooLarge: DiagnosticCode): Buffer | DiagnosticCode {
    let file: number | null = null;
    try {
      file = openSync(`${this.pathForReading}/${name}`, FILE_FLAGS);
      const stats = fstatSync(file);
      if (!stats.isFile()) return this.report('not-a-file', name);
      if (stats.size > maxBytes) return this.report(tooLarge, name);
      const buffer = Buffer.alloc(stats.size);
      return buffer.subarray(0, readSync(file, buffer, 0, stats.size, 0));
    } catch (error) {
      return this.report(toDiagnosticCode(error, name), name);
    } finally {
      if (file !== null) closeSync(file);
    }
  }

  list(): Promise<FolderListing> {
    return listFolder({
      pathForReading: this.pathForReading,
      path: this.path,
      isExcluded: this.options.isExcluded,
      report: (code, name) => this.report(code, name),
    });
  }

  /** Path for reading entries. On Linux, it refers to the open descriptor. */
  private get pathForReading(): string {
    return process.platform === 'linux' ? `/proc/self/fd/${this.descriptor}` : this.absolutePath;
  }

  /** Adds a diagnostic for an entry, or for this folder if the name is empty, and returns its code. */
  private report(code: DiagnosticCode, name: string): DiagnosticCode {
    this.options.log.add(code, name === '' ? this.path : [...this.names, name].join('/'));
    return code;
  }
}
