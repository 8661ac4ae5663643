/** What of a query is looked up in the lexicon: its words in every form that documents may have, and their misspellings. */
import { FIELD_PREFIX, MARK_PREFIX } from '../../search/index/lexemes';
import { spellingDeletesOf } from '../../search/spelling/spelling-deletes';
import { cutWord, stemWord } from '../../search/text/stem';
import type { Word } from '../../search/text/word';
import { demandLexemes } from './demand-lexemes';
import type { QueryWord, SearchQuery } from './search-query';

/** Maximum number of words of queries whose words are also searched in halves. */
const SPLIT_WORDS_MAX = 4;
const SPLIT_MIN_CHARS = 6;
const HALF_MIN_CHARS = 3;

/** The lexemes of titles and names that contain the word in this spelling. */
export function unstemmedLexemes({ folded }: Pick<Word, 'folded'>): [string, string] {
  const spelled = cutWord(folded);
  return [FIELD_PREFIX.title + spelled, FIELD_PREFIX.people + spelled];
}

/** The lexemes whose document counts determine weights and plan. */
export function countedLexemes(query: SearchQuery): string[] {
  const lexemes = new Set<string>();
  for (const word of query.words) {
    for (const field of query.fields) {
      for (const lexeme of [word.lexeme, ...word.otherLexemes]) lexemes.add(FIELD_PREFIX[field] + lexeme);
    }
    for (const lexeme of unstemmedLexemes(word)) lexemes.add(lexeme);
    if (word.numeral !== null) lexemes.add(`${MARK_PREFIX.numeral}${word.numeral}`);
    if (word.year !== null) lexemes.add(`${MARK_PREFIX.year}${word.year}`);
    for (const lexeme of demandLexemes(word).flat()) lexemes.add(lexeme);
    if (word.acronym !== null) lexemes.add(word.acronym);
    for (const half of halvesOf(query, word)) {
      lexemes.add(FIELD_PREFIX.title + stemWord(half[0])).add(FIELD_PREFIX.title + stemWord(half[1]));
    }
  }
  for (const { lexeme } of query.joinedWords) lexemes.add(FIELD_PREFIX.title + lexeme);
  if (query.episodeCode !== null) lexemes.add(query.episodeCode.lexeme);
  return [...lexemes];
}

/** The spelling deletes to look corrections up by; none for a long query, which finds its documents by other words. */
export function spellingDeletes(query: SearchQuery): string[] {
  if (!query.isShort) return [];
  return [...new Set(query.words.filter(isCorrectable).flatMap((word) => spellingDeletesOf(word.folded)))];
}

/** Whether a word may be misspelled. Decades, numbers and words that name a genre or a role are not corrected. */
export function isCorrectable({ isStopWord, isEpisodeCode, isDemandOnly, isFiller, folded }: QueryWord): boolean {
  return !isStopWord && !isEpisodeCode && !isDemandOnly && !isFiller && !/\d/.test(folded);
}

/** The ways to divide a word of a short query in two, for titles that write it as two words. */
export function halvesOf(query: SearchQuery, word: QueryWord): [string, string][] {
  const { folded } = word;
  if (query.words.length > SPLIT_WORDS_MAX || !/^[a-z]+$/.test(folded) || folded.length < SPLIT_MIN_CHARS) return [];
  const halves: [string, string][] = [];
  for (let at = HALF_MIN_CHARS; at <= Math.min(folded.length, 24) - HALF_MIN_CHARS; at += 1) {
    halves.push([folded.slice(0, at), folded.slice(at)]);
  }
  return halves;
}
