/** Season and episode numbers as queries write them: "s01e03", "1x03", "season 2", "episode 14". */
import { MARK_PREFIX } from './lexemes';
import { findNumeral, findYear } from '../text/numerals';

/** A season or episode that words of a query mean. */
export interface EpisodeCode {
  readonly lexeme: string;
  /** Index of the first word it was read from, and one past the last. */
  readonly from: number;
  readonly to: number;
  /** Null for any season: "episode 14". */
  readonly season: number | null;
  /** Null for a whole season. */
  readonly episode: number | null;
}

/** The numbers of an item, which a code is compared with. */
interface Numbered {
  readonly season_number: number | null;
  readonly episode_number: number | null;
}

const BOTH = /^(?:s(\d{1,4})e(\d{1,4})|(\d{1,3})x(\d{1,4}))$/;
const SEASON = /^s(\d{1,4})$/;
const EPISODE = /^ep?(\d{1,4})$/;
const DIGITS = /^\d{1,4}$/;
const SEASON_WORDS = new Set(['season', 'series', 'staffel', 'saison', 'temporada', 'stagione']);
/** Means a season or a show. A year after it is when the show was made, not a season. */
const AMBIGUOUS = 'series';
const EPISODE_WORDS = new Set(['episode', 'ep', 'folge', 'episodio', 'épisode']);

/** The lexemes of a season or an episode; none for an item without numbers. */
export function episodeLexemes(season: number | null, episode: number | null): string[] {
  if (season === null) return [];
  if (episode === null) return [seasonLexeme(season)];
  return [seasonLexeme(season), bothLexeme(season, episode), episodeLexeme(episode)];
}

/** The season or episode that the folded words of a query mean, in the most exact reading; null for none. */
export function findEpisodeCode(words: readonly string[]): EpisodeCode | null {
  for (const [index, word] of words.entries()) {
    const numbers = BOTH.exec(word);
    const season = numbers?.[1] ?? numbers?.[3];
    const episode = numbers?.[2] ?? numbers?.[4];
    if (season !== undefined && episode !== undefined) {
      return both(Number(season), Number(episode), { from: index, to: index + 1 });
    }
  }
  const seasonAt = findNumber(words, SEASON, SEASON_WORDS);
  const episodeAt = findNumber(words, EPISODE, EPISODE_WORDS);
  if (seasonAt !== null && episodeAt !== null && (seasonAt.to === episodeAt.from || episodeAt.to === seasonAt.from)) {
    const [from, to] = [Math.min(seasonAt.from, episodeAt.from), Math.max(seasonAt.to, episodeAt.to)];
    return both(seasonAt.value, episodeAt.value, { from, to });
  }
  if (seasonAt !== null) {
    const { value: season, from, to } = seasonAt;
    return { lexeme: seasonLexeme(season), season, episode: null, from, to };
  }
  if (episodeAt !== null) {
    const { value: episode, from, to } = episodeAt;
    return { lexeme: episodeLexeme(episode), season: null, episode, from, to };
  }
  return null;
}

/** Whether an item is the season or episode of a code, or part of that season. */
export function fitsCode({ season, episode }: EpisodeCode, item: Numbered): boolean {
  if (item.season_number === null || (season !== null && season !== item.season_number)) return false;
  return episode === null || episode === item.episode_number;
}

interface NumberAt {
  readonly value: number;
  readonly from: number;
  readonly to: number;
}

function findNumber(words: readonly string[], short: RegExp, names: ReadonlySet<string>): NumberAt | null {
  for (const [index, word] of words.entries()) {
    const digits = short.exec(word)?.[1];
    if (digits !== undefined) return { value: Number(digits), from: index, to: index + 1 };
    const next = words[index + 1];
    if (!names.has(word) || next === undefined || (word === AMBIGUOUS && findYear(next) !== null)) continue;
    const value = DIGITS.test(next) ? Number(next) : findNumeral(next);
    if (value !== null) return { value, from: index, to: index + 2 };
  }
  return null;
}

function both(season: number, episode: number, words: Pick<EpisodeCode, 'from' | 'to'>): EpisodeCode {
  return { lexeme: bothLexeme(season, episode), season, episode, ...words };
}

function seasonLexeme(season: number): string {
  return `${MARK_PREFIX.episode}${season}`;
}

function episodeLexeme(episode: number): string {
  return `${MARK_PREFIX.episode}e${episode}`;
}

function bothLexeme(season: number, episode: number): string {
  return `${MARK_PREFIX.episode}${season}e${episode}`;
}
