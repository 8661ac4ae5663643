/** Parses an episode's file name and folder into season, episode numbers, air date, absolute number and title. */
import { type EpisodeForm, type EpisodeMatch, findTrustedForm } from './episode-forms';
import { takeMarks, type ProviderIds } from '../provider-ids';
import { findAbsoluteForm, findFallbackForm } from './fallback-patterns';
import { cutReleaseTags } from '../release-tags';
import { toTitleName, toSpaced, trimDelimiters } from '../title-name';

/** The folders around an episode's file. */
export interface EpisodePlace {
  /** The season of the season folder; null when the file is directly in the series folder. */
  readonly season: number | null;
  /** The series title from the folder name; null when the file is in the library root. */
  readonly seriesTitle: string | null;
}

/** The parts of a parsed episode file name. */
export interface EpisodeName {
  readonly form: EpisodeForm;
  /** At least one episode; several when the file has several. In the order of the name. */
  readonly episodes: readonly { readonly season: number; readonly episode: number }[];
  /**
   * ISO date when the name is a date. The episode number is then month and day, because the import requires a number.
   */
  readonly airDate: string | null;
  /** Number across all seasons; null when the name has none or 0. */
  readonly absoluteNumber: number | null;
  readonly title: string | null;
  /** The text before the number, which is the series title when no folder gives one. */
  readonly prefix: string | null;
  readonly ids: ProviderIds;
  /** Whether the name and the folder give different seasons. The name takes precedence. */
  readonly seasonMismatch: boolean;
  /** Whether neither the name nor the folder gives a season, so that season 1 is assumed. */
  readonly seasonAssumed: boolean;
}

/** `S01E01 - 001 - Title`: the absolute number after the season and episode number. */
const ABSOLUTE_BEHIND = /^[\s._]-[\s._](\d{3,4})(?=[\s._]-[\s._])/;

/** Parses a name without extension. Returns null when it has no episode number that is plausible in this folder. */
export function findEpisodeName(base: string, place: EpisodePlace): EpisodeName | null {
  const { text, ids } = takeMarks(base.normalize('NFC'));
  const match = findMatch(text, place);
  if (match === null) return null;
  const behind = ABSOLUTE_BEHIND.exec(text.slice(match.end));
  const end = match.end + (behind?.[0].length ?? 0);
  const named = match.numbers.find(({ season }) => season !== null)?.season ?? null;
  const fallback = place.season ?? dateSeason(match) ?? 1;
  const [first] = match.numbers;
  const absolute = match.form === 'absolute' ? first?.episode : Number(behind?.[1] ?? 0);
  return {
    form: match.form,
    episodes: toEpisodes(match, fallback),
    airDate: match.airDate,
    absoluteNumber: absolute === undefined || absolute === 0 ? null : absolute,
    title: toEpisodeTitle(text, end),
    prefix: toPrefix(text.slice(0, match.start)),
    ids,
    seasonMismatch: named !== null && place.season !== null && named !== place.season,
    seasonAssumed: named === null && place.season === null && match.airDate === null,
  };
}

function findMatch(text: string, place: EpisodePlace): EpisodeMatch | null {
  const trusted = findTrustedForm(text);
  if (trusted !== null) return trusted;
  const from = place.seriesTitle === null ? 0 : titleLength(text, place.seriesTitle);
  if (place.season !== null) return findFallbackForm(text, place.season, from);
  const absolute = findAbsoluteForm(text.slice(from));
  if (absolute === null && from > 0) return findAbsoluteForm(text);
  return absolute === null ? null : { ...absolute, start: absolute.start + from, end: absolute.end + from };
}

/** Length of the series title at the start of the name, so that `24 - 05` is episode 5. */
function titleLength(text: string, title: string): number {
  const [name, start] = [normalise(text), normalise(title)];
  if (name.length !== text.length || !name.startsWith(start)) return 0;
  return start.length < name.length && name[start.length] === ' ' ? start.length : 0;
}

function normalise(text: string): string {
  return text.toLowerCase().replace(/[._-]/g, ' ');
}

function dateSeason(match: EpisodeMatch): number | null {
  return match.airDate === null ? null : Number(match.airDate.slice(0, 4));
}

function toEpisodes(match: EpisodeMatch, fallback: number): { season: number; episode: number }[] {
  if (match.airDate !== null) {
    const [, month, day] = match.airDate.split('-').map(Number);
    return [{ season: fallback, episode: (month ?? 0) * 100 + (day ?? 0) }];
  }
  return match.numbers.map(({ season, episode }) => ({ season: season ?? fallback, episode }));
}

function toEpisodeTitle(text: string, end: number): string | null {
  const rest = text.slice(end);
  if (/^[\s._-]*$/.test(rest)) return null;
  // Spaces anywhere in the name mean that its dots are not spaces: `Series.S01E01.Pilot` and `Series - S01E01 - Mr. X`.
  const spaced = /\S\s+\S/.test(text) ? rest : toSpaced(rest);
  const title = trimDelimiters(cutReleaseTags(` ${spaced.replace(/^v\d(?=$|[\s._[(-])/, '')}`));
  return /[\p{L}\p{N}\p{S}]/u.test(title) && !/^\[[^\]]*\]?$/.test(title) && !isTag(title) ? title : null;
}

/** Whether the title is only a release tag. `cutReleaseTags` keeps such a text because nothing would remain. */
function isTag(title: string): boolean {
  return cutReleaseTags(`x ${title}`) === 'x' || /^[([].*[)\]]$/.test(title);
}

function toPrefix(text: string): string | null {
  const trimmed = trimDelimiters(text.replace(/^\s*\[[^\]]*\][\s._-]*/, ''));
  return /[\p{L}\p{N}]/u.test(trimmed) ? toTitleName(trimmed).title : null;
}
