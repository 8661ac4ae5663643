import { hash } from 'node:crypto';

/** An entry of the manifest: a file that the demo has created or is about to create. */
export interface ManifestFile {
  /** Path relative to the demo's root, with `/` as the separator. */
  readonly path: string;
  /** Size in bytes; 0 for placeholders, which are empty video files. */
  readonly sizeBytes: number;
  /** Hash of the content in hex; null for placeholders. */
  readonly sha256: string | null;
  /** True until a command has written all its files. Until then, the file may be absent, empty or incomplete. */
  readonly pending: boolean;
}

/** The tree contains something that the demo did not create, or that has changed. The demo does not touch it. */
export class ForeignFileError extends Error {
  override readonly name = 'ForeignFileError';

  constructor(
    /** Paths relative to the demo's root, at most `MAX_REPORTED_PATHS`. */
    readonly paths: readonly string[],
  ) {
    super(`Not created by the demo, or changed since then: ${paths.map((path) => JSON.stringify(path)).join(', ')}`);
  }
}

/** Maximum number of paths in a `ForeignFileError`. */
export const MAX_REPORTED_PATHS = 20;

/** Returns the manifest entry of a file with this content that is not written yet. */
export function toManifestFile(path: string, text: string): ManifestFile {
  const sha256 = text === '' ? null : hash('sha256', text, 'hex');
  return { path, sizeBytes: Buffer.byteLength(text), sha256, pending: true };
}
