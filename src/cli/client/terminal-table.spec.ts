import fc from 'fast-check';
import { renderTable } from './terminal-table';

const COLUMNS = [
  { title: 'ID', value: ([id]: readonly string[]) => id ?? null },
  { title: 'TITLE', value: ([, title]: readonly string[]) => title ?? null, flexible: 1 },
];

it('pads the columns and leaves no space at the end of a line', () => {
  expect(renderTable(COLUMNS, [['m1', 'Moon'], ['m22']])).toBe('ID   TITLE\nm1   Moon\nm22');
});

it('cuts long cells of flexible columns and ends them with an ellipsis', () => {
  expect(renderTable(COLUMNS, [['m1', 'A Trip to the Moon']], 14)).toBe('ID  TITLE\nm1  A Trip to…');
});

it('prints no control characters, and counts a character outside of the basic plane once', () => {
  expect(renderTable(COLUMNS, [['m1', 'a\u001b[31m\n\u202eb']])).toBe('ID  TITLE\nm1  a [31m b');
  expect(renderTable(COLUMNS, [['m1', '🎬🎬🎬🎬🎬🎬🎬🎬🎬🎬']], 12)).toBe('ID  TITLE\nm1  🎬🎬🎬🎬🎬🎬🎬…');
});

it('prints the titles and one line for each row, and no line is longer than the width', () => {
  const rows = fc.array(fc.tuple(fc.string({ maxLength: 10 }), fc.string({ unit: 'grapheme', maxLength: 200 })));
  fc.assert(
    fc.property(rows, fc.integer({ min: 24, max: 120 }), (cells, width) => {
      const lines = renderTable(COLUMNS, cells, width).split('\n');
      expect(lines).toHaveLength(cells.length + 1);
      for (const line of lines) expect(Array.from(line).length).toBeLessThanOrEqual(width);
    }),
  );
});
