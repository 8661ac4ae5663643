/**
 * Compares strings in the order of the PostgreSQL collation `C`: by code point, which is the order of the UTF-8 bytes.
 */

/** Compares by code point. JavaScript compares strings by UTF-16 code unit, which differs outside the basic plane. */
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
