/** Season and episode numbers, as titles are asked for: "s01e03", "1x03", "season 2", "episode 14". */
import { MARK_PREFIX } from './lexemes';
import { findNumeral } from './numerals';

/** A season or episode meant by words of a query. */
export interface EpisodeCode {
  readonly lexeme: string;
  /** Index of the first word it was read from, and one past the last. */
  readonly from: number;
  readonly to: number;
  /** Whether an episode is meant, and not a whole season. */
  readonly episode: boolean;
}

const BOTH = /^(?:s(\d{1,4})e(\d{1,4})|(\d{1,3})x(\d{1,4}))$/;
const SEASON = /^s(\d{1,4})$/;
const EPISODE = /^ep?(\d{1,4})$/;
const DIGITS = /^\d{1,4}$/;
const SEASON_WORDS = new Set(['season', 'series', 'staffel', 'saison', 'temporada', 'stagione']);
const EPISODE_WORDS = new Set(['episode', 'ep', 'folge', 'episodio', 'épisode']);

/** The lexemes of a season or an episode; none for what has no numbers. */
export function episodeLexemes(season: number | null, episode: number | null): string[] {
  if (season === null) return [];
  if (episode === null) return [seasonLexeme(season)];
  return [seasonLexeme(season), bothLexeme(season, episode), episodeLexeme(episode)];
}

/** What the folded words of a query say about seasons and episodes; the most exact reading, at most one. */
export function findEpisodeCode(words: readonly string[]): EpisodeCode | null {
  for (const [index, word] of words.entries()) {
    const both = BOTH.exec(word);
    const season = both?.[1] ?? both?.[3];
    const episode = both?.[2] ?? both?.[4];
    if (season !== undefined && episode !== undefined) {
      return code(bothLexeme(Number(season), Number(episode)), index, index + 1, true);
    }
  }
  const seasonAt = findNumber(words, SEASON, SEASON_WORDS);
  const episodeAt = findNumber(words, EPISODE, EPISODE_WORDS);
  if (seasonAt !== null && episodeAt !== null && (seasonAt.to === episodeAt.from || episodeAt.to === seasonAt.from)) {
    const [from, to] = [Math.min(seasonAt.from, episodeAt.from), Math.max(seasonAt.to, episodeAt.to)];
    return code(bothLexeme(seasonAt.value, episodeAt.value), from, to, true);
  }
  if (seasonAt !== null) return code(seasonLexeme(seasonAt.value), seasonAt.from, seasonAt.to, false);
  if (episodeAt !== null) return code(episodeLexeme(episodeAt.value), episodeAt.from, episodeAt.to, true);
  return null;
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
    if (!names.has(word) || next === undefined) continue;
    const value = DIGITS.test(next) ? Number(next) : findNumeral(next);
    if (value !== null) return { value, from: index, to: index + 2 };
  }
  return null;
}

function code(lexeme: string, from: number, to: number, episode: boolean): EpisodeCode {
  return { lexeme, from, to, episode };
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
