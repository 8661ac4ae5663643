/** Statements that find similar words and completions for a word of a query. */
import { compareCodePoints } from '../../common/text/code-point-order';
import type { Statement } from '../../database/read-scope';
import { allLibraries, type Libraries, perLibrary } from '../../database/distribution/per-library';
import { FIELD_PREFIX } from '../../search/index/lexemes';
import type { LexemeCount } from '../query/weights/lexicon-counts';
import { PREFIX_END } from './retrieval-parts';

/** Maximum number of words that a search compares with its unknown words: the first in the order of code points. */
const KEYED_WORDS_MAX = 3_000;

/**
 * Composes a statement that returns the words of `source` that occur in titles or names in the libraries. Words of
 * hidden libraries do not count towards the limit.
 */
function countedWords(source: string, libraries: Libraries): string {
  return `
SELECT w.word FROM ${source} AS w(word)
 WHERE EXISTS (SELECT FROM intelligence_lexicon x
                WHERE x.lexeme IN ('${FIELD_PREFIX.title}' || w.word, '${FIELD_PREFIX.people}' || w.word)
                  AND ${libraries.has('x.library_id')})
 ORDER BY w.word COLLATE "C" LIMIT ${KEYED_WORDS_MAX}`;
}

/** SQL text that selects the words with one of the spelling keys, in all libraries. Parameter: $1 keys. */
const KEYED_WORDS = 'SELECT s.word FROM intelligence_spellings s WHERE s.keys && $1::integer[]';

/**
 * Words of the visible libraries that have one of the spelling keys (`spellingKeys`). Only for one PostgreSQL server.
 * Parameters: $1 keys, $2 visible libraries.
 */
export const WORDS_BY_SPELLING_KEY: Statement = {
  name: 'candidates_words_by_spelling_key',
  // Without `OFFSET 0`, the planner could read all words of the table in order, which takes longer.
  text: countedWords(`(${KEYED_WORDS} OFFSET 0)`, allLibraries(2)),
};

/**
 * Words of all libraries that have one of the spelling keys. On a distributed database, the keys are on the
 * coordinator, so `COUNTED_WORDS` then selects the words of the visible libraries. Parameter: $1 keys.
 */
export const ALL_WORDS_BY_SPELLING_KEY: Statement = { name: 'candidates_all_words_by_spelling_key', text: KEYED_WORDS };

/**
 * The given words that occur in titles or names in the visible libraries. Parameters: $1 words, $2 visible libraries.
 */
export const COUNTED_WORDS: Statement = perLibrary(
  { name: 'candidates_counted_words', library: 2, parameters: 2, merge: mergeWords },
  (libraries) => countedWords('unnest($1::text[])', libraries),
);

/** Merges the words of each library, with the order and the limit of `countedWords`. */
function mergeWords(rows: readonly { readonly word: string }[]): { word: string }[] {
  const words = [...new Set(rows.map(({ word }) => word))].sort(compareCodePoints);
  return words.slice(0, KEYED_WORDS_MAX).map((word) => ({ word }));
}

/** Maximum number of rows that are read for each beginning and library, in the order of the lexemes. */
const BEGINNING_ROWS_MAX = 1_000;

/**
 * Maximum number of rows that are read for each beginning: one for each lexeme and library. If there are more, or
 * more than `BEGINNING_ROWS_MAX` in a library, counts can be too low, and common lexemes can be missing.
 */
const COMPLETION_ROWS_MAX = 10_000;

/** Maximum number of lexemes for each beginning. */
const COMPLETIONS_MAX = 16;

/**
 * The most common lexemes with one of the beginnings, and their document counts. Reads each library separately, so the
 * time does not depend on hidden libraries. Parameters: $1 beginnings, one for each field, $2 visible libraries.
 */
export const COMPLETIONS: Statement = perLibrary(
  { name: 'candidates_completions', library: 2, parameters: 2, merge: mergeCompletions },
  (libraries) => {
    const counts = `
SELECT x.lexeme, sum(x.documents)::integer AS documents
  FROM unnest($1::text[]) AS b(beginning)
 CROSS JOIN LATERAL (
   SELECT x.lexeme, x.documents FROM libraries l
    CROSS JOIN LATERAL (
      SELECT x.lexeme, x.documents FROM intelligence_lexicon x
       WHERE ${libraries.sameLibrary('x.library_id', 'l.library_id')}
         AND x.lexeme > b.beginning AND x.lexeme < b.beginning || '${PREFIX_END}'
       ORDER BY x.lexeme LIMIT ${BEGINNING_ROWS_MAX}) AS x
    WHERE ${libraries.has('l.library_id')} LIMIT ${COMPLETION_ROWS_MAX}) AS x
 GROUP BY x.lexeme`;
    if (libraries.isSingle) return counts;
    return `
SELECT w.lexeme, w.documents
  FROM (SELECT c.*, row_number() OVER (PARTITION BY left(c.lexeme, 1) ORDER BY c.documents DESC, c.lexeme) AS place
          FROM (${counts}) AS c) AS w
 WHERE w.place <= ${COMPLETIONS_MAX} ORDER BY w.documents DESC, w.lexeme`;
  },
);

/** Merges the completions of each library as the statement over all libraries does. */
function mergeCompletions(rows: readonly LexemeCount[]): LexemeCount[] {
  const sums = new Map<string, number>();
  for (const { lexeme, documents } of rows) sums.set(lexeme, documents + (sums.get(lexeme) ?? 0));
  const sorted = [...sums]
    .map(([lexeme, documents]) => ({ lexeme, documents }))
    .sort((a, b) => b.documents - a.documents || compareCodePoints(a.lexeme, b.lexeme));
  const places = new Map<string, number>();
  return sorted.filter(({ lexeme }) => {
    const place = (places.get(lexeme.charAt(0)) ?? 0) + 1;
    places.set(lexeme.charAt(0), place);
    return place <= COMPLETIONS_MAX;
  });
}
