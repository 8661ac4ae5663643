/** The file that makes a folder the demo's own. */
import { Equals, IsBoolean, IsString, Matches, MaxLength } from 'class-validator';
import { randomBytes } from 'node:crypto';
import { closeSync, constants, fsyncSync, lstatSync, openSync, readSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { findStoredObject } from '../../common/json/stored-object';

/** Name of the marker in the demo's root. */
export const MARKER_NAME = '.intelligence-demo.json';
const MAX_BYTES = 4_096;

/** What the marker says. */
export class DemoMarker {
  @Equals('intelligence-demo')
  readonly purpose: 'intelligence-demo';

  /** The demo database holds the same. */
  @Matches(/^[0-9a-f]{32}$/)
  readonly nonce: string;

  /** Name of the demo database. */
  @IsString()
  @MaxLength(63)
  readonly database: string;

  /** The database is about to be made: it may be there without its own marker, and empty. */
  @IsBoolean()
  readonly pending: boolean;
}

/** A nonce nobody else has. */
export function makeNonce(): string {
  return randomBytes(16).toString('hex');
}

/** The marker in a folder; null when there is none, or what is there is no marker of ours. */
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

/** Writes the marker so that there is always the old one, or the new one, or none. */
export function writeMarker(root: string, marker: DemoMarker): void {
  const path = join(root, MARKER_NAME);
  const draft = `${path}.${marker.nonce.slice(0, 8)}`;
  const file = openSync(
    draft,
    constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW,
    0o600,
  );
  try {
    writeSync(file, `${JSON.stringify(marker)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, path);
}

/** Whether a name in the demo's root is the marker or a draft of it. */
export function isMarkerName(name: string): boolean {
  return name === MARKER_NAME || new RegExp(`^${MARKER_NAME.replaceAll('.', '\\.')}\\.[0-9a-f]{8}$`).test(name);
}
