/**
 * Compares strings by code point, like the PostgreSQL collation `C`. The operators of JavaScript compare UTF-16 code
 * units, which gives another order for characters outside the Basic Multilingual Plane.
 */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const [left, right] = [a.charCodeAt(index), b.charCodeAt(index)];
    if (left !== right) return toRank(left) - toRank(right);
  }
  return a.length - b.length;
}

/** Maps surrogates above all other code units, because they represent the highest code points. */
function toRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
