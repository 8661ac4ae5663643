import { TABLE_DISTRIBUTION } from '../../src/database/distribution/table-distribution';
import { sourceFiles } from './source-files';
import { type SourceText, textsOf } from './source-texts';
import { tablesAfterCommas, tableUse } from './table-uses';
import { MULTI_SHARD_STATEMENTS, SINGLE_SERVER_STATEMENTS, STATEMENT_FRAGMENTS } from './distributed-statements';

/** Files that define tables, views and rights on them. Their statements are not checked. */
const DEFINITIONS = /^src\/database\/(?:migrations\/|entities\/|roles\/|schema\/served-views)/;

const DISTRIBUTED = [
  ...Object.entries(TABLE_DISTRIBUTION).flatMap(([name, distribution]) =>
    distribution === 'local' || distribution === 'reference' ? [] : [name],
  ),
  'served_media_context',
  'served_search_documents',
  'intelligence_artifact_words',
];
/** Key words that can follow the name of a table without an alias. */
const NO_ALIAS = 'AS|SET|WHERE|ON|USING|GROUP|ORDER|LEFT|CROSS|JOIN|VALUES|LIMIT|SELECT|UNION|FOR';
/** Matches a use of a distributed table, or of a table that an expression names, with its alias in the statement. */
const USE = new RegExp(
  tableUse('INTO|FROM|JOIN|UPDATE|USING|ANALYZE', DISTRIBUTED) +
    String.raw`(?:\s+(?:AS )?(?!(?:${NO_ALIAS})\b)([a-z_]+)\b)?`,
  'g',
);
/** Matches an insertion of rows of one library: the first column is the library, and its value is the parameter $1. */
const INSERTS_INTO_ONE = /\((?:library_id|partition_id)\b[^)]*\)\s+(?:VALUES \(|SELECT )\$1\b/;

const SOURCE_TEXTS = sourceFiles()
  .filter(({ path }) => !DEFINITIONS.test(path))
  .flatMap(({ path }) => textsOf(path));
const TEXTS = SOURCE_TEXTS.filter(({ text }) => text.search(USE) >= 0);

describe('statements about tables that are distributed by library', () => {
  it('name one library for each table, or are listed with a reason', () => {
    const withoutLibrary = [...new Set(TEXTS.filter((text) => !namesOneLibrary(text)).map(({ holder }) => holder))];
    const listed = [MULTI_SHARD_STATEMENTS, SINGLE_SERVER_STATEMENTS, STATEMENT_FRAGMENTS].flatMap((list) =>
      Object.keys(list),
    );
    expect(withoutLibrary.sort()).toEqual(listed.map((holder) => `src/${holder}`).sort());
    expect(TEXTS.length).toBeGreaterThan(150);
  });

  it('have a key word such as FROM before each table, because these tests find no table after a comma', () => {
    const tables = [...DISTRIBUTED, ...Object.keys(TABLE_DISTRIBUTION)];
    const lists = SOURCE_TEXTS.filter(({ text }) => tablesAfterCommas(text, tables).length > 0);
    expect(lists.map(({ holder }) => holder)).toEqual([]);
    expect(tablesAfterCommas('`SELECT FROM ${a(`x`)} AS l(id, n), media_items m`', DISTRIBUTED)).toEqual([
      'media_items',
    ]);
    expect(tablesAfterCommas('DELETE FROM users USING libraries l,\n media_items', DISTRIBUTED)).toEqual([
      'media_items',
    ]);
    expect(tablesAfterCommas('`SELECT ${f(a, libraries)} FROM users`', DISTRIBUTED)).toEqual([]);
  });

  it('have an existing counterpart for a distributed database if they run only on one server', () => {
    const holders = new Set(sourceFiles().flatMap(({ path }) => textsOf(path).map(({ holder }) => holder)));
    const counterparts = Object.values(SINGLE_SERVER_STATEMENTS).map((holder) => `src/${holder}`);
    expect(counterparts.filter((holder) => !holders.has(holder))).toEqual([]);
  });

  it('count as statements about one library only if each distributed table is restricted to one library', () => {
    const namesOne = (text: string): boolean => namesOneLibrary({ path: '', holder: '', text });
    expect(
      namesOne('SELECT FROM libraries l JOIN media_items m ON m.library_id = l.library_id WHERE l.library_id = $1'),
    ).toBe(true);
    expect(namesOne("SELECT FROM media_items m WHERE ${libraries.has('m.library_id')}")).toBe(true);
    expect(namesOne('INSERT INTO media_items (library_id, media_id) SELECT $1, id FROM unnest($2::uuid[]) AS id')).toBe(
      true,
    );
    expect(namesOne('SELECT FROM media_items m WHERE m.media_id = $1')).toBe(false);
    expect(namesOne('SELECT FROM libraries l JOIN media_items m ON true WHERE l.library_id = $1')).toBe(false);
    expect(namesOne('SELECT FROM media_items m WHERE m.library_id = ANY($1)')).toBe(false);
    expect(namesOne('DELETE FROM users u USING media_items m WHERE m.media_id = $1')).toBe(false);
    expect(namesOne('SELECT FROM\n ONLY media_items m WHERE m.media_id = $1')).toBe(false);
    expect(namesOne('SELECT FROM served_media_context m WHERE m.media_id = $1')).toBe(false);
    expect(namesOne('SELECT FROM ${this.table} WHERE media_id = $1')).toBe(false);
    expect(namesOne('SELECT FROM ${this.table} WHERE library_id = $1')).toBe(true);
  });
});

/**
 * Returns whether each distributed table of a statement has a condition on its library: the library equals a
 * parameter, or the library of another table that has such a condition. An insertion of rows of the library `$1` needs
 * none.
 */
function namesOneLibrary({ text }: SourceText): boolean {
  const aliases = Array.from(text.matchAll(USE), ([, verb, , alias = '']) => {
    return verb === 'INTO' && INSERTS_INTO_ONE.test(text) ? null : alias;
  }).filter((alias) => alias !== null);
  const bound = new Set(aliases.filter((alias) => isBound(text, alias)));
  for (const alias of aliases) {
    if ([...bound].some((other) => isSame(text, alias, other) || isSame(text, other, alias))) bound.add(alias);
  }
  return aliases.every((alias) => bound.has(alias));
}

function isBound(text: string, alias: string): boolean {
  const column = columnOf(alias);
  return new RegExp(`${column} = (?:\\$\\d|\\$\\{libraryId\\})|(?:has|isListed|sameLibrary)\\('${column}'`).test(text);
}

function isSame(text: string, alias: string, other: string): boolean {
  return new RegExp(`${columnOf(alias)} = ${columnOf(other)}`).test(text);
}

function columnOf(alias: string): string {
  return `(?<![\\w.])${alias === '' ? '' : `${alias}\\.`}(?:library_id|partition_id)\\b`;
}
