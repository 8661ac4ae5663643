/** Patterns of episode numbers that are accepted in any folder, in order of reliability. */
import { distinctBy } from '../../../../common/distinct-by';
import { isCalendarDate } from '../../../../common/text/calendar-date';

/** One episode of a series, by season and episode number. */
export interface EpisodeNumber {
  /** Null if the form does not contain a season. */
  readonly season: number | null;
  readonly episode: number;
}

/**
 * The pattern that matched an episode number. Accepted in any folder, in order of reliability: `S01E02`, `1x02`,
 * `Season 1 Episode 2`, `2017-04-20`, `ep02` and `Episode 2`. Depending on the folder: `Series - 045`, `02 - Title`,
 * `Name 02` and `102`.
 */
export type EpisodeForm =
  | 'season_episode'
  | 'cross'
  | 'words'
  | 'date'
  | 'episode_mark'
  | 'episode_word'
  | 'absolute'
  | 'leading_number'
  | 'trailing_number'
  | 'bare_digits';

/** A match in a name, with the offsets of its start and end. */
export interface EpisodeMatch {
  readonly form: EpisodeForm;
  /** Empty for the form `date`. */
  readonly numbers: readonly EpisodeNumber[];
  /** ISO date, for the form `date`. */
  readonly airDate: string | null;
  readonly start: number;
  readonly end: number;
}

/**
 * Maximum number of episodes in a range. A bare number that would give a longer range belongs to the title. After this
 * number of episodes, no further number is read.
 */
const MAX_SPAN = 50;

// `x264` and `x265` are codecs.
const SEASON_EPISODE = /(?<![\p{L}\d])s(\d{1,4})[\s._-]*(?:ep?|x(?!26[45](?!\d)))[\s._-]*(\d{1,4})(?!\d)/iu;
// A season that is a year has at most 399 episodes: `1920x816` is a resolution.
const CROSS = /(?<![\p{L}\d])(\d{1,2}|(?:19|20)\d\d(?!x[4-9]\d\d))x(\d{1,3})(?!\d)/iu;
const WORDS = /(?<!\p{L})season[\s._-]*(\d{1,4})[\s._,-]*episode[\s._-]*(\d{1,4})(?!\d)/iu;
const YEAR_FIRST = /(?<!\d)((?:19|20)\d\d)([\s._-])(\d{1,2})\2(\d{1,2})(?!\d)/;
const DAY_FIRST = /(?<!\d)(\d{1,2})([\s._-])(\d{1,2})\2((?:19|20)\d\d)(?!\d)/;
const EPISODE_MARK = /(?<![\p{L}\d])ep?[\s._]{0,2}(\d{1,4})(?![\d\p{L}])/iu;
const EPISODE_WORD = /(?<!\p{L})(?:episode|episodio|épisode|folge)[\s._-]*(\d{1,4})(?!\d)|第(\d{1,4})[話话集回]/iu;

const NEXT_SEASON_EPISODE = /^([\s._]*-[\s._]*|[\s._]*[&+][\s._]*|[\s._])?s(\d{1,4})[\s._-]*e(\d{1,4})(?!\d)/i;
/** An `x` without an `e` must follow the previous number directly. */
const NEXT_EPISODE =
  /^(?:([\s._]*-[\s._]*|[\s._]*[&+][\s._]*|[\s._])?(?:ep?|xe)|x(?!26[45](?!\d)))(\d{1,4})(?![\dip])/i;
const NEXT_CROSS =
  /^([\s._]*-[\s._]*|[\s._]*[&+][\s._]*|[\s._])?(\d{1,2}|(?:19|20)\d\d(?!x[4-9]\d\d))x(\d{1,3})(?!\d)/i;
/**
 * The end of a range follows the number before it directly. ` - 11-59` belongs to the title; `-1080p` is a release tag.
 */
const RANGE_END = /^-(\d{1,4})(?=$|[\s._)\][(]|-(?!\d))/;

/** Returns the match of the most reliable pattern that is accepted in any folder, or null. */
export function findReliableForm(name: string): EpisodeMatch | null {
  return (
    findWithSeason(name, SEASON_EPISODE, 'season_episode') ??
    findWithSeason(name, CROSS, 'cross') ??
    findWithSeason(name, WORDS, 'words') ??
    findDate(name) ??
    findWithoutSeason(name, EPISODE_MARK, 'episode_mark') ??
    findWithoutSeason(name, EPISODE_WORD, 'episode_word')
  );
}

