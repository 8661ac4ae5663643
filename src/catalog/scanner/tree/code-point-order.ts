/** The order in which a database with the collation `C` sorts: by code point, which is the order of the UTF-8 bytes. */

/** Compares by code point; the built-in order of strings is by UTF-16 unit, which differs beyond the basic plane. */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const [left, right] = [a.charCodeAt(index), b.charCodeAt(index)];
    if (left !== right) return toRank(left) - toRank(right);
  }
  return a.length - b.length;
}

/** Surrogates stand for code points above all others of sixteen bits. */
function toRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
