/** What the planner makes: folders with files, and what the catalog will know about them. */
import type { MetadataFields } from '../../catalog/scanner/units/metadata-fields';

/** A file of the tree. */
export interface PlannedFile {
  /** Relative to the library's folder, with `/`. */
  readonly path: string;
  /** Text of an NFO file; empty for a video, which is a placeholder of zero bytes. */
  readonly text: string;
}

/** One title: a folder of its own with all that belongs to it. */
export interface PlannedUnit {
  /** The provider's id of the title. */
  readonly providerId: number;
  /** Name of the title's folder, and key of the unit in a scan. */
  readonly folder: string;
  readonly files: readonly PlannedFile[];
  /** Folders of the unit, its own included. */
  readonly directoryCount: number;
  /** What the provider says, by `movie`, `series`, `season/1`, `episode/1x2`. */
  readonly metadata: Readonly<Record<string, MetadataFields>>;
}

/** Names that units of a library have taken, in the form in which any file system would compare them. */
export type TakenNames = ReadonlySet<string>;

/** How many folders the files' paths pass through. */
export function countDirectories(files: readonly PlannedFile[]): number {
  const folders = new Set<string>();
  for (const { path } of files) {
    const names = path.split('/').slice(0, -1);
    for (let depth = 1; depth <= names.length; depth += 1) folders.add(names.slice(0, depth).join('/'));
  }
  return folders.size;
}
