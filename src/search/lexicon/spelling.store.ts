import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { mapInSlices } from '../../common/processes/slices';
import { KEYED_MAX_CHARS, KEYED_MIN_CHARS, spellingKeys } from '../spelling/spelling-keys';
import { lockLexicon } from './lexicon-lock';
import { WORD_RULES } from './word-rules';

/** Maximum number of new words that are read and stored at a time. */
const BATCH_WORDS = 2_000;
/** The words of titles and names, without their field prefix. */
const WORDS_SQL = `
SELECT DISTINCT substr(x.lexeme, 2) AS word FROM intelligence_lexicon x
 WHERE left(x.lexeme, 1) IN ('t', 'p') AND length(x.lexeme) BETWEEN ${KEYED_MIN_CHARS + 1} AND ${KEYED_MAX_CHARS + 1}`;
const PREPARE_SQL = [
  // With outdated statistics, the planner might choose nested loops, which are slow here.
  'SET LOCAL enable_nestloop = off',
  `CREATE TEMP TABLE counted_words ON COMMIT DROP AS ${WORDS_SQL}`,
  'ANALYZE counted_words',
  `DELETE FROM intelligence_spellings s WHERE NOT EXISTS (SELECT FROM counted_words w WHERE w.word = s.word)`,
];
const NEW_WORDS_SQL = `
SELECT w.word FROM counted_words w
 WHERE w.word > $1 COLLATE "C" AND NOT EXISTS (SELECT FROM intelligence_spellings s WHERE s.word = w.word)
 ORDER BY w.word COLLATE "C" LIMIT ${BATCH_WORDS}`;
/**
 * Skips words that are stored already. A server of an earlier release can add words at the same time, because it does
 * not lock the lexicon.
 */
const ADD_SQL = `
INSERT INTO intelligence_spellings (word, keys, rules)
SELECT each.word, each.keys::integer[], ${WORD_RULES} FROM unnest($1::text[], $2::text[]) AS each(word, keys)
ON CONFLICT DO NOTHING`;
const FINISH_SQL = [
  `SELECT intelligence_merge_postings('{intelligence_spellings_keys_ix}')`,
  `SELECT intelligence_analyze('{intelligence_spellings}')`,
];

/** Stores the spelling keys of the words of titles and names. A word that several libraries contain is stored once. */
@Injectable()
export class SpellingStore {
  /**
   * Adds words that are new since the last run and removes words that no longer occur, in the caller's transaction.
   * Returns false, without a change, if another transaction holds the lock of the lexicon.
   */
  async refresh(manager: EntityManager): Promise<boolean> {
    if (!(await lockLexicon(manager))) return false;
    for (const statement of PREPARE_SQL) await manager.query(statement);
    for (let last: string | undefined = ''; last !== undefined;) {
      const rows: { word: string }[] = await manager.query(NEW_WORDS_SQL, [last]);
      const words = rows.map(({ word }) => word);
      if (words.length > 0) {
        const keys = await mapInSlices(words, (word) => `{${spellingKeys(word).join(',')}}`);
        await manager.query(ADD_SQL, [words, keys]);
      }
      last = words.length < BATCH_WORDS ? undefined : words.at(-1);
    }
    for (const statement of FINISH_SQL) await manager.query(statement);
    return true;
  }
}
