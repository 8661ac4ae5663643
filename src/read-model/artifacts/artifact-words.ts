/**
 * Searches find artifacts by the words of title and summary, folded and stemmed as in the candidate search. But British
 * spellings are not replaced by American ones: the keys of stored artifacts are not derived again, so a search with the
 * replacement would not find older artifacts.
 */
import { stemAsWritten } from '../../search/text/stem';
import { wordsAsWritten } from '../../search/text/words';

/** The distinct lexemes of a title (all words) and a summary (without stop words). */
export function artifactLexemes(title: string, summary: string): string[] {
  const lexemes = new Set<string>();
  for (const word of wordsAsWritten(title)) addWord(lexemes, word);
  for (const word of wordsAsWritten(summary)) if (!word.isStopWord) addWord(lexemes, word);
  return [...lexemes];
}

/** Maximum number of distinct lexemes of a query that are searched. */
const QUERY_LEXEMES_MAX = 32;

/**
 * The lexemes of a query, at most 32. An artifact must contain all of them. Stop words are used only if there are no
 * other words. If the query contains no word, the list is empty, and `listArtifacts` finds nothing.
 */
export function queryLexemes(query: string): string[] {
  const words = wordsAsWritten(query);
  const contentWords = words.filter((word) => !word.isStopWord);
  const searchedWords = contentWords.length > 0 ? contentWords : words;
  return [...new Set(searchedWords.map((word) => stemAsWritten(word.folded)))].slice(0, QUERY_LEXEMES_MAX);
}

/**
 * Returns SQL for the index keys of a `text[]` of lexemes. The arguments are SQL expressions, such as `$1` or a column
 * name. Each key is a hash of a lexeme and of the artifact's partition and owner, so a look-up reads rows of one owner
 * in one partition.
 */
export function searchKeysOf(partitionId: string, ownerKey: string, lexemes: string): string {
  return `ARRAY(SELECT DISTINCT hashtextextended(concat(${partitionId}::uuid, ${ownerKey}::uuid, lexeme), 0)
            FROM unnest(${lexemes}::text[]) AS lexeme)`;
}

function addWord(
  lexemes: Set<string>,
  word: { readonly folded: string; readonly otherLexemes: readonly string[] },
): void {
  lexemes.add(stemAsWritten(word.folded));
  for (const other of word.otherLexemes) lexemes.add(other);
}
