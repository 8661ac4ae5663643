import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceFiles } from './source-files';
import { ROOT } from '../support/root';

const WRITE = /\b(?:INSERT INTO|UPDATE|DELETE FROM|TRUNCATE)\s+intelligence_facet_(?:values|groups)\b/;

/**
 * Files with SQL that writes facet counts. In the second one, only `RECOUNT_SQL` writes them, so the test searches for
 * uses of this statement instead of imports of the file.
 */
const STATEMENTS = ['src/read-model/facets/facet.sql.ts', 'src/read-model/refresh/drift.sql.ts'];
const STORE = 'src/read-model/facets/facet.store.ts';

/**
 * Counts are cached by `facet_version`, which the store changes with every write. A write elsewhere would leave wrong
 * counts in the cache.
 */
describe('facet counts', () => {
  it('are written only by their store', () => {
    const sources = sourceFiles().map(({ path }) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
    const writers = sources.filter(
      ({ path, text }) => !path.startsWith('src/database/migrations/') && WRITE.test(text),
    );
    expect(writers.map(({ path }) => path).sort()).toEqual(STATEMENTS);
    const importers = sources.filter(({ text }) => /'[^']*\/facet\.sql'|\bRECOUNT_SQL\b/.test(text));
    expect(importers.map(({ path }) => path).filter((path) => !STATEMENTS.includes(path))).toEqual([STORE]);
  });
});
