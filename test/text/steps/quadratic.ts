/**
 * Functions with common mistakes that the step meter must detect. The last function passes too many arguments to a
 * call. The other functions take time that is quadratic in the length of the text.
 */

export function searchesFromEachIndex(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) if (text.indexOf('#', at) >= 0) count += 1;
  return count;
}

export function includesFromEachIndex(text: string): number {
  const marked = `${text}#`;
  let count = 0;
  for (let at = 0; at < text.length; at += 1) if (marked.includes('#', at)) count += 1;
  return count;
}

export function executesFromEachIndex(text: string): number {
  const pattern = /#/g;
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    pattern.lastIndex = at;
    if (pattern.exec(text) !== null) count += 1;
  }
  return count;
}

export function mergesInLoop(text: string): object {
  let merged: Readonly<Record<number, boolean>> = {};
  for (let at = 0; at < text.length; at += 1) merged = Object.assign({}, merged, { [at]: true });
  return merged;
}

export function copiesInLoop(text: string): string[] {
  let characters: string[] = [];
  for (const character of text) characters = [...characters, character];
  return characters;
}

export function copiesKeysInLoop(text: string): number {
  const keys = new Map<number, boolean>();
  let count = 0;
  for (let at = 0; at < text.length; at += 1) count += [...keys.set(at, true).keys()].length;
  return count;
}

export function copiesMembersInLoop(text: string): object {
  let merged: Readonly<Record<number, boolean>> = {};
  for (let at = 0; at < text.length; at += 1) merged = { ...merged, [at]: true };
  return merged;
}

export function filtersEachSuffix(text: string): number {
  const characters = text.split('');
  return characters.reduce((sum, _, at) => sum + characters.slice(at).filter((each) => each === '#').length, 0);
}

export function testsAllInLoop(text: string): number {
  const characters = text.split('');
  let count = 0;
  for (let at = 0; at < text.length; at += 1) if (!characters.some(Number)) count += 1;
  return count;
}

export function slicesInRecursion(text: string): number {
  const digits = text.split('');
  const sum = (left: readonly string[]): number => (left.length === 0 ? 0 : Number(left[0]) + sum(left.slice(1)));
  return sum(digits);
}

export function spreadsIntoACall(text: string): number {
  return Math.max(...text.split('').map(Number));
}
