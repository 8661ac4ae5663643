/** The demo's folder: the only place where its files are made, and the only code that deletes files. */
import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmdirSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { findErrorCode } from '../../catalog/scanner/tree/error-code';
import { giveWay } from '../../catalog/scanner/tree/open-folder';
import { isMarkerName } from '../isolation/demo-marker';

/** A file that the demo made, or is about to make. */
export interface ManifestFile {
  /** Relative to the demo's root, with `/`. */
  readonly path: string;
  /** UTF-8 bytes; 0 for placeholders. */
  readonly sizeBytes: number;
  /** Of the content, in hex; null for placeholders. */
  readonly sha256: string | null;
  /** It is being made: it may be absent, empty or not yet filled. */
  readonly pending: boolean;
}

/** Something in the tree that the demo did not make: it is left alone, and the command stops. */
export class ForeignFileError extends Error {
  override readonly name = 'ForeignFileError';

  constructor(
    /** Relative to the demo's root; the first few. */
    readonly paths: readonly string[],
  ) {
    super(`Not made by the demo, or changed since: ${paths.map((path) => JSON.stringify(path)).join(', ')}`);
  }
}

const NAMED_FILES = 20;
const STEPS_PER_TURN = 200;
const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** The entry of the manifest for a file with that content. */
export function toManifestFile(path: string, text: string): ManifestFile {
  if (text === '') return { path, sizeBytes: 0, sha256: null, pending: true };
  return {
    path,
    sizeBytes: Buffer.byteLength(text),
    sha256: createHash('sha256').update(text).digest('hex'),
    pending: true,
  };
}

/** Reads and changes the tree below the demo's root. Links are never followed. */
export class DemoTree {
  private readonly safeFolders = new Set<string>();
  private steps = 0;

  constructor(private readonly root: string) {}

  /** Throws a `ForeignFileError` when anything but folders and the manifest's files, unchanged, is in the tree. */
  async requireOwnFiles(manifest: ReadonlyMap<string, ManifestFile>): Promise<void> {
    const foreign: string[] = [];
    await this.walk('', foreign, manifest);
    if (foreign.length > 0) throw new ForeignFileError(foreign.slice(0, NAMED_FILES));
  }

  private async walk(folder: string, foreign: string[], manifest: ReadonlyMap<string, ManifestFile>): Promise<void> {
    for (const entry of readdirSync(join(this.root, folder), { withFileTypes: true })) {
      if (foreign.length >= NAMED_FILES) return;
      await this.step();
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) await this.walk(path, foreign, manifest);
      else if (!(folder === '' && isMarkerName(entry.name)) && !this.isKnown(manifest.get(path))) foreign.push(path);
    }
  }

  /** A file that was being made is judged when it is made again. */
  private isKnown(file: ManifestFile | undefined): boolean {
    return file?.pending === true || this.isOwn(file);
  }

  /** Makes a file. One that is there must be the same. The folders on the way must be real folders. */
  async write(file: ManifestFile, text: string): Promise<void> {
    await this.step();
    this.makeFolder(dirname(file.path));
    let descriptor: number;
    try {
      descriptor = openSync(join(this.root, file.path), CREATE, 0o644);
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error;
      // A crash may have left a file of ours that was not yet filled.
      if (this.isOwn(file) || this.fill(file, text)) return;
      throw new ForeignFileError([file.path]);
    }
    try {
      if (text !== '') writeSync(descriptor, text);
    } finally {
      closeSync(descriptor);
    }
  }

  /** A file that holds the beginning of its text, and nothing else, gets the rest. */
  private fill(file: ManifestFile, text: string): boolean {
    const whole = Buffer.from(text);
    const present = lstatSync(join(this.root, file.path), { throwIfNoEntry: false });
    if (present?.isFile() !== true || present.size >= whole.length) return false;
    const descriptor = openSync(
      join(this.root, file.path),
      constants.O_RDWR | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    );
    try {
      const begun = Buffer.alloc(present.size);
      readSync(descriptor, begun, 0, begun.length, 0);
      if (!begun.equals(whole.subarray(0, begun.length))) return false;
      writeSync(descriptor, whole, 0, whole.length, 0);
      return true;
    } finally {
      closeSync(descriptor);
    }
  }

  /** Deletes a file of the manifest, and folders that it leaves empty. One that is gone already is no error. */
  async remove(file: ManifestFile): Promise<void> {
    await this.step();
    const path = join(this.root, file.path);
    if (!this.isRealFolder(dirname(file.path))) return;
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) {
      if (!this.isOwn(file)) throw new ForeignFileError([file.path]);
      unlinkSync(path);
    }
    this.removeEmptyFolders(dirname(file.path));
  }

  /** Whether the file is a regular one with the content that the manifest says. */
  private isOwn(file: ManifestFile | undefined): boolean {
    if (file === undefined || !this.isRealFolder(dirname(file.path))) return false;
    const stats = lstatSync(join(this.root, file.path), { throwIfNoEntry: false });
    if (stats?.isFile() !== true || stats.size !== file.sizeBytes) return false;
    return file.sha256 === null || this.hashOf(file) === file.sha256;
  }

  private hashOf(file: ManifestFile): string | null {
    const descriptor = openSync(
      join(this.root, file.path),
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    );
    try {
      if (!fstatSync(descriptor).isFile()) return null;
      const buffer = Buffer.alloc(file.sizeBytes);
      const length = readSync(descriptor, buffer, 0, buffer.length, 0);
      return createHash('sha256').update(buffer.subarray(0, length)).digest('hex');
    } finally {
      closeSync(descriptor);
    }
  }

  /** Makes a folder and those above it; what is there must be real folders. */
  makeFolder(path: string): void {
    if (path === '.' || this.safeFolders.has(path)) return;
    this.makeFolder(dirname(path));
    try {
      mkdirSync(join(this.root, path), 0o755);
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error;
    }
    if (!this.isRealFolder(path)) throw new ForeignFileError([path]);
    this.safeFolders.add(path);
  }

  /** Whether the path, and each folder above it up to the root, is a folder and no link. */
  private isRealFolder(path: string): boolean {
    if (path === '.' || this.safeFolders.has(path)) return true;
    if (!this.isRealFolder(dirname(path))) return false;
    if (lstatSync(join(this.root, path), { throwIfNoEntry: false })?.isDirectory() !== true) return false;
    this.safeFolders.add(path);
    return true;
  }

  private removeEmptyFolders(path: string): void {
    if (path === '.') return;
    this.safeFolders.delete(path);
    try {
      rmdirSync(join(this.root, path));
    } catch (error) {
      if (isCode(error, 'ENOTEMPTY') || isCode(error, 'EEXIST')) return;
      if (!isCode(error, 'ENOENT')) throw error;
    }
    this.removeEmptyFolders(dirname(path));
  }

  /** What was looked at may have changed since: forget it between two parts of a command. */
  forget(): void {
    this.safeFolders.clear();
  }

  private async step(): Promise<void> {
    this.steps += 1;
    if (this.steps % STEPS_PER_TURN === 0) await giveWay();
  }
}

function isCode(error: unknown, code: string): boolean {
  return findErrorCode(error) === code;
}
