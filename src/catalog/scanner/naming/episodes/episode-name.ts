/** Parses the file name of an episode. */
import { extractProviderIds } from '../provider-ids';
import { cutReleaseTags } from '../release-tags';
import { type TitleName, toTitleName, toSpaced, trimDelimiters } from '../title-name';
import { findReliableForm } from './episode-forms';
import type { EpisodeForm, EpisodeMatch } from './episode-match';
import { findAbsoluteForm, findFallbackForm } from './fallback-patterns';

/** The season and the series title that the folders of an episode file give. */
export interface EpisodeFolders {
  /** Season of the season folder; null if the file is in no season folder. */
  readonly season: number | null;
  /** Series title in the folder name; null if the file is in the library root. */
  readonly seriesTitle: string | null;
}

/** The parts of a parsed episode file name. */
export interface EpisodeName {
  readonly form: EpisodeForm;
  /** At least one episode, in the order of the name. Several if the file contains several episodes. */
  readonly episodes: readonly { readonly season: number; readonly episode: number }[];
  /** ISO date if the name identifies the episode by a date. The episode number is then month * 100 + day. */
  readonly airDate: string | null;
  /** Number of the episode across all seasons, or null. */
  readonly absoluteNumber: number | null;
  readonly title: string | null;
  /** The text before the episode number. Names the series if no folder does. */
  readonly prefix: TitleName | null;
  /** Whether the name and the folder give different seasons. The name takes precedence. */
  readonly seasonMismatch: boolean;
  /** Whether neither the name nor the folder gives a season, so that season 1 is assumed. */
  readonly seasonAssumed: boolean;
}

/** The absolute number after the season and episode number, as in `S01E01 - 001 - Title`. */
const ABSOLUTE_AFTER = /^[\s._]-[\s._](\d{3,4})(?=[\s._]-[\s._])/;

/** A title contains at least one such character, for example a letter or an emoji. */
const TITLE_CHARACTER = /[\p{L}\p{N}\p{S}]/u;

/** Parses a name without extension. Returns null if no `EpisodeForm` that is accepted in these folders matches. */
export function findEpisodeName(base: string, folders: EpisodeFolders): EpisodeName | null {
  const { text } = extractProviderIds(base.normalize('NFC'));
  const match = findMatch(text, folders);
  if (match === null) return null;
  const absoluteAfter = ABSOLUTE_AFTER.exec(text.slice(match.end));
  const end = match.end + (absoluteAfter?.[0].length ?? 0);
  const namedSeason = match.numbers.find(({ season }) => season !== null)?.season ?? null;
  const defaultSeason = folders.season ?? seasonOfDate(match) ?? 1;
  const [first] = match.numbers;
  const absolute = match.form === 'absolute' ? first?.episode : Number(absoluteAfter?.[1] ?? 0);
  return {
    form: match.form,
    episodes: toEpisodes(match, defaultSeason),
    airDate: match.airDate,
    absoluteNumber: absolute === undefined || absolute === 0 ? null : absolute,
    title: toEpisodeTitle(text, end),
    prefix: toPrefix(text.slice(0, match.start)),
    seasonMismatch: namedSeason !== null && folders.season !== null && namedSeason !== folders.season,
    seasonAssumed: namedSeason === null && folders.season === null && match.airDate === null,
  };
}

function findMatch(text: string, folders: EpisodeFolders): EpisodeMatch | null {
  const reliable = findReliableForm(text);
  if (reliable !== null) return reliable;
  const from = folders.seriesTitle === null ? 0 : titleLength(text, folders.seriesTitle);
  if (folders.season !== null) return findFallbackForm(text, folders.season, from);
  return findAbsoluteForm(text, from) ?? (from === 0 ? null : findAbsoluteForm(text, 0));
}

/** Returns the length of the series title at the start of the name, or 0. `24 - 05` of the series `24` is episode 5. */
function titleLength(text: string, title: string): number {
  const [name, start] = [normalize(text), normalize(title)];
  // Lower case can change the length of a text, and then the offsets differ.
  if (name.length !== text.length || !name.startsWith(start)) return 0;
  return start.length < name.length && name[start.length] === ' ' ? start.length : 0;
}

function normalize(text: string): string {
  return text.toLowerCase().replace(/[._-]/g, ' ');
}

function seasonOfDate(match: EpisodeMatch): number | null {
  return match.airDate === null ? null : Number(match.airDate.slice(0, 4));
}

function toEpisodes(match: EpisodeMatch, defaultSeason: number): { season: number; episode: number }[] {
  if (match.airDate !== null) {
    const [, month, day] = match.airDate.split('-').map(Number);
    return [{ season: defaultSeason, episode: (month ?? 0) * 100 + (day ?? 0) }];
  }
  return match.numbers.map(({ season, episode }) => ({ season: season ?? defaultSeason, episode }));
}

function toEpisodeTitle(text: string, end: number): string | null {
  const afterNumber = text.slice(end);
  if (/^[\s._-]*$/.test(afterNumber)) return null;
  // Dots stand for spaces only in a name without spaces, such as `Series.S01E01.Pilot`.
  const spaced = /\S\s+\S/.test(text) ? afterNumber : toSpaced(afterNumber);
  const title = trimDelimiters(cutReleaseTags(` ${spaced.replace(/^v\d(?=$|[\s._[(-])/, '')}`));
  return TITLE_CHARACTER.test(title) && !/^\[[^\]]*\]?$/.test(title) && !isTag(title) ? title : null;
}

/**
 * Whether the title is only a release tag or texts in brackets. `cutReleaseTags` cuts a tag only after other text, so
 * the title follows an `x`.
 */
function isTag(title: string): boolean {
  const withoutBrackets = title.replace(/\([^()]*\)|\[[^[\]]*\]/g, '');
  return cutReleaseTags(`x ${title}`) === 'x' || !TITLE_CHARACTER.test(withoutBrackets);
}

function toPrefix(text: string): TitleName | null {
  const trimmed = trimDelimiters(text.replace(/^\s*\[[^\]]*\][\s._-]*/, ''));
  return /[\p{L}\p{N}]/u.test(trimmed) ? toTitleName(trimmed) : null;
}
