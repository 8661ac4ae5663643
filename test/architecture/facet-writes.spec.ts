import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, sourceFiles } from './source-files';

const WRITE = /\b(?:INSERT INTO|UPDATE|DELETE FROM|TRUNCATE)\s+intelligence_facet_(?:values|groups)\b/;

/** Where the statements stand. The second also holds some that only read, for the reconciler. */
const STATEMENTS = ['src/read-model/facets/facet.sql.ts', 'src/read-model/refresh/drift.sql.ts'];
const STORE = 'src/read-model/facets/facet.store.ts';

/** What is counted is remembered by a version that the store notes: a count written elsewhere would be shown too late. */
describe('facet counts', () => {
  it('are written by their store alone', () => {
    const sources = sourceFiles().map(({ path }) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
    const writers = sources.filter(
      ({ path, text }) => !path.startsWith('src/database/migrations/') && WRITE.test(text),
    );
    expect(writers.map(({ path }) => path).sort()).toEqual([...STATEMENTS, STORE].sort());
    const users = sources.filter(({ text }) => /from '\.\/facet\.sql'|\b(?:RECOUNT|SUM)_SQL\b/.test(text));
    expect(users.map(({ path }) => path).filter((path) => !STATEMENTS.includes(path))).toEqual([STORE]);
  });
});
