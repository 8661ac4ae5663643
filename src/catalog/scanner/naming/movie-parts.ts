/** Films split into several files: `cd1`, `part 2`, `pt.b` or `disc1` at the end of the name. */
import { trimEndOf } from '../../../common/text/text';

/** The file of a film, or its parts in order. */
export interface MovieStack {
  /** The name without extension and part number. */
  readonly base: string;
  /** File names in playing order. Only one name unless the film is split. */
  readonly files: readonly string[];
}

interface Part {
  readonly base: string;
  readonly word: string;
  readonly number: number;
  readonly lettered: boolean;
}

const PART = /[([]?(cd|dvd|part|pt|disc|disk)[\s_.-]*(\d{1,3}|[a-d])[)\]]?$/i;
const DELIMITER = /[\s_.-]/;
const CLOSING_BRACKET = /[\])}]$/;

function findPart(base: string): Part | null {
  const match = PART.exec(base);
  if (match === null) return null;
  const [, word = '', mark = ''] = match;
  const before = base.slice(0, match.index);
  const prefix = trimEndOf(before, DELIMITER);
  const isSeparated = prefix !== before || CLOSING_BRACKET.test(prefix);
  if (!isSeparated || !/[\p{L}\p{N}]/u.test(prefix)) return null;
  const lettered = /[a-d]/i.test(mark);
  const number = lettered ? mark.toLowerCase().charCodeAt(0) - 96 : Number(mark);
  return { base: prefix, word: word.toLowerCase(), number, lettered };
}

/**
 * Groups the parts of a film. Parts of one film have the same name, part word and numbering style, and different
 * numbers. A single `Part 1` belongs to the title. `files` are names with extension, which `toBase` removes.
 */
export function stackParts(files: readonly string[], toBase: (name: string) => string): MovieStack[] {
  const groups = new Map<string, { part: Part; file: string }[]>();
  const stacks = new Map<string, MovieStack>();
  for (const file of files) {
    const part = findPart(toBase(file));
    if (part === null) continue;
    const key = [part.base.toLowerCase(), part.word, part.lettered].join('\0');
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [{ part, file }]);
    else group.push({ part, file });
  }
  for (const members of groups.values()) {
    const [first] = members;
    const numbers = new Set(members.map(({ part }) => part.number));
    if (first === undefined || members.length < 2 || numbers.size < members.length) continue;
    members.sort((a, b) => a.part.number - b.part.number);
    const stack = { base: first.part.base, files: members.map(({ file }) => file) };
    for (const { file } of members) stacks.set(file, stack);
  }
  return [...new Set(files.map((file) => stacks.get(file) ?? { base: toBase(file), files: [file] }))];
}
