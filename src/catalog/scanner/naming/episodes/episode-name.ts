/** From an episode's file name and its folder to seasonal numbers, air date, absolute number and title. */
import { type EpisodeForm, type EpisodeMatch, findTrustedForm } from './episode-forms';
import { takeMarks, type ProviderIds } from '../provider-ids';
import { findAbsoluteForm, findFallbackForm } from './fallback-patterns';
import { cutReleaseTags } from '../release-tags';
import { toTitleName, toSpaced, trimDelimiters } from '../title-name';

/** What surrounds an episode's file. */
export interface EpisodePlace {
  /** The season its folder names; null when it lies in the series' own folder. */
  readonly season: number | null;
  /** The series' title by its folder; null when the file lies in the library's root. */
  readonly seriesTitle: string | null;
}

/** What a file's name says about the episodes in it. */
export interface EpisodeName {
  readonly form: EpisodeForm;
  /** At least one; several for a file that holds several episodes. In the order the name gives them. */
  readonly episodes: readonly { readonly season: number; readonly episode: number }[];
  /** ISO date when the name is a date; the episode's number is then month and day, since the format needs one. */
  readonly airDate: string | null;
  /** Counted through all seasons; null when the name holds none. 0 counts as none. */
  readonly absoluteNumber: number | null;
  readonly title: string | null;
  /** The text before the number: the series' title where no folder gives one. */
  readonly prefix: string | null;
  readonly ids: ProviderIds;
  /** Name and folder disagree about the season; the name wins. */
  readonly seasonMismatch: boolean;
  /** Neither name nor folder gives a season, so it is the first. */
  readonly seasonAssumed: boolean;
}

/** `S01E01 - 001 - Title`: the absolute number behind the seasonal one. */
const ABSOLUTE_BEHIND = /^[\s._]-[\s._](\d{3,4})(?=[\s._]-[\s._])/;

/** Reads a name without extension; null when it says no episode that can be believed in that place. */
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

/** How much of a name is the series' title, so that `24 - 05` is the fifth episode. */
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
  // The name decides about dots, not the part behind the number: `Series.S01E01.Pilot` and `Series - S01E01 - Mr. X`.
  const spaced = /\S\s+\S/.test(text) ? rest : toSpaced(rest);
  const title = trimDelimiters(cutReleaseTags(` ${spaced.replace(/^v\d(?=$|[\s._[(-])/, '')}`));
  return /[\p{L}\p{N}\p{S}]/u.test(title) && !/^\[[^\]]*\]?$/.test(title) && !isTag(title) ? title : null;
}

/** A release tag alone: the cutter leaves it, since nothing would remain. */
function isTag(title: string): boolean {
  return cutReleaseTags(`x ${title}`) === 'x' || /^[([].*[)\]]$/.test(title);
}

function toPrefix(text: string): string | null {
  const trimmed = trimDelimiters(text.replace(/^\s*\[[^\]]*\][\s._-]*/, ''));
  return /[\p{L}\p{N}]/u.test(trimmed) ? toTitleName(trimmed).title : null;
}
