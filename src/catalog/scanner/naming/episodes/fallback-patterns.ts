/** Finds bare numbers that are probably episode numbers because of their folder or punctuation. */
import { extendMatch } from './multi-episode';
import type { EpisodeForm, EpisodeMatch } from './episode-match';

const DELIMITER = /[\s._-]/;
const ABSOLUTE = /(?<=\S)[\s_.]-[\s_.](\d{1,4})(?:v\d)?(?=$|[\s_.]*[[(]|[\s_.]-[\s_.])/g;
const LEADING = /^(\d{1,4})(?:v\d)?(?=$|[\s._-])/;
const TRAILING = /(?<=[\s._-])(\d{1,4})(?:v\d)?$/;
const BARE = /(?<![\p{L}\d])(\d{1,2})(?!00)(\d{2})(?![\p{L}\d])/gu;
/** A codec with a delimiter, such as `H.264`. */
const CODEC = /(?<![\p{L}\d])[hx][\s._-]26[45](?![\p{L}\d])/giu;

/**
 * Finds an absolute number after a dash, such as `Series - 045`, from an offset on. A year is not an absolute number.
 */
export function findAbsoluteForm(name: string, from: number): EpisodeMatch | null {
  // A match begins with a delimiter, which can be the last character of the series title, as in `S.W.A.T.-.045`.
  const match = [...name.matchAll(ABSOLUTE)].find(({ index, 1: digits = '' }) => index + 1 >= from && !isYear(digits));
  if (match?.[1] === undefined) return null;
  const at = match.index + match[0].indexOf(match[1]);
  return toMatch('absolute', Number(match[1]), at, match.index + match[0].length);
}

/** Tries the patterns for a file in the folder of a season. `from` is the offset after the series title. */
export function findFallbackForm(name: string, season: number, from: number): EpisodeMatch | null {
  // The replacement is as long as a codec, so the offsets stay the same.
  const withoutCodec = name.replace(CODEC, 'codec');
  const afterTitle = withoutCodec.slice(from);
  const afterDash = findAbsoluteForm(withoutCodec, from);
  const seasonDigits = shiftMatch(findSeasonDigits(afterTitle, season), from);
  // If the number after the dash comes first, the other number is part of the title: `Series - 05 - Room 104`.
  const isAfterDashFirst = afterDash !== null && seasonDigits !== null && afterDash.start < seasonDigits.start;
  return (
    (isAfterDashFirst ? null : seasonDigits) ??
    shiftMatch(findLeading(afterTitle), from) ??
    // In the folder of a season, a number after a dash is a number within the season.
    shiftMatch(afterDash, 0, 'trailing_number') ??
    shiftMatch(findTrailing(afterTitle), from) ??
    shiftMatch(findBareDigits(afterTitle), from)
  );
}

/**
 * Finds an episode number after the season number, such as `102` in the folder of season 1. In the folder of season 20,
 * `2019` is episode 19, unless another number fits that is not a year.
 */
function findSeasonDigits(text: string, season: number): EpisodeMatch | null {
  const matches = [...text.matchAll(BARE)].filter((match) => Number(match[1]) === season);
  const match = matches.find(([digits]) => !isYear(digits)) ?? matches[0];
  return match === undefined ? null : toSeasonDigits(match);
}

/** Finds a season and an episode number that are written together. The season may differ from the folder. */
function findBareDigits(text: string): EpisodeMatch | null {
  const match = [...text.matchAll(BARE)].find(([digits]) => !isYear(digits));
  return match === undefined ? null : toSeasonDigits(match);
}

function toSeasonDigits(match: RegExpExecArray): EpisodeMatch {
  const numbers = [{ season: Number(match[1]), episode: Number(match[2]) }];
  return { form: 'bare_digits', numbers, airDate: null, start: match.index, end: match.index + match[0].length };
}

function findLeading(text: string): EpisodeMatch | null {
  const lead = /^[\s._-]*(?:\[[^\]]*\][\s._-]*)?/.exec(text)?.[0].length ?? 0;
  const match = LEADING.exec(text.slice(lead));
  if (match?.[1] === undefined || isYear(match[1])) return null;
  return extendMatch(text, 'leading_number', { season: null, episode: Number(match[1]) }, lead, lead + match[0].length);
}

function findTrailing(text: string): EpisodeMatch | null {
  const trimmed = withoutTrailingBrackets(text);
  const match = TRAILING.exec(trimmed);
  if (match?.[1] === undefined || isYear(match[1])) return null;
  return toMatch('trailing_number', Number(match[1]), match.index, trimmed.length);
}

const DELIMITERS_FOLLOW = 1;
const BRACKETS_FOLLOW = 2;

/**
 * Removes brackets at the end, such as ` [1080p] (x264)`, and the delimiters around them, in linear time. For each
 * offset, `ends` stores whether the text from there on is only delimiters, or delimiters and brackets, or (0) neither.
 */
function withoutTrailingBrackets(text: string): string {
  const closing: Record<string, number> = {};
  const ends = new Uint8Array(text.length + 1);
  ends[text.length] = DELIMITERS_FOLLOW;
  let start = text.length;
  for (let at = text.length - 1; at >= 0; at -= 1) {
    const unit = text.charAt(at);
    const close = unit === '[' ? closing[']'] : unit === '(' ? closing[')'] : undefined;
    if (close !== undefined && ends[close + 1] !== 0) ends[at] = BRACKETS_FOLLOW;
    else if (DELIMITER.test(unit)) ends[at] = ends[at + 1] ?? 0;
    if (ends[at] === BRACKETS_FOLLOW) start = at;
    if (unit === ']' || unit === ')') closing[unit] = at;
  }
  return text.slice(0, start);
}

function isYear(digits: string): boolean {
  return /^(?:19|20)\d\d$/.test(digits);
}

function toMatch(form: EpisodeForm, episode: number, start: number, end: number): EpisodeMatch {
  return { form, numbers: [{ season: null, episode }], airDate: null, start, end };
}

function shiftMatch(match: EpisodeMatch | null, by: number, form?: EpisodeForm): EpisodeMatch | null {
  if (match === null) return null;
  return { ...match, form: form ?? match.form, start: match.start + by, end: match.end + by };
}
