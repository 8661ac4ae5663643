/** Patterns of episode numbers that are accepted in any folder, in order of reliability. */
import { isCalendarDate } from '../../../../common/text/calendar-date';
import type { EpisodeForm, EpisodeMatch } from './episode-match';
import { extendMatch } from './multi-episode';

// `x264` and `x265` are codecs.
const SEASON_EPISODE = /(?<![\p{L}\d])s(\d{1,4})[\s._-]*(?:ep?|x(?!26[45](?!\d)))[\s._-]*(\d{1,4})(?!\d)/iu;
// A year before `x400` to `x999` is not a season: `1920x816` is a resolution.
const CROSS = /(?<![\p{L}\d])(\d{1,2}|(?:19|20)\d\d(?!x[4-9]\d\d))x(\d{1,3})(?!\d)/iu;
const WORDS = /(?<!\p{L})season[\s._-]*(\d{1,4})[\s._,-]*episode[\s._-]*(\d{1,4})(?!\d)/iu;
// Not `2019.20.04` in `Show.2019.20.04.2020`: another year follows, so the day comes first.
const YEAR_FIRST = /(?<!\d)((?:19|20)\d\d)([\s._-])(\d{1,2})\2(\d{1,2})(?!\d|\2(?:19|20)\d\d(?!\d))/;
const DAY_FIRST = /(?<!\d)(\d{1,2})([\s._-])(\d{1,2})\2((?:19|20)\d\d)(?!\d)/;
const EPISODE_MARK = /(?<![\p{L}\d])ep?[\s._]{0,2}(\d{1,4})(?![\d\p{L}])/iu;
const EPISODE_WORD = /(?<!\p{L})(?:episode|episodio|épisode|folge)[\s._-]*(\d{1,4})(?!\d)|第(\d{1,4})[話话集回]/iu;

/** Returns the match of the first pattern that matches, in order of reliability; null if none does. */
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

/** Matches a pattern without season. Only one of its groups matches, and that group is the episode number. */
function findWithoutSeason(name: string, pattern: RegExp, form: EpisodeForm): EpisodeMatch | null {
  const match = pattern.exec(name);
  if (match === null) return null;
  const first = { season: null, episode: Number(match[1] ?? match[2]) };
  return extendMatch(name, form, first, match.index, match.index + match[0].length);
}

function findDate(name: string): EpisodeMatch | null {
  return toDate(YEAR_FIRST.exec(name), [1, 3, 4]) ?? toDate(DAY_FIRST.exec(name), [4, 3, 1]);
}

/** Reads a date from the groups of a match: the year, the month and the day. */
function toDate(match: RegExpExecArray | null, groups: readonly number[]): EpisodeMatch | null {
  if (match === null) return null;
  const airDate = groups.map((group) => (match[group] ?? '').padStart(2, '0')).join('-');
  if (!isCalendarDate(airDate)) return null;
  return { form: 'date', numbers: [], airDate, start: match.index, end: match.index + match[0].length };
}
