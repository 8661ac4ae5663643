import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, sourceFiles } from './source-files';

const PAGE = 'docs/statements.md';

/** A literal that begins as a statement does. */
const STATEMENT = /[`'"]\s*\(?(?:SELECT|WITH \w|INSERT INTO|UPDATE \w|DELETE FROM)\b/;
/** They define tables and columns. */
const DEFINITIONS = /^src\/database\/(?:entities|migrations)\//;

const SOURCES = sourceFiles().map(({ path }) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

describe('hand-written SQL', () => {
  it('is listed by file, with its reason', () => {
    const holders = SOURCES.filter(
      ({ path, text }) => !DEFINITIONS.test(path) && (path.endsWith('.sql.ts') || STATEMENT.test(text)),
    );
    const page = readFileSync(join(ROOT, PAGE), 'utf8');
    const listed = Array.from(page.matchAll(/^\| `([^`]+)` +\| \w/gm), ([, path = '']) => `src/${path}`);
    expect(listed.sort()).toEqual(holders.map(({ path }) => path).sort());
  });

  it('is composed of named parts: no statement is made by replacing text in another', () => {
    const replacing = SOURCES.filter(({ path, text }) => path.endsWith('.sql.ts') && /\.replace(?:All)?\(/.test(text));
    expect(replacing.map(({ path }) => path)).toEqual([]);
  });
});