/** Matches a pattern whose groups are the season and the episode. */
function findWithSeason(name: string, pattern: RegExp, form: EpisodeForm): EpisodeMatch | null {
  const match = pattern.exec(name);
  if (match === null) return null;
  const first = { season: Number(match[1]), episode: Number(match[2]) };
  return extendMatch(name, form, first, match.index, match.index + match[0].length);
}

/** Matches a pattern without season. Each of its groups may be the episode number. */
function findWithoutSeason(name: string, pattern: RegExp, form: EpisodeForm): EpisodeMatch | null {
  const match = pattern.exec(name);
  if (match === null) return null;
  const first = { season: null, episode: Number(match[1] ?? match[2]) };
  return extendMatch(name, form, first, match.index, match.index + match[0].length);
}

/** Reads the numbers after the first one: further episode marks, and at most one bare number as the end of a range. */
export function extendMatch(
  name: string,
  form: EpisodeForm,
  first: EpisodeNumber,
  start: number,
  firstEnd: number,
): EpisodeMatch {
  const numbers = [first];
  let end = firstEnd;
  for (let next = findNext(name.slice(end), first); next !== null; next = findNext(name.slice(end), first)) {
    const last = numbers.at(-1) ?? first;
    if (numbers.length >= MAX_SPAN) break;
    const season = next.season ?? last.season;
    numbers.push(...(next.isRange ? toRange(last, season, next.episode) : [{ season, episode: next.episode }]));
    end += next.length;
  }
  const range = RANGE_END.exec(name.slice(end));
  const last = numbers.at(-1) ?? first;
  if (range !== null && numbers.length < MAX_SPAN && isPlausibleRange(last.episode, Number(range[1]))) {
    numbers.push(...toRange(last, last.season, Number(range[1])));
    end += range[0].length;
  }
  return {
    form,
    numbers: distinctBy(numbers, ({ season, episode }) => `${season}x${episode}`),
    airDate: null,
    start,
    end,
  };
}

interface NextNumber {
  readonly season: number | null;
  readonly episode: number;
  readonly isRange: boolean;
  readonly length: number;
}

function findNext(text: string, first: EpisodeNumber): NextNumber | null {
  const paired = NEXT_SEASON_EPISODE.exec(text) ?? (first.season === null ? null : NEXT_CROSS.exec(text));
  if (paired !== null) {
    const [mark, delimiter = '', season, episode] = paired;
    return { season: Number(season), episode: Number(episode), isRange: delimiter.includes('-'), length: mark.length };
  }
  const single = NEXT_EPISODE.exec(text);
  if (single === null) return null;
  const [mark, delimiter = '', episode] = single;
  return { season: null, episode: Number(episode), isRange: delimiter.includes('-'), length: mark.length };
}

function isPlausibleRange(from: number, to: number): boolean {
  return to > from && to - from < MAX_SPAN;
}

/**
 * Returns the episodes after `last` up to number `to`. If `to` is in another season, or the range is implausible,
 * returns only number `to`.
 */
function toRange(last: EpisodeNumber, season: number | null, to: number): EpisodeNumber[] {
  if (season !== last.season || !isPlausibleRange(last.episode, to)) return [{ season, episode: to }];
  return Array.from({ length: to - last.episode }, (_, index) => ({ season, episode: last.episode + index + 1 }));
}

function findDate(name: string): EpisodeMatch | null {
  // In `Show.2019.20.04.2020`, the year first gives no date, but the day first does.
  return toDate(YEAR_FIRST.exec(name), [1, 3, 4]) ?? toDate(DAY_FIRST.exec(name), [4, 3, 1]);
}

/** Reads a date from the groups of a match: the year, the month and the day. */
function toDate(match: RegExpExecArray | null, groups: readonly number[]): EpisodeMatch | null {
  if (match === null) return null;
  const airDate = groups.map((group) => (match[group] ?? '').padStart(2, '0')).join('-');
  if (!isCalendarDate(airDate)) return null;
  return { form: 'date', numbers: [], airDate, start: match.index, end: match.index + match[0].length };
}
