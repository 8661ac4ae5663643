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

/**
 * Returns the SHA-256 of the canonical JSON of a plain object, in hex. Does not join the members to one text, because
 * the allocation of a large text takes more time than its hash.
 */
export function hashCanonicalJson(value: object): string {
  const hash = createHash('sha256');
  let separator = '{';
  for (const { name, text } of listMembers(value)) {
    hash.update(`${separator}${name}:`).update(text);
    separator = ',';
  }
  return hash.update(separator === '{' ? '{}' : '}').digest('hex');
}

/** Returns undefined for undefined, functions and symbols, as `JSON.stringify` does. */
function write(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (value instanceof OpaqueJson) return value.text;
  if (hasToJson(value)) return write(value.toJSON());
  if (Array.isArray(value)) return `[${value.map((element) => write(element) ?? 'null').join(',')}]`;
  return `{${listMembers(value)
    .map(({ name, text }) => `${name}:${text}`)
    .join(',')}}`;
}

/** Returns the members of an object, sorted by name, with their names and values as JSON. */
function listMembers(value: object): { readonly name: string; readonly text: string }[] {
  return Object.keys(value)
    .sort()
    .flatMap((name) => {
      const text = write((value as Record<string, unknown>)[name]);
      return text === undefined ? [] : [{ name: JSON.stringify(name), text }];
    });
}

function hasToJson(value: object): value is { toJSON(): unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function';
}
