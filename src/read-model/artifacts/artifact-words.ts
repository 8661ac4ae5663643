/** The words artifacts are found by: those of title and summary, folded and stemmed as in the candidate search. */
import { wordsOf } from '../../search/text/words';

/** The distinct lexemes of a title (all words) and a summary (without stop words). */
export function artifactTokens(title: string, summary: string): string[] {
  const tokens = new Set<string>();
  for (const word of wordsOf(title)) addWord(tokens, word);
  for (const word of wordsOf(summary)) if (!word.stop) addWord(tokens, word);
  return [...tokens];
}

/** The most words of a query that are looked for. */
const QUERY_WORDS_MAX = 32;

/**
 * The lexemes a query asks for, all of which must occur; stop words count only when there is nothing else. Empty when
 * the query holds no word, and then nothing matches.
 */
export function queryTokens(query: string): string[] {
  const words = wordsOf(query);
  const telling = words.filter((word) => !word.stop);
  const asked = telling.length > 0 ? telling : words;
  return [...new Set(asked.map((word) => word.lexeme))].slice(0, QUERY_WORDS_MAX);
}

/**
 * SQL of the keys under which a `text[]` of lexemes is indexed: hashed with partition and owner, so that the index
 * leads to rows of one place alone and never reads those of others.
 */
export function searchKeysOf(partitionId: string, ownerKey: string, tokens: string): string {
  return `ARRAY(SELECT DISTINCT hashtextextended(concat(${partitionId}::uuid, ${ownerKey}::uuid, token), 0)
            FROM unnest(${tokens}::text[]) AS token)`;
}

function addWord(tokens: Set<string>, word: { readonly lexeme: string; readonly also: readonly string[] }): void {
  tokens.add(word.lexeme);
  for (const other of word.also) tokens.add(other);
}
