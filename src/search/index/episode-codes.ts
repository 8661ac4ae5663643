/** Recognizes season and episode numbers in queries: "s01e03", "s01ep03", "1x03", "s01e03-e04", "season 2", "ep 14". */
import { MARK_PREFIX } from './lexemes';
import { findNumeral, findOrdinal, findYear } from '../text/numerals';

/** A season or an episode that a query names by number. */
export interface EpisodeCode {
  /** The lexeme of the matching items in the index. */
  readonly lexeme: string;
  /** Indexes of the words of the query that name the season and the episode, such as "season" and "2". */
  readonly wordIndexes: readonly number[];
  /** Null if the query names no season: "episode 14". */
  readonly season: number | null;
  /** Null if the query names no episode: "season 2". */
  readonly episode: number | null;
}

/** The numbers of an item that a code is compared with. */
interface NumberedItem {
  readonly season_number: number | null;
  readonly episode_number: number | null;
}

/** A code of one or more episodes: "s01e03", "1x03", "s01e03e04". Only the first episode counts. */
const SEASON_AND_EPISODE = /^(?:s(\d{1,4})ep?(\d{1,8})(?:ep?\d{1,8}){0,8}|(\d{1,3})x(\d{1,4}))$/;
/** A further episode of such a code. The hyphen splits "s01e03-e04" into two words, of which this is the second. */
const NEXT_EPISODE = /^ep?\d{1,8}$/;
const SEASON = /^s(\d{1,4})$/;
const EPISODE = /^ep?(\d{1,4})$/;
const DIGITS = /^\d{1,4}$/;
const SEASON_WORDS = new Set(['season', 'staffel', 'saison', 'temporada', 'stagione']);
/** Words that mean a season or a show. A year after such a word is the year of the show, not a season number. */
const AMBIGUOUS_WORDS = new Set(['series']);
const EPISODE_WORDS = new Set(['episode', 'ep', 'folge', 'episodio']);

/** Returns the lexemes of a season or an episode; none without a season number. */
export function episodeLexemes(season: number | null, episode: number | null): string[] {
  if (season === null) return [];
  if (episode === null) return [seasonLexeme(season)];
  return [seasonLexeme(season), seasonEpisodeLexeme(season, episode), episodeLexeme(episode)];
}

/** Returns the season or episode that the folded words of a query name, or null. Prefers a code with both numbers. */
export function findEpisodeCode(words: readonly string[]): EpisodeCode | null {
  for (const [index, word] of words.entries()) {
    const numbers = SEASON_AND_EPISODE.exec(word);
    const season = numbers?.[1] ?? numbers?.[3];
    const episode = numbers?.[2] ?? numbers?.[4];
    if (season !== undefined && episode !== undefined) {
      const others = words.slice(index + 1);
      const end = others.findIndex((other) => !NEXT_EPISODE.test(other));
      const length = 1 + (end < 0 ? others.length : end);
      return toEpisodeCode(
        Number(season),
        Number(episode),
        Array.from({ length }, (_, offset) => index + offset),
      );
    }
  }
  // "Series 7" may end the name of a show: "The Contest: Series 7 season 2". So an ambiguous word counts only if
  // nothing else names a season.
  const seasonAt = findNumber(words, SEASON, SEASON_WORDS) ?? findNumber(words, SEASON, AMBIGUOUS_WORDS);
  const episodeAt = findNumber(words, EPISODE, EPISODE_WORDS);
  if (seasonAt !== null && episodeAt !== null) {
    return toEpisodeCode(seasonAt.value, episodeAt.value, [...seasonAt.wordIndexes, ...episodeAt.wordIndexes]);
  }
  if (seasonAt !== null) {
    return {
      lexeme: seasonLexeme(seasonAt.value),
      season: seasonAt.value,
      episode: null,
      wordIndexes: seasonAt.wordIndexes,
    };
  }
  if (episodeAt !== null) {
    return {
      lexeme: episodeLexeme(episodeAt.value),
      season: null,
      episode: episodeAt.value,
      wordIndexes: episodeAt.wordIndexes,
    };
  }
  return null;
}

/** Returns whether an item has a season number and the numbers of a code. A season code also matches its episodes. */
export function matchesEpisodeCode({ season, episode }: EpisodeCode, item: NumberedItem): boolean {
  if (item.season_number === null || (season !== null && season !== item.season_number)) return false;
  return episode === null || episode === item.episode_number;
}

/** A number and the indexes of the words that name it. */
interface NumberAt {
  readonly value: number;
  readonly wordIndexes: readonly number[];
}

/**
 * Returns the first number of a season or an episode: in a word that matches the pattern `code`, after one of the words
 * `names`, or as an ordinal before such a word.
 */
function findNumber(words: readonly string[], code: RegExp, names: ReadonlySet<string>): NumberAt | null {
  for (const [index, word] of words.entries()) {
    const digits = code.exec(word)?.[1];
    if (digits !== undefined) return { value: Number(digits), wordIndexes: [index] };
    if (!names.has(word)) continue;
    const next = words[index + 1];
    const isYear = next !== undefined && AMBIGUOUS_WORDS.has(word) && findYear(next) !== null;
    if (next !== undefined && !isYear) {
      const value = DIGITS.test(next) ? Number(next) : findNumeral(next);
      if (value !== null) return { value, wordIndexes: [index, index + 1] };
    }
    // An ordinal: "the second season". Not before "series", because "first series" rarely means the first season.
    const ordinal = AMBIGUOUS_WORDS.has(word) ? null : findOrdinal(words[index - 1] ?? '');
    if (ordinal !== null) return { value: ordinal, wordIndexes: [index - 1, index] };
  }
  return null;
}

function toEpisodeCode(season: number, episode: number, wordIndexes: readonly number[]): EpisodeCode {
  return { lexeme: seasonEpisodeLexeme(season, episode), season, episode, wordIndexes };
}

function seasonLexeme(season: number): string {
  return `${MARK_PREFIX.episode}${season}`;
}

function episodeLexeme(episode: number): string {
  return `${MARK_PREFIX.episode}e${episode}`;
}

function seasonEpisodeLexeme(season: number, episode: number): string {
  return `${MARK_PREFIX.episode}${season}e${episode}`;
}
