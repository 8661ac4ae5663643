/** The file that makes a folder the demo's own. */
import { randomBytes } from 'node:crypto';
import { closeSync, constants, fsyncSync, lstatSync, openSync, readSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import Joi from 'joi';

/** Name of the marker in the demo's root. */
export const MARKER_NAME = '.intelligence-demo.json';
const MAX_BYTES = 4_096;

/** What the marker says. */
export interface DemoMarker {
  readonly purpose: 'intelligence-demo';
  /** The demo database holds the same. */
  readonly nonce: string;
  /** Name of the demo database. */
  readonly database: string;
  /** The database is about to be made: it may be there without its own marker, and empty. */
  readonly pending: boolean;
}

const SCHEMA = Joi.object<DemoMarker>({
  purpose: Joi.string().valid('intelligence-demo').required(),
  nonce: Joi.string()
    .pattern(/^[0-9a-f]{32}$/)
    .required(),
  database: Joi.string().max(63).required(),
  pending: Joi.boolean().required(),
});

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
    const result = SCHEMA.validate(parse(buffer.toString('utf8', 0, readSync(file, buffer))), { convert: false });
    return result.error === undefined ? result.value : null;
  } finally {
    closeSync(file);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Not a marker of ours, whatever it is.
    return null;
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
