/** Costs of built-in methods: the number of characters and elements that they read. */

export type Method = (this: unknown, ...values: unknown[]) => unknown;
/**
 * Returns the steps of one call. `from` is the `lastIndex` that a regular expression had before the call; it is 0 for
 * any other subject.
 */
export type Cost = (subject: unknown, result: unknown, values: readonly unknown[], from: number) => number;

const lengthOf = (value: unknown): number => {
  // `Object` creates an object for a text, which takes longer than most calls.
  if (typeof value === 'string') return value.length;
  const { length, size } = Object(value) as { length?: number; size?: number };
  return length ?? size ?? 0;
};
/** For methods that read an element only to call their callback. The meter counts the calls. */
const noCost: Cost = () => 0;
const subjectLength: Cost = (subject) => lengthOf(subject);
const resultLength: Cost = (_, result) => lengthOf(result);
const valueLength: Cost = (_subject, _result, [value]) => lengthOf(value);
const mergeCost: Cost = (_subject, _result, [, ...sources]) =>
  sources.reduce<number>((sum, source) => sum + Object.keys(Object(source) as object).length, 0);

/**
 * Number of characters or elements from the start of the search to the match, or to the end if nothing matches or the
 * result contains no position.
 */
const searchCost: Cost = (subject, result, [, from]) => {
  const start = typeof from === 'number' ? from : 0;
  return result === -1 || typeof result === 'boolean'
    ? Math.max(0, lengthOf(subject) - start)
    : Math.max(0, Number(result) - start);
};
const backwardSearchCost: Cost = (subject, result, [, from]) => {
  const start = typeof from === 'number' ? Math.min(from, lengthOf(subject)) : lengthOf(subject);
  return result === -1 ? start : Math.max(0, start - Number(result));
};
/**
 * Number of characters from the start of the search to the end of the match. If the result contains no position, all
 * characters after the start of the search count.
 */
export const matchCost: Cost = (subject, result, [text], from) => {
  const { global, sticky } = subject as RegExp;
  const start = global || sticky ? from : 0;
  if (typeof result === 'boolean' || result === null) return Math.max(0, lengthOf(text) - start);
  const { 0: match, index } = result as RegExpExecArray;
  return index + match.length - start;
};
const joinCost: Cost = (subject, result) => lengthOf(subject) + lengthOf(result);
const pushCost: Cost = (_subject, _result, values) => values.length;
const sortCost: Cost = (subject) => lengthOf(subject) * Math.ceil(Math.log2(lengthOf(subject) + 2));

/** Methods of built-in objects that read more than one character or element. */
export const COUNTED: readonly (readonly [path: string, names: readonly string[], cost: Cost])[] = [
  [
    'String.prototype',
    [
      'toLowerCase',
      'toUpperCase',
      'normalize',
      'toWellFormed',
      'isWellFormed',
      'trim',
      'trimStart',
      'trimEnd',
      'split',
      'replace',
      'replaceAll',
      'match',
      'matchAll',
      'search',
      'localeCompare',
    ],
    subjectLength,
  ],
  ['String.prototype', ['padStart', 'padEnd', 'repeat', 'concat'], resultLength],
  ['String.prototype', ['startsWith', 'endsWith'], valueLength],
  ['String.prototype', ['indexOf', 'includes'], searchCost],
  ['String.prototype', ['lastIndexOf'], backwardSearchCost],
  ['RegExp.prototype', ['test'], matchCost],
  [
    'Array.prototype',
    [
      'map',
      'filter',
      'forEach',
      'flatMap',
      'reduce',
      'reduceRight',
      'copyWithin',
      'reverse',
      'toReversed',
      'toSpliced',
      'with',
      'fill',
      'shift',
      'unshift',
      'splice',
      'lastIndexOf',
    ],
    subjectLength,
  ],
  ['Array.prototype', ['some', 'every', 'find', 'findIndex', 'findLast', 'findLastIndex'], noCost],
  ['Array.prototype', ['indexOf', 'includes'], searchCost],
  ['Array.prototype', ['slice', 'concat', 'flat'], resultLength],
  ['Array.prototype', ['join'], joinCost],
  ['Array.prototype', ['push'], pushCost],
  ['Array.prototype', ['sort', 'toSorted'], sortCost],
  ['Map.prototype', ['forEach'], noCost],
  ['Set.prototype', ['forEach'], noCost],
  ['Object', ['keys', 'values', 'entries'], resultLength],
  ['Object', ['fromEntries'], valueLength],
  ['Object', ['assign'], mergeCost],
  ['Array', ['from'], resultLength],
  ['JSON', ['parse'], valueLength],
  ['JSON', ['stringify'], resultLength],
];
