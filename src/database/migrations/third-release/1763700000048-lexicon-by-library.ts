import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration';

/**
 * Stores word counts for each library, so that a search weighs words by the libraries that its caller sees. The
 * migration counts the words of the existing libraries. Otherwise searches would treat every word as rare until the
 * service has counted all libraries, and would be slower and rank worse.
 */
export class LexiconByLibrary1763700000048 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of TABLES) await runner.query(statement);
    const libraries = (await runner.query('SELECT library_id FROM libraries')) as { library_id: string }[];
    for (const { library_id } of libraries) await runner.query(COUNT_LIBRARY, [library_id]);
    for (const statement of FINISH) await runner.query(statement);
  }
}

const TABLES = [
  'DROP TABLE intelligence_lexicon, intelligence_lexicon_state',
  `CREATE TABLE intelligence_lexicon (
    library_id uuid NOT NULL,
    lexeme text COLLATE "C" NOT NULL,
    documents integer NOT NULL,
    slips text[] COLLATE "C" NOT NULL
  )`,
  // The dropped table had the same setting (see `CheaperWrites1763700000008`).
  'ALTER TABLE intelligence_lexicon ALTER slips SET STATISTICS 0',
  `CREATE TABLE intelligence_lexicon_state (
    library_id uuid NOT NULL,
    documents bigint NOT NULL,
    revision bigint NOT NULL,
    duration_ms integer NOT NULL,
    refreshed_at timestamptz NOT NULL,
    CONSTRAINT intelligence_lexicon_state_pk PRIMARY KEY (library_id)
  )`,
];

/**
 * Inserts the counts of the library `$1`, as the service of this release computes them. The first character of a lexeme
 * is a prefix. `slips` contains the spelling deletes of words of titles (`t`) and of people (`p`) with 3 to 24 letters,
 * which are 4 to 25 characters with the prefix. Lexemes of whole titles (`=`) and of whole names (`N`) are not counted.
 */
const COUNT_LIBRARY = `
INSERT INTO intelligence_lexicon (library_id, lexeme, documents, slips)
SELECT $1::uuid, s.word, s.ndoc,
       CASE WHEN left(s.word, 1) IN ('t', 'p') AND length(s.word) BETWEEN 4 AND 25
            THEN ARRAY(SELECT DISTINCT left(w.word, i - 1) || substr(w.word, i + 1)
                         FROM (SELECT substr(s.word, 2) AS word) AS w,
                              generate_series(1, length(w.word) + 1) AS i)
            ELSE '{}' END
  FROM ts_stat(format($q$SELECT lexemes FROM intelligence_search_documents
                          WHERE library_id = %L AND status = 'ready' AND available$q$, $1::uuid)) AS s
 WHERE left(s.word, 1) NOT IN ('=', 'N')`;

const FINISH = [
  // Every document has exactly one lexeme with the prefix K, for its media kind.
  `INSERT INTO intelligence_lexicon_state (library_id, documents, revision, duration_ms, refreshed_at)
   SELECT l.library_id, coalesce(counted.documents, 0), l.revision, 0, now()
     FROM libraries l
     LEFT JOIN (SELECT library_id, sum(documents) AS documents FROM intelligence_lexicon
                 WHERE left(lexeme, 1) = 'K' GROUP BY library_id) AS counted USING (library_id)`,
  // Built at the end, because building an index is faster than adding entries to it.
  'ALTER TABLE intelligence_lexicon ADD CONSTRAINT intelligence_lexicon_pk PRIMARY KEY (library_id, lexeme)',
  // Reads sum the counts of a lexeme over the libraries from this index alone.
  'CREATE INDEX intelligence_lexicon_lexeme_ix ON intelligence_lexicon (lexeme, library_id) INCLUDE (documents)',
  `CREATE INDEX intelligence_lexicon_slips_ix ON intelligence_lexicon USING gin (slips)
    WITH (fastupdate = on, gin_pending_list_limit = 4096)`,
  'ANALYZE intelligence_lexicon',
];
