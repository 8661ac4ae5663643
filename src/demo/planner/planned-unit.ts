import type { MetadataFields } from '../../catalog/scanner/units/metadata-fields';
import { toCollisionKey, toSafeName } from './safe-name';

/** A file in the folder of a library. */
export interface PlannedFile {
  /** Path relative to the library's folder, with `/` as the separator. */
  readonly path: string;
  /** Text of an NFO file; empty for a video, which is a placeholder of zero bytes. */
  readonly text: string;
}

/** A unit of a scan: the folder of one movie or one series, the files in it, and the metadata of the title. */
export interface PlannedUnit {
  /** The provider's id of the title. */
  readonly providerId: number;
  /** Name of the title's folder, and key of the unit in a scan. */
  readonly folder: string;
  readonly files: readonly PlannedFile[];
  /** Number of folders of the unit, including its own folder. */
  readonly directoryCount: number;
  /** Metadata from the provider. Its keys have the forms `movie`, `series`, `season/1` and `episode/1x2`. */
  readonly metadata: Readonly<Record<string, MetadataFields>>;
}

/** Maximum bytes of a name in common file systems. */
const FILE_SYSTEM_NAME_MAX_BYTES = 255;

/** Folder names that are already used in a library, as `toCollisionKey` returns them. */
export type TakenNames = ReadonlySet<string>;

/** Returns whether a folder name is not taken, and is a safe name (see `toSafeName`) or the NFD form of one. */
export function isUsable(folder: string, taken: TakenNames): boolean {
  const name = folder.normalize('NFC');
  return !taken.has(toCollisionKey(folder)) && toSafeName(name, FILE_SYSTEM_NAME_MAX_BYTES) === name;
}

/** Returns the number of distinct folders in the paths of the files. */
export function countDirectories(files: readonly PlannedFile[]): number {
  const folders = new Set<string>();
  for (const { path } of files) {
    const names = path.split('/').slice(0, -1);
    for (let depth = 1; depth <= names.length; depth += 1) folders.add(names.slice(0, depth).join('/'));
  }
  return folders.size;
}
