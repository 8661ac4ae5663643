/** Names of files and folders that are valid on all common file systems. */
import { cleanCatalogLine, trimEndOf } from '../../common/text/text';

/** Maximum bytes of the name of a planned file or folder. File systems allow 255. */
export const NAME_MAX_BYTES = 250;

/** Characters that Windows reserves. */
const RESERVED = /[<>:"/\\|?*]/g;
const UNSAFE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}]/gu;
/** Device names of Windows, which no file may have. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/**
 * Converts any text to a file or folder name in NFC. Puts ` - ` in the place of colons, slashes, backslashes and
 * vertical bars. Removes other reserved characters, and control, format, private-use and unassigned characters.
 * Removes dots, spaces and hyphens at the ends, and underscores at the beginning. Cuts the name between grapheme
 * clusters to at most `maxBytes` bytes of UTF-8. Returns `Untitled` instead of an empty name. A device name gets the
 * prefix `_` and can have one byte more.
 */
export function toSafeName(text: string, maxBytes: number): string {
  const plain = cleanCatalogLine(text)
    .replace(/[:/\\|]/g, ' - ')
    .replace(RESERVED, '')
    .replace(UNSAFE, '')
    .replace(/\s+/g, ' ')
    .normalize('NFC');
  const trimmed = trimEnds(cutToBytes(trimEnds(plain), maxBytes));
  if (trimmed === '') return 'Untitled';
  return DEVICE.test(trimmed) ? `_${trimmed}` : trimmed;
}

function trimEnds(text: string): string {
  return trimEndOf(text.replace(/^[\s.\-_]+/, ''), /[\s.-]/);
}

function cutToBytes(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  let prefix = '';
  let bytes = 0;
  for (const { segment } of new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(
    text.slice(0, maxBytes + 1),
  )) {
    bytes += Buffer.byteLength(segment);
    if (bytes > maxBytes) break;
    prefix += segment;
  }
  return prefix;
}

/** Returns the same key for names that differ only in letter case or Unicode form, which some file systems ignore. */
export function toCollisionKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().normalize('NFKC');
}
