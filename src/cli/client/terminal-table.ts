/** Renders tables for a terminal. */

export interface Column<Row> {
  readonly title: string;
  readonly value: (row: Row) => string | number | null;
  /** Weight with which the column is shortened when the table is too wide. Default 0: the column keeps its width. */
  readonly shrinkWeight?: number;
}

const GAP = '  ';
const SHRUNK_MIN = 8;
/**
 * Control characters, including those for the text direction. They could change what the terminal shows. Joiners, which
 * titles in some scripts need, are not among them.
 */
const CONTROL = /(?:[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf})+/gu;

/**
 * Renders rows as lines, below a line of titles. Shortens columns with a weight to at least `SHRUNK_MIN` characters,
 * until no line is longer than `width` characters. If that is not possible, lines are longer. A cell that is cut ends
 * with "…". Without a width, for example in a pipe, no cell is cut.
 */
export function renderTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[], width?: number): string {
  const cells = rows.map((row) => columns.map(({ value }) => toCell(value(row))));
  const titles = columns.map(({ title }) => title);
  const lines = [titles, ...cells];
  const fullWidths = columns.map((_, index) => Math.max(...lines.map((line) => lengthOf(line[index] ?? ''))));
  const widths = width === undefined ? fullWidths : shrink(columns, fullWidths, width);
  const toLine = (line: readonly string[]): string =>
    line
      .map((cell, index) => padOrCut(cell, widths[index] ?? 0))
      .join(GAP)
      .trimEnd();
  return lines.map(toLine).join('\n');
}

function toCell(value: string | number | null): string {
  return value === null ? '' : String(value).replace(CONTROL, ' ');
}

/** Returns the number of code points. */
function lengthOf(text: string): number {
  return Array.from(text).length;
}

/**
 * Shortens the columns with a weight in proportion to weight and width, to at least `SHRUNK_MIN` characters each. If a
 * column reaches this minimum, shortens the others further.
 */
function shrink<Row>(columns: readonly Column<Row>[], widths: readonly number[], width: number): readonly number[] {
  const excess = widths.reduce((sum, each) => sum + each, GAP.length * (columns.length - 1)) - width;
  const shares = widths.map((each, index) => (each > SHRUNK_MIN ? (columns[index]?.shrinkWeight ?? 0) * each : 0));
  const total = shares.reduce((sum, share) => sum + share, 0);
  if (excess <= 0 || total === 0) return widths;
  const shorter = widths.map((each, index) => {
    const cut = Math.ceil((excess * (shares[index] ?? 0)) / total);
    return cut === 0 ? each : Math.max(SHRUNK_MIN, each - cut);
  });
  return shrink(columns, shorter, width);
}

function padOrCut(text: string, width: number): string {
  const characters = Array.from(text);
  if (characters.length <= width) return text + ' '.repeat(width - characters.length);
  return `${characters.slice(0, Math.max(0, width - 1)).join('')}…`;
}
