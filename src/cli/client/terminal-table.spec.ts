import fc from 'fast-check';
import { renderTable } from './terminal-table';

const COLUMNS = [
  { title: 'ID', value: ([id]: readonly string[]) => id ?? null },
  { title: 'TITLE', value: ([, title]: readonly string[]) => title ?? null, shrinkWeight: 1 },
];

it('a table has padded columns and no space at the end of a line', () => {
  expect(renderTable(COLUMNS, [['m1', 'Moon'], ['m22']])).toBe('ID   TITLE\nm1   Moon\nm22');
});

it('a table cuts long cells of columns with a weight and ends them with an ellipsis', () => {
  expect(renderTable(COLUMNS, [['m1', 'A Trip to the Moon']], 14)).toBe('ID  TITLE\nm1  A Trip to…');
});

it('a table contains no control characters, and counts a character outside of the basic plane once', () => {
  expect(renderTable(COLUMNS, [['m1', 'a\u001b[31m\n\u202eb']])).toBe('ID  TITLE\nm1  a [31m b');
  expect(renderTable(COLUMNS, [['m1', '🎬🎬🎬🎬🎬🎬🎬🎬🎬🎬']], 12)).toBe('ID  TITLE\nm1  🎬🎬🎬🎬🎬🎬🎬…');
});

it.each(['می\u200cخواهم', '👩\u200d🚀'])('a table keeps the joiner of %j', (title) => {
  expect(renderTable(COLUMNS, [['m1', title]])).toBe(`ID  TITLE\nm1  ${title}`);
});

it('a table fits into the width if the minimum widths of its columns allow it', () => {
  const weights = fc.array(fc.constantFrom(0, 1, 2, 5), { minLength: 1, maxLength: 4 });
  const cases = weights.chain((columnWeights) =>
    fc.record({
      columnWeights: fc.constant(columnWeights),
      row: fc.tuple(...columnWeights.map(() => fc.integer({ min: 1, max: 100 }))),
      width: fc.integer({ min: 10, max: 200 }),
    }),
  );
  fc.assert(
    fc.property(cases, ({ columnWeights, row, width }) => {
      const columns = columnWeights.map((weight, index) => ({
        title: 'T',
        value: (lengths: readonly number[]) => 'x'.repeat(lengths[index] ?? 0),
        shrinkWeight: weight,
      }));
      const [, line = ''] = renderTable(columns, [row], width).split('\n');
      const gaps = 2 * (row.length - 1);
      const least = row.reduce(
        (sum, each, index) => sum + (columnWeights[index] === 0 ? each : Math.min(each, 8)),
        gaps,
      );
      const full = row.reduce((sum, each) => sum + each, gaps);
      expect(line.length).toBeLessThanOrEqual(Math.max(width, least));
      // Each cut is rounded up, so that the line can be too short by less than one character for each column.
      expect(line.length).toBeGreaterThan(Math.min(full, Math.max(width, least)) - row.length);
    }),
  );
});

it('a table has a line of titles and one line for each row, and no line is longer than the width', () => {
  const rows = fc.array(fc.tuple(fc.string({ maxLength: 10 }), fc.string({ unit: 'grapheme', maxLength: 200 })));
  fc.assert(
    fc.property(rows, fc.integer({ min: 24, max: 120 }), (cells, width) => {
      const lines = renderTable(COLUMNS, cells, width).split('\n');
      expect(lines).toHaveLength(cells.length + 1);
      for (const line of lines) expect(Array.from(line).length).toBeLessThanOrEqual(width);
    }),
  );
});
