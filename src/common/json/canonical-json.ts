/** Canonical JSON for hashes and signatures. Equal values have the same text, whatever the order of their members. */
import { createHash } from 'node:crypto';
import { OpaqueJson } from './opaque-json';

/**
 * Returns JSON without white space, with members sorted by name at every level. Omits undefined members. Copies opaque
 * JSON, which is already canonical.
 */
export function canonicalJson(value: unknown): string {
  return write(value) ?? 'null';
}

/** Returns the SHA-256 of the canonical JSON of a plain object, in hex. */
export function hashCanonicalJson(value: object): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}

/** Returns undefined for undefined, functions and symbols, as `JSON.stringify` does. */
function write(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (value instanceof OpaqueJson) return value.text;
  if (hasToJson(value)) return write(value.toJSON());
  if (Array.isArray(value)) return `[${value.map((element) => write(element) ?? 'null').join(',')}]`;
  const members = Object.keys(value)
    .sort()
    .flatMap((name) => {
      const text = write((value as Record<string, unknown>)[name]);
      return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`];
    });
  return `{${members.join(',')}}`;
}

function hasToJson(value: object): value is { toJSON(): unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function';
}
