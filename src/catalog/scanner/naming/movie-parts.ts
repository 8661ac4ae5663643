/** Films split into several files: `cd1`, `part 2`, `pt.b` or `disc1` at the end of the name. */
import { groupBy } from '../../../common/group-by';
import { trimEndOf } from '../../../common/text/text';
import { toBaseName } from './file-kinds';

/** The file of a film, or its parts in order. */
export interface MovieStack {
  /** The name without extension and part number. */
  readonly base: string;
  /** File names in playing order; one name unless the film is split. */
  readonly files: readonly string[];
}

const PART = /[([]?(cd|dvd|part|pt|disc|disk)[\s_.-]*(\d{1,3}|[a-d])[)\]]?$/i;
const DELIMITER = /[\s_.-]/;
const CLOSING_BRACKET = /[\])}]$/;

interface Part {
  readonly file: string;
  readonly base: string;
  readonly word: string;
  readonly number: number;
  readonly isLettered: boolean;
}

/**
 * Groups the parts of films. Parts of one film have the same name, part word and numbering style, and different
 * numbers. A single `Part 1` belongs to the title.
 */
export function stackParts(files: readonly string[]): MovieStack[] {
  const parts = files.flatMap((file) => findPart(file) ?? []);
  const groups = groupBy(parts, ({ base, word, isLettered }) =>
    [base.normalize('NFC').toLowerCase(), word, isLettered].join('\0'),
  );
  const stacks = new Map<string, MovieStack>();
  for (const group of groups.values()) {
    const [first] = group;
    const numbers = new Set(group.map(({ number }) => number));
    if (first === undefined || group.length < 2 || numbers.size < group.length) continue;
    group.sort((a, b) => a.number - b.number);
    const stack = { base: first.base, files: group.map(({ file }) => file) };
    for (const file of stack.files) stacks.set(file, stack);
  }
  return [...new Set(files.map((file) => stacks.get(file) ?? { base: toBaseName(file), files: [file] }))];
}

function findPart(file: string): Part | null {
  const base = toBaseName(file);
  const match = PART.exec(base);
  if (match === null) return null;
  const [, word = '', mark = ''] = match;
  const before = base.slice(0, match.index);
  const prefix = trimEndOf(before, DELIMITER);
  const isSeparated = prefix !== before || CLOSING_BRACKET.test(prefix);
  if (!isSeparated || !/[\p{L}\p{N}]/u.test(prefix)) return null;
  const isLettered = /[a-d]/i.test(mark);
  const number = isLettered ? mark.toLowerCase().charCodeAt(0) - 96 : Number(mark);
  return { file, base: prefix, word: word.toLowerCase(), number, isLettered };
}
