import { withTables } from './shard-text';

const NAMES = new Map([
  ['libraries', 'libraries_1'],
  ['media_items', 'media_items_2'],
  ['served_media_context', '(SELECT c.title FROM context_3 c)'],
]);

describe('withTables', () => {
  it.each([
    ['with an alias', 'SELECT FROM libraries l WHERE true', 'SELECT FROM libraries_1 l WHERE true'],
    ['with AS', 'SELECT FROM libraries AS l', 'SELECT FROM libraries_1 AS l'],
    ['without an alias', 'SELECT libraries.name FROM libraries', 'SELECT libraries.name FROM libraries_1 AS libraries'],
    ['before a key word', 'FROM libraries\n WHERE true', 'FROM libraries_1 AS libraries\n WHERE true'],
    ['at the end of a subquery', '(SELECT FROM libraries)', '(SELECT FROM libraries_1 AS libraries)'],
    [
      'that is joined',
      'FROM media_items m JOIN libraries l ON true',
      'FROM media_items_2 m JOIN libraries_1 l ON true',
    ],
    ['that is joined with USING', 'JOIN libraries USING (id)', 'JOIN libraries_1 AS libraries USING (id)'],
    ['that is a view', 'FROM served_media_context c', 'FROM (SELECT c.title FROM context_3 c) c'],
    ['on another line', 'FROM\n   libraries\n   l', 'FROM\n   libraries_1\n   l'],
  ])('replaces the name of a table %s', (_, text, expected) => {
    expect(withTables(text, NAMES)).toBe(expected);
  });

  it.each([
    'SELECT l.libraries AS libraries FROM l',
    'SELECT extract(epoch FROM libraries.updated_at)',
    'SELECT FROM libraries_old l JOIN old_libraries o ON true',
    "SELECT 'libraries' FROM unnest($1::uuid[]) AS media_items",
    'SELECT FROM libraries(1) l',
    'SELECT a IS DISTINCT FROM b.libraries',
  ])('keeps words that only look like uses of a table: %s', (text) => {
    expect(withTables(text, NAMES)).toBe(text);
  });
});
