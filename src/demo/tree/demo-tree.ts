/** Creates, checks and deletes the media files in the demo's folder. No other code of the demo deletes files. */
import { hash } from 'node:crypto';
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
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { errorCode } from '../../common/problems/error-code';
import { isMarkerName } from '../isolation/demo-marker';
import { ForeignFileError, type ManifestFile, MAX_REPORTED_PATHS } from './manifest-file';

/** Number of file operations after which the event loop can process other work. */
const STEPS_PER_TURN = 200;
const CREATE_FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** Reads and changes the tree in the demo's root. Never follows symbolic links. */
export class DemoTree {
  /** Paths that were found to be folders, not links. */
  private readonly realFolders = new Set<string>();
  private steps = 0;

  constructor(private readonly root: string) {}

  /**
   * Throws a `ForeignFileError` unless the tree contains only folders, the marker of the demo, and files of the
   * manifest that are unchanged or pending.
   */
  async requireOwnFiles(manifest: ReadonlyMap<string, ManifestFile>): Promise<void> {
    const foreign: string[] = [];
    await this.walk('', foreign, manifest);
    if (foreign.length > 0) throw new ForeignFileError(foreign.slice(0, MAX_REPORTED_PATHS));
  }

  private async walk(folder: string, foreign: string[], manifest: ReadonlyMap<string, ManifestFile>): Promise<void> {
    for (const entry of readdirSync(join(this.root, folder), { withFileTypes: true })) {
      if (foreign.length >= MAX_REPORTED_PATHS) return;
      await this.step();
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) await this.walk(path, foreign, manifest);
      else if (!(folder === '' && isMarkerName(entry.name)) && !this.isKnown(manifest.get(path))) foreign.push(path);
    }
  }

  /** Accepts a pending file without reading it, because `write` compares its content later. */
  private isKnown(file: ManifestFile | undefined): boolean {
    return file?.pending === true || this.isUnchanged(file);
  }

  /**
   * Returns the paths of the missing files, except empty ones. The caller marks these files as pending before it writes
   * them again, because a crash can leave them incomplete.
   */
  listMissing(files: readonly ManifestFile[]): string[] {
    this.clearFolderCache();
    return files
      .filter((file) => file.size_bytes > 0)
      .map(({ path }) => path)
      .filter(
        (path) =>
          !this.isRealFolder(dirname(path)) ||
          lstatSync(join(this.root, path), { throwIfNoEntry: false }) === undefined,
      );
  }

  /**
   * Creates a file and its folders. Keeps an existing file whose content is `text`. Completes one that contains only
   * the beginning of `text`, as a crash can leave it. Throws a `ForeignFileError` if an existing file has other
   * content, or if a folder in the path is a link or a file.
   */
  async write(file: ManifestFile, text: string): Promise<void> {
    await this.step();
    this.makeFolder(dirname(file.path));
    let descriptor: number;
    try {
      descriptor = openSync(join(this.root, file.path), CREATE_FLAGS, 0o644);
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
      if (this.isUnchanged(file) || this.completeFile(file, text)) return;
      throw new ForeignFileError([file.path]);
    }
    try {
      writeFileSync(descriptor, text);
    } finally {
      closeSync(descriptor);
    }
  }

  /** Completes a file that contains only the beginning of `text`. For any other file, only returns false. */
  private completeFile(file: ManifestFile, text: string): boolean {
    const expected = Buffer.from(text);
    const stats = lstatSync(join(this.root, file.path), { throwIfNoEntry: false });
    if (stats?.isFile() !== true || stats.size >= expected.length) return false;
    const descriptor = openSync(
      join(this.root, file.path),
      constants.O_RDWR | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    );
    try {
      const content = Buffer.alloc(stats.size);
      readSync(descriptor, content, 0, content.length, 0);
      if (!content.equals(expected.subarray(0, content.length))) return false;
      writeFileSync(descriptor, expected);
      return true;
    } finally {
      closeSync(descriptor);
    }
  }

  /**
   * Deletes a file of the manifest, and the folders that are empty afterwards. The file or its folders may be missing
   * after a crash. Throws a `ForeignFileError` if the file has changed.
   */
  async remove(file: ManifestFile): Promise<void> {
    await this.step();
    const path = join(this.root, file.path);
    if (this.isRealFolder(dirname(file.path)) && lstatSync(path, { throwIfNoEntry: false }) !== undefined) {
      if (!this.isUnchanged(file)) throw new ForeignFileError([file.path]);
      unlinkSync(path);
    }
    this.removeEmptyFolders(dirname(file.path));
  }

  /** Whether the file is a regular file with the size and the hash in the manifest. */
  private isUnchanged(file: ManifestFile | undefined): boolean {
    if (file === undefined || !this.isRealFolder(dirname(file.path))) return false;
    const stats = lstatSync(join(this.root, file.path), { throwIfNoEntry: false });
    if (stats?.isFile() !== true || stats.size !== file.size_bytes) return false;
    return file.sha256 === null || this.hashOf(file) === file.sha256;
  }

  private hashOf(file: ManifestFile): string | null {
    const descriptor = openSync(
      join(this.root, file.path),
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    );
    try {
      if (!fstatSync(descriptor).isFile()) return null;
      const buffer = Buffer.alloc(file.size_bytes);
      const length = readSync(descriptor, buffer, 0, buffer.length, 0);
      return hash('sha256', buffer.subarray(0, length), 'hex');
    } finally {
      closeSync(descriptor);
    }
  }

  /** Creates a folder and its parents. Throws a `ForeignFileError` if one of the paths is a link or a file. */
  makeFolder(path: string): void {
    if (path === '.' || this.realFolders.has(path)) return;
    this.makeFolder(dirname(path));
    try {
      mkdirSync(join(this.root, path), 0o755);
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    }
    if (!this.isRealFolder(path)) throw new ForeignFileError([path]);
  }

  /** Whether the path and all its parents below the root are folders, not links. */
  private isRealFolder(path: string): boolean {
    if (path === '.' || this.realFolders.has(path)) return true;
    if (!this.isRealFolder(dirname(path))) return false;
    if (lstatSync(join(this.root, path), { throwIfNoEntry: false })?.isDirectory() !== true) return false;
    this.realFolders.add(path);
    return true;
  }

  private removeEmptyFolders(path: string): void {
    if (path === '.') return;
    const parent = dirname(path);
    if (this.isRealFolder(parent)) {
      this.realFolders.delete(path);
      try {
        rmdirSync(join(this.root, path));
      } catch (error) {
        // `rmdir` fails with ENOTDIR if the path is a link.
        if (['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(errorCode(error))) return;
        if (errorCode(error) !== 'ENOENT') throw error;
      }
    }
    this.removeEmptyFolders(parent);
  }

  /** Clears the cache of checked folders, because somebody may have replaced a folder with a link. */
  clearFolderCache(): void {
    this.realFolders.clear();
  }

  private async step(): Promise<void> {
    this.steps += 1;
    if (this.steps % STEPS_PER_TURN === 0) await yieldToEventLoop();
  }
}
