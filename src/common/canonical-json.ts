/** One text for equal JSON values, whatever the order of their members: for hashes and signatures. */

/** JSON without white space, members sorted by name at every level. Absent and undefined members are the same. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) => (isObject(member) ? sorted(member) : member)) ?? 'null';
}

function sorted(object: object): object {
  const entries = Object.entries(object) as [string, unknown][];
  return Object.fromEntries(entries.sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0)));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
