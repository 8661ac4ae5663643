import { sourceFiles } from './source-files';
import { textsOf } from './source-texts';

/** Matches tables that also contain stale rows and rows of unavailable items. The views exclude such rows. */
const TABLE = /\bintelligence_(?:media_context|search_documents)\b/;
const VIEW = /\bserved_(?:media_context|search_documents)\b/;

/** Migrations and entities define the tables and views. */
const DEFINITIONS = /^src\/database\/(migrations|entities)\//;

/** Stores write the tables, check or lock their rows and maintain their indexes. They do not serve rows to clients. */
const STORE = /\.store\.ts$/;

/** Other statements that may use the tables, with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'src/candidates/browse/browse-statement.sql.ts#sortIndexScans':
    'its row limit counts all rows that it reads, and it then filters them',
  'src/candidates/retrieval/retrieval.sql.ts#addScanned':
    'its row limit counts all rows that it reads, and it then filters them',
  'src/grounding/cited-records.sql.ts#CITED_ITEMS':
    'reads only the time at which an item was added; a stale row has the right time too',
  'src/ops/read-models/read-models.repository.ts#LIBRARIES': 'counts the stale rows for administrators',
  'src/read-model/refresh/artifact-comparison.ts#STATES_SQL':
    'compares hashes to find artifacts that must not be served',
  'src/read-model/refresh/drift.sql.ts#DRIFT_SQL': 'looks for rows that must not be served',
  'src/read-model/refresh/drift.sql.ts#RECONCILED_LIBRARIES_SQL': 'looks for rows that removed libraries left behind',
  'src/read-model/refresh/media-freshness.ts#FIND_NOT_READY':
    'looks for a row that must be derived before it is served',
  'src/read-model/refresh/media-freshness.ts#READ_STATE_SQL':
    'checks whether a row must be derived before it is served',
  'src/read-model/refresh/rederivation.ts#OLDER_SQL': 'looks for rows that older rules derived, served or not',
  'src/search/lexicon/lexicon.sql.ts#COUNT_SLICE_SQL': 'reads a bounded range of keys; filters the rows itself',
  'src/search/lexicon/lexicon.sql.ts#FINISH_SQL': 'analyzes the table',
  'src/search/lexicon/lexicon.sql.ts#SLICE_END_SQL': 'finds the end of a range of keys; serves no rows',
};

const TEXTS = sourceFiles()
  .filter(({ path }) => !DEFINITIONS.test(path))
  .flatMap(({ path }) => textsOf(path));

describe('statements that read the read model', () => {
  it('use the views, except in stores and in the listed statements', () => {
    const holders = TEXTS.filter(({ path, text }) => TABLE.test(text) && !STORE.test(path)).map(({ holder }) => holder);
    expect([...new Set(holders)].sort()).toEqual(Object.keys(EXCEPTIONS));
    expect(TEXTS.filter(({ text }) => VIEW.test(text)).length).toBeGreaterThan(20);
  });
});
