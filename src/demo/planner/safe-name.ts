/** Names that every common file system takes as they are. */
import { cleanCatalogLine, trimEndOf } from '../../common/text/text';

const RESERVED = /[<>:"/\\|?*]/g;
const UNSAFE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}]/gu;
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/**
 * A file or folder name from any text: NFC, without what some system reserves, not hidden, not a device, without dots
 * and spaces at the ends, at most `maxBytes` in UTF-8, cut between grapheme clusters. Never empty.
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
  let kept = '';
  let bytes = 0;
  for (const { segment } of new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(text.slice(0, maxBytes))) {
    bytes += Buffer.byteLength(segment);
    if (bytes > maxBytes) break;
    kept += segment;
  }
  return kept;
}

/** The key under which two names are one on some file system: neither letter case nor Unicode form tells them apart. */
export function toCollisionKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().normalize('NFKC');
}
