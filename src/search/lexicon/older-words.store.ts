import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Transactions } from '../../database/transactions';
import { spellingKeys } from '../spelling/spelling-keys';
import { spellingDeletesSql } from './lexicon.sql';
import { lockLexicon } from './lexicon-lock';
import { WORD_RULES } from './word-rules';

/** Maximum number of rows of each table that one transaction derives again. */
const BATCH = 2_000;
/** Maximum number of rows of each table that are counted. */
const COUNTED_MAX = 100_000;

const COUNT_LEXICON_SQL = `
SELECT count(*)::integer AS older FROM (SELECT 1 FROM intelligence_lexicon WHERE rules < $1 LIMIT ${COUNTED_MAX}) AS x`;
const COUNT_SPELLINGS_SQL = `
SELECT count(*)::integer AS older FROM (SELECT 1 FROM intelligence_spellings WHERE rules < $1 LIMIT ${COUNTED_MAX}) AS s`;

/** The library with the rows of the oldest rules. Parameters: $1 version of the rules. */
const LIBRARY_SQL = `
SELECT library_id FROM intelligence_lexicon WHERE rules < $1 ORDER BY rules, library_id LIMIT 1`;
/** Parameters: $1 library, $2 version of the rules. */
const DERIVE_LEXEMES_SQL = `
UPDATE intelligence_lexicon x SET slips = ${spellingDeletesSql('x.lexeme')}, rules = $2
 WHERE x.library_id = $1 AND x.lexeme IN (
   SELECT o.lexeme FROM intelligence_lexicon o WHERE o.library_id = $1 AND o.rules < $2 LIMIT ${BATCH})`;

/** Skips locked rows, because servers of an earlier release remove words without the lock of the lexicon. */
const OLDER_WORDS_SQL = `
SELECT word FROM intelligence_spellings WHERE rules < $1 ORDER BY rules LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`;
/** Parameters: $1 words, $2 their keys, $3 version of the rules. */
const DERIVE_WORDS_SQL = `
UPDATE intelligence_spellings s SET keys = each.keys::integer[], rules = $3
  FROM unnest($1::text[], $2::text[]) AS each(word, keys) WHERE s.word = each.word`;

/** Finds the rows of the lexicon and of the spellings that an earlier release derived, and derives them again. */
@Injectable()
export class OlderWordsStore {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
  ) {}

  /** Returns the number of rows that older rules derived. Counts up to 100,000 rows of each of the two tables. */
  async count(): Promise<number> {
    let older = 0;
    for (const statement of [COUNT_LEXICON_SQL, COUNT_SPELLINGS_SQL]) {
      const [row]: { older: number }[] = await this.dataSource.query(statement, [WORD_RULES]);
      older += row?.older ?? 0;
    }
    return older;
  }

  /** Derives the rows of older rules again, each batch in a transaction. Stops if another process holds the lock. */
  async derive(isStopping: () => boolean): Promise<void> {
    while (!isStopping() && (await this.transactions.run((manager) => this.deriveBatch(manager))) > 0);
  }

  /** Returns the number of rows that were derived; 0 if another process holds the lock and may change the rows. */
  private async deriveBatch(manager: EntityManager): Promise<number> {
    if (!(await lockLexicon(manager))) return 0;
    return (await deriveLexemes(manager)) + (await deriveWords(manager));
  }
}

async function deriveLexemes(manager: EntityManager): Promise<number> {
  const [library]: { library_id: string }[] = await manager.query(LIBRARY_SQL, [WORD_RULES]);
  if (library === undefined) return 0;
  const [, derived]: [unknown, number] = await manager.query(DERIVE_LEXEMES_SQL, [library.library_id, WORD_RULES]);
  return derived;
}

async function deriveWords(manager: EntityManager): Promise<number> {
  const rows: { word: string }[] = await manager.query(OLDER_WORDS_SQL, [WORD_RULES]);
  const words = rows.map(({ word }) => word);
  const keys = words.map((word) => `{${spellingKeys(word).join(',')}}`);
  if (words.length > 0) await manager.query(DERIVE_WORDS_SQL, [words, keys, WORD_RULES]);
  return words.length;
}
