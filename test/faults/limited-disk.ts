/** Mounts, fills and changes small disks in memory. Only a process that may mount disks can use them. */
import { execFileSync } from 'node:child_process';
import { closeSync, fstatSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../../src/common/problems/error-code';

/** Mounts a disk of a size such as `400m` on a directory. Returns false if this process may not mount disks. */
export function mountLimited(directory: string, size: string): boolean {
  return run('mount', '-t', 'tmpfs', '-o', `size=${size},mode=0755`, 'tmpfs', directory);
}

/** Makes a mounted disk read-only. Throws if this fails. */
export function makeReadOnly(directory: string): void {
  remount(directory, 'ro');
}

/** Changes the size of a mounted disk. Throws if this fails. */
export function resize(directory: string, size: string): void {
  remount(directory, `size=${size}`);
}

/** Changes the options of a mounted disk. Throws if this fails: otherwise a test would pass without its fault. */
function remount(directory: string, options: string): void {
  if (!run('mount', '-o', `remount,${options}`, directory)) throw new Error(`mount failed: remount,${options}`);
}

/** Unmounts the disk of a directory, if there is one, and removes the directory. */
export function unmount(directory: string): void {
  run('umount', '-l', directory);
  rmSync(directory, { recursive: true, force: true });
}

function run(program: string, ...args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Fills a disk with one file, except for `freeBytes`. Returns a function that removes the file. */
export function fillDisk(directory: string, freeBytes = 0): () => void {
  const path = join(directory, 'filler');
  const file = openSync(path, 'w');
  const block = Buffer.alloc(1_048_576);
  try {
    for (let size = block.length; size >= 512;) {
      try {
        if (writeSync(file, block.subarray(0, size)) < size) size = Math.floor(size / 2);
      } catch (error) {
        if (errorCode(error) !== 'ENOSPC') throw error;
        size = Math.floor(size / 2);
      }
    }
    ftruncateSync(file, Math.max(0, fstatSync(file).size - freeBytes));
  } finally {
    closeSync(file);
  }
  return () => rmSync(path, { force: true });
}
