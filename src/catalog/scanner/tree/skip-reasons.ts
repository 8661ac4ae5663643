/** Finds the diagnostics of entries that a scan skips. */
import type { Dirent } from 'node:fs';
import { errorCode } from '../../../common/problems/error-code';
import type { DiagnosticCode } from '../diagnostics';
import { isHiddenOrSystemName } from '../naming/folders/ignored-names';

/** Maximum length of a path relative to the root, as in an import record. */
const MAX_PATH_CHARS = 4_096;
const CONTROLS = /\p{Cc}/u;

/** Returns the reason why an entry of a folder is skipped; null if it is read. */
export function findSkipReason(
  entry: Dirent,
  folder: { readonly path: string; readonly isExcluded: (name: string) => boolean },
): DiagnosticCode | null {
  const { name } = entry;
  if (isHiddenOrSystemName(name) || folder.isExcluded(name)) return 'ignored-name';
  if (CONTROLS.test(name)) return 'name-has-controls';
  if (folder.path.length + name.length >= MAX_PATH_CHARS) return 'path-too-long';
  if (entry.isSymbolicLink()) return 'symlink-skipped';
  const isSpecialFile = entry.isFIFO() || entry.isSocket() || entry.isBlockDevice() || entry.isCharacterDevice();
  return isSpecialFile ? 'not-a-file' : null;
}

/** Returns the diagnostic for an error of the file system. `name` is the entry's name; empty for the folder itself. */
export function toDiagnosticCode(error: unknown, name = ''): DiagnosticCode {
  const code = errorCode(error);
  // With O_NOFOLLOW, opening a link fails with ELOOP, or with ENOTDIR for O_DIRECTORY.
  if (code === 'ELOOP' || code === 'ENOTDIR') return 'symlink-skipped';
  if (code === 'ENAMETOOLONG') return 'path-too-long';
  if (code !== 'ENOENT') return 'unreadable';
  // Node.js replaces bytes of a name that are not UTF-8, so no entry with the resulting name exists.
  return name.includes('\ufffd') ? 'name-not-utf8' : 'vanished';
}
