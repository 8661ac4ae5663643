import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceFiles } from './source-files';
import { ROOT } from '../support/root';

const PAGE = 'docs/statements.md';

/** Matches a literal that begins with an SQL statement. */
const STATEMENT = /[`'"]\s*\(?(?:SELECT|WITH \w+|INSERT INTO|UPDATE \w+|DELETE FROM)\b/;
/** Files that define tables and columns. */
const DEFINITIONS = /^src\/database\/(?:entities|migrations)\//;

const SOURCES = sourceFiles().map(({ path }) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

describe('hand-written SQL', () => {
  it('is in the files that docs/statements.md lists with a reason, and in no others', () => {
    const holders = SOURCES.filter(
      ({ path, text }) => !DEFINITIONS.test(path) && (path.endsWith('.sql.ts') || STATEMENT.test(text)),
    );
    const page = readFileSync(join(ROOT, PAGE), 'utf8');
    const listed = Array.from(page.matchAll(/^\| `([^`]+)` +\| \w/gm), ([, path = '']) => `src/${path}`);
    expect(listed.sort()).toEqual(holders.map(({ path }) => path).sort());
  });

  it('is not changed by replace or replaceAll in any .sql.ts file', () => {
    const replacing = SOURCES.filter(({ path, text }) => path.endsWith('.sql.ts') && /\.replace(?:All)?\(/.test(text));
    expect(replacing.map(({ path }) => path)).toEqual([]);
  });
});
