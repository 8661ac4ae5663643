/** Reads and writes the marker file, by which the demo recognizes its root folder. */
import { Equals, IsBoolean, IsString, Matches, MaxLength } from 'class-validator';
import { closeSync, constants, fsyncSync, lstatSync, openSync, readSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { findStoredObject } from '../../common/json/stored-object';

/** Name of the marker in the demo's root. */
export const MARKER_NAME = '.intelligence-demo.json';
/** Bytes that are read of a marker file. A longer file is not valid, because its JSON is cut. */
const MAX_BYTES = 4_096;

/** Content of the marker file. */
export class DemoMarker {
  @Equals('intelligence-demo')
  readonly purpose: 'intelligence-demo';

  /** Random id of the demo. The demo database contains the same value. */
  @Matches(/^[0-9a-f]{32}$/)
  readonly nonce: string;

  /** Name of the demo database. */
  @IsString()
  @MaxLength(63)
  readonly database: string;

  /** Whether the demo database may still be missing, or may not contain the nonce yet. */
  @IsBoolean()
  readonly pending: boolean;
}

/** Returns the marker of a folder; null if the folder has no marker file, or its content is not valid. */
export function findMarker(root: string): DemoMarker | null {
  const path = join(root, MARKER_NAME);
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return null;
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const buffer = Buffer.alloc(MAX_BYTES);
    return findStoredObject(DemoMarker, buffer.toString('utf8', 0, readSync(file, buffer)));
  } finally {
    closeSync(file);
  }
}

/**
 * Writes the marker atomically. A crash leaves the old marker, if there was one, or the complete new one. It can also
 * leave a temporary file, whose name `isMarkerName` recognizes.
 */
export function writeMarker(root: string, marker: DemoMarker): void {
  const path = join(root, MARKER_NAME);
  const temporaryPath = `${path}.${marker.nonce.slice(0, 8)}`;
  const file = openSync(
    temporaryPath,
    constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW,
    0o600,
  );
  try {
    writeSync(file, `${JSON.stringify(marker)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporaryPath, path);
}

/** Whether a file in the demo's root with this name is the marker, or a temporary marker that a crash has left. */
export function isMarkerName(name: string): boolean {
  return name === MARKER_NAME || new RegExp(`^${MARKER_NAME.replaceAll('.', '\\.')}\\.[0-9a-f]{8}$`).test(name);
}
