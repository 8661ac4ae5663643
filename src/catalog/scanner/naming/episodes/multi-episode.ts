/** Reads the further episode numbers in the name of a file with several episodes. */
import { distinctBy } from '../../../../common/distinct-by';
import type { EpisodeForm, EpisodeMatch, EpisodeNumber } from './episode-match';

/**
 * Maximum number of episodes in a range. A bare number that would give a longer range belongs to the title. After this
 * number of episodes, no further number is read.
 */
const MAX_SPAN = 50;

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
