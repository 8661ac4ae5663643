/** Parses the name of a folder or file into title, year, provider ids and aliases. Ignores technical tags. */
import { trimEndOf } from '../../../common/text/text';
import { extractProviderIds, type ProviderIds } from './provider-ids';
import { cutReleaseTags, withoutStereoTag } from './release-tags';

/** The parts of a parsed name. */
export interface TitleName {
  readonly title: string;
  /** 1900 to 2099, or null. The first year of a range in brackets, such as `(2014-2020)`. */
  readonly year: number | null;
  readonly ids: ProviderIds;
  /** Further titles in the name, as in `Original AKA English (1999)`. */
  readonly aliases: readonly string[];
}

/** Latest year without brackets. A larger number belongs to the title, as in `Blade Runner 2049`. */
const LATEST_BARE_YEAR = 2040;
const BRACKETED_YEAR = /[([{]\s*((?:19|20)\d\d)(?:\s*[-–](?:\s*(?:19|20)\d\d)?)?\s*[)\]}]/g;
const BARE_YEAR = /(?<=[\s._,(-])((?:19|20)\d\d)(?=$|[\s._,)[(-])(?![ ._-]\d{1,2}[ ._-]\d{1,2}(?!\d))/g;
const DAY_AND_MONTH = /(?<!\d)\d{1,2}[ ._-]\d{1,2}[ ._-]$/;
/** Maximum length of a match of `DAY_AND_MONTH` with the character before it. */
const DAY_AND_MONTH_CHARS = 7;
const ALSO_KNOWN_AS = / a\.?k\.?a\.? /i;
/** Maximum number of aliases. If a name has more, the last alias contains the rest of the name. */
const ALIASES_MAX = 8;

/** Parses a name without extension. If no title remains, the whole name is the title. */
export function toTitleName(name: string): TitleName {
  const { text, ids } = extractProviderIds(name.normalize('NFC'));
  const datedTitle = splitYear(withoutStereo(withoutLeadingGroup(text)));
  const [title = '', ...aliases] = splitAliases(toPlainTitle(datedTitle.title, datedTitle.isBeforeBracketedYear));
  return { title: title === '' ? name.trim() : title, year: datedTitle.year, ids, aliases };
}

interface DatedTitle {
  readonly title: string;
  readonly year: number | null;
  /** Whether the title is the text before a year in brackets. Such a text contains no release tags. */
  readonly isBeforeBracketedYear: boolean;
}

function splitYear(text: string): DatedTitle {
  const bracketed = findLastYear(text, BRACKETED_YEAR);
  if (bracketed !== null) {
    const before = text.slice(0, bracketed.start);
    const isBeforeBracketedYear = hasText(before);
    const title = isBeforeBracketedYear ? before : text.slice(bracketed.end);
    if (hasText(title)) return { title, year: bracketed.year, isBeforeBracketedYear };
  }
  const bare = findLastYear(text, BARE_YEAR);
  const isDated = bare !== null && hasText(text.slice(0, bare.start));
  if (!isDated) return { title: text, year: null, isBeforeBracketedYear: false };
  return { title: text.slice(0, bare.start), year: bare.year, isBeforeBracketedYear: false };
}

function findLastYear(text: string, pattern: RegExp): { year: number; start: number; end: number } | null {
  let last: { year: number; start: number; end: number } | null = null;
  for (const match of text.matchAll(pattern)) {
    const year = Number(match[1]);
    const isBare = pattern === BARE_YEAR;
    if (isBare && (year > LATEST_BARE_YEAR || isPartOfDate(text, match.index))) continue;
    last = { year, start: match.index, end: match.index + match[0].length };
  }
  return last;
}

/** Whether a day and a month precede the year at the offset. */
function isPartOfDate(text: string, at: number): boolean {
  return DAY_AND_MONTH.test(text.slice(Math.max(0, at - DAY_AND_MONTH_CHARS), at));
}

function toPlainTitle(text: string, isBeforeBracketedYear: boolean): string {
  // In `$9.99 (2008)`, the space shows that dots do not stand for spaces.
  const spaced = isBeforeBracketedYear && /\d\.\d/.test(text) && /\s$/.test(text) ? text : toSpaced(text);
  return trimDelimiters(isBeforeBracketedYear ? spaced : cutReleaseTags(spaced));
}

/** Replaces dots and underscores with spaces if the text has no spaces between words. Dots of acronyms stay. */
export function toSpaced(text: string): string {
  if (/\S\s+\S/.test(text)) return text;
  return text.replace(/(?<!(?:^|[^\p{L}])\p{L})\.|\.(?!\p{L}(?:[^\p{L}]|$)|\s|$)|_/gu, ' ');
}

/**
 * Removes the release group in brackets before the title. The brackets stay if no title follows them. A single digit is
 * not a title: in `[REC] 2 (2009)`, it is the number of a sequel.
 */
function withoutLeadingGroup(text: string): string {
  const title = text.replace(/^\s*\[[^\]]*\][\s._-]*/, '');
  return /\p{L}|\p{Nd}{2}|\p{Extended_Pictographic}/u.test(title.replace(BRACKETED_YEAR, '')) ? title : text;
}

/** Removes a 3D tag, unless nothing or only years in brackets would remain: then the tag is the title. */
function withoutStereo(text: string): string {
  const untagged = withoutStereoTag(text);
  return hasText(untagged.replace(BRACKETED_YEAR, '')) ? untagged : text;
}

/** Splits a title at `AKA`. The title must contain only single spaces. */
function splitAliases(title: string): string[] {
  const titles: string[] = [];
  let remaining = title;
  for (let mark = ALSO_KNOWN_AS.exec(remaining); mark !== null && titles.length < ALIASES_MAX;) {
    titles.push(trimDelimiters(remaining.slice(0, mark.index)));
    remaining = trimDelimiters(remaining.slice(mark.index + mark[0].length));
    mark = ALSO_KNOWN_AS.exec(remaining);
  }
  return [...titles, remaining];
}

/**
 * Removes empty brackets, repeated spaces, and delimiters at both ends. Closing brackets at the start and opening
 * brackets at the end count as delimiters.
 */
export function trimDelimiters(text: string): string {
  return trimEndOf(text.replace(/\(\s*\)|\[\s*\]|\{\s*\}/g, ' '), /[\s_,([{-]/)
    .replace(/^[\s_.,\-)\]}]+/, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function hasText(text: string): boolean {
  return /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(text);
}
