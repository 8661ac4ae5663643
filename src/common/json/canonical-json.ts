/** Canonical JSON for hashes and signatures. Equal values have the same text, whatever the order of their members. */
import { OpaqueJson } from './opaque-json';

/**
 * Returns JSON without white space, with members sorted by name at every level. Omits undefined members. Copies opaque
 * JSON, which is already canonical.
 */
export function canonicalJson(value: unknown): string {
  return write(value) ?? 'null';
}

/** Returns undefined for values that JSON cannot represent. */
function write(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (value instanceof OpaqueJson) return value.text;
  if (hasToJson(value)) return write(value.toJSON());
  if (Array.isArray(value)) return `[${value.map((element) => write(element) ?? 'null').join(',')}]`;
  const members: string[] = [];
  for (const name of Object.keys(value).sort()) {
    const member = write((value as Record<string, unknown>)[name]);
    if (member !== undefined) members.push(`${JSON.stringify(name)}:${member}`);
  }
  return `{${members.join(',')}}`;
}

function hasToJson(value: object): value is { toJSON(): unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function';
}
