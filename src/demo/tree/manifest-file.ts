import { hash } from 'node:crypto';
import type { DemoFileEntity } from '../database/demo-file.entity';

/** An entry of the manifest: a file that the demo has created or is about to create. */
export type ManifestFile = Readonly<Pick<DemoFileEntity, 'path' | 'size_bytes' | 'sha256' | 'pending'>>;

/** The tree contains something that the demo did not create, or that has changed. The demo does not touch it. */
export class ForeignFileError extends Error {
  override readonly name = 'ForeignFileError';

  /** `paths` are relative to the demo's root, at most `MAX_REPORTED_PATHS`. */
  constructor(paths: readonly string[]) {
    super(`Not created by the demo, or changed since then: ${paths.map((path) => JSON.stringify(path)).join(', ')}`);
  }
}

/** Maximum number of paths in a `ForeignFileError`. */
export const MAX_REPORTED_PATHS = 20;

/** Returns the manifest entry of a file with this content that is not written yet. */
export function toManifestFile(path: string, text: string): ManifestFile {
  const sha256 = text === '' ? null : hash('sha256', text, 'hex');
  return { path, size_bytes: Buffer.byteLength(text), sha256, pending: true };
}
