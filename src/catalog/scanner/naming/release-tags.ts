/** Removes technical tags of release names from titles. */
import { trimEndOf } from '../../../common/text/text';

const STEREO = /(?<=[\s._([-])3d(?:[\s._-]+(?:h-?sbs|f-?sbs|sbs|h-?tab|f-?tab|tab|mvc))?(?=$|[\s._)\]-])/i;

const TAGS = [
  '(?:480|540|576|720|1080|1440|2160|4320)[pi]',
  '4k|8k|uhd|hdr|hdr10\\+?|dovi|10bit|8bit',
  '[xh][ .]?26[45]|hevc|avc|xvid|divx\\d?',
  'blu-?ray|bdrip|brrip|bdremux|remux|web-?dl|web-?rip|web(?=[ .](?:[xh][ .]?26[45]|\\d{3,4}p))',
  'hdtv|pdtv|dsr|dvdrip|dvdscr|hdrip|hddvd|telesync|telecine',
  'aac(?:\\d\\.\\d)?|e?ac3|dts(?:-?hd)?|truehd|atmos|ddp?\\d[ .]\\d|flac',
  'proper|repack|rerip',
].join('|');
const TAG = new RegExp(`[\\s._([{-](?:${TAGS})(?=$|[\\s._)\\]}-])`, 'i');
const BEFORE_TAG = /[\s._([{-]/;
const DELIMITER = /[\s._-]/;
const CHECKSUM = /^\([0-9a-f]{8}\)$/i;
const CHECKSUM_CHARS = 10;

/** Returns the text without its 3D tag, such as `3D HSBS`. A tag with nothing but white space before it stays. */
export function withoutStereoTag(text: string): string {
  const match = STEREO.exec(text);
  if (match === null || text.slice(0, match.index).trim() === '') return text;
  return `${text.slice(0, match.index)}${text.slice(match.index + match[0].length)}`;
}

/**
 * Returns the text before its first release tag, or the whole text if no letter or digit is before the tag. Then
 * removes texts in square brackets and checksums from the end, as long as a letter or digit remains.
 */
export function cutReleaseTags(text: string): string {
  const firstLetter = text.search(/[\p{L}\p{N}]/u);
  if (firstLetter < 0) return text;
  const hasText = (start: string): boolean => start.length > firstLetter;
  const tag = TAG.exec(text);
  const before = tag === null ? text : trimEndOf(text.slice(0, tag.index), BEFORE_TAG);
  let cut = hasText(before) ? before : text;
  for (let shorter = withoutBrackets(cut); shorter !== cut && hasText(shorter); shorter = withoutBrackets(cut)) {
    cut = shorter;
  }
  return cut;
}

/**
 * Removes from the end of a name a text in square brackets, then a checksum, at most one of each. Also removes the
 * delimiters around them.
 */
function withoutBrackets(text: string): string {
  const unbracketed = withoutSquareBracket(text);
  const trimmed = trimEndOf(unbracketed, DELIMITER);
  const hasChecksum = CHECKSUM.test(trimmed.slice(-CHECKSUM_CHARS));
  return hasChecksum ? trimEndOf(trimmed.slice(0, -CHECKSUM_CHARS), DELIMITER) : unbracketed;
}

function withoutSquareBracket(text: string): string {
  const trimmed = trimEndOf(text, DELIMITER);
  if (!trimmed.endsWith(']')) return text;
  const open = trimmed.indexOf('[', trimmed.lastIndexOf(']', trimmed.length - 2) + 1);
  return open < 0 ? text : trimEndOf(trimmed.slice(0, open), DELIMITER);
}
