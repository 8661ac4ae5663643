/** Payloads of tool calls as they are stored: redacted, and shrunk rather than dropped. Pure. */
import { createHash } from 'node:crypto';
import { emptyObject, type Json, redactPayload } from './redaction';

/** The most bytes of JSON that a stored payload has. */
export const PAYLOAD_MAX_BYTES = 16_384;

/** What is kept of a payload. */
export interface StoredPayload {
  /** JSON of at most 16 KiB. */
  readonly json: string;
  /** Length of the redacted payload before it was shrunk, in bytes of JSON. */
  readonly bytes: number;
  /** SHA-256 of the same in hex. Of the redacted one: else the secrets could be guessed against it. */
  readonly sha256: string;
}

/** Redacts a payload and shrinks it: longest strings first, and members only when their names alone are too much. */
export function toStoredPayload(value: unknown): StoredPayload {
  const redacted = redactPayload(value);
  const json = JSON.stringify(redacted);
  const bytes = Buffer.byteLength(json);
  const sha256 = createHash('sha256').update(json).digest('hex');
  return { json: bytes <= PAYLOAD_MAX_BYTES ? json : JSON.stringify(shrink(redacted)), bytes, sha256 };
}

/** How much of a value a copy keeps. */
interface Allowance {
  /** Bytes of JSON of each string. */
  readonly string: number;
  /** Bytes of JSON of each member name. */
  readonly name: number;
  /** Members of each array and object. */
  readonly members: number;
}

const SHORTEST_STRING = 32;
const SHORT_NAME = 96;
const ALL = Number.MAX_SAFE_INTEGER;

/** The largest copy within the limit, by the largest allowance of strings, and if that is not enough of members. */
function shrink(value: Json): Json {
  const members = largest(1, PAYLOAD_MAX_BYTES, (each) => copyWithin(value, allowance(SHORTEST_STRING, each)));
  const kept = fitsWhole(value) ? ALL : members;
  const string = largest(SHORTEST_STRING, PAYLOAD_MAX_BYTES, (each) => copyWithin(value, allowance(each, kept)));
  const copy = copyWithin(value, allowance(string, kept));
  // The smallest allowance holds any value of 64 levels, so there is always a copy.
  return copy?.value ?? null;
}

function fitsWhole(value: Json): boolean {
  return copyWithin(value, allowance(SHORTEST_STRING, ALL)) !== null;
}

function allowance(string: number, members: number): Allowance {
  return { string, members, name: members === ALL ? ALL : SHORT_NAME };
}

/** The largest number for which `test` gives something; it does for all smaller ones. */
function largest(lowest: number, highest: number, test: (number: number) => unknown): number {
  let low = lowest;
  let high = highest;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (test(middle) === null) high = middle - 1;
    else low = middle;
  }
  return low;
}

interface Work {
  readonly from: Json[] | { [name: string]: Json };
  readonly to: Json[] | { [name: string]: Json };
}

/** A copy within the limit, or null: given up as soon as it is too long, so that a huge value costs no more. */
function copyWithin(value: Json, allowed: Allowance): { value: Json } | null {
  const copier = new Copier(allowed);
  return copier.copy(value);
}

/** One bounded copy. Counts bytes as `JSON.stringify` writes them. */
class Copier {
  private left = PAYLOAD_MAX_BYTES;
  private readonly work: Work[] = [];

  constructor(private readonly allowed: Allowance) {}

  copy(value: Json): { value: Json } | null {
    const copied = this.take(value);
    for (let next = this.work.pop(); next !== undefined; next = this.work.pop()) {
      this.copyMembers(next);
      if (this.left < 0) return null;
    }
    return this.left < 0 ? null : { value: copied };
  }

  private take(value: Json): Json {
    if (typeof value === 'string') return this.spend(cutString(value, this.allowed.string));
    if (typeof value !== 'object' || value === null) return this.spend(value);
    const target = Array.isArray(value) ? [] : emptyObject();
    this.left -= 2;
    this.work.push({ from: value, to: target });
    return target;
  }

  private copyMembers({ from, to }: Work): void {
    if (Array.isArray(from)) {
      this.copyElements(from, to as Json[]);
      return;
    }
    const names = Object.keys(from);
    const target = to as { [name: string]: Json };
    for (const [index, name] of names.entries()) {
      if (index >= this.allowed.members) {
        target['…'] = this.spend(`+${names.length - index} members`);
        this.left -= ELLIPSIS_NAME_BYTES;
        return;
      }
      const kept = cutName(name, index, this.allowed.name);
      this.left -= jsonBytes(kept) + 2;
      target[kept] = this.take(from[name] ?? null);
      if (this.left < 0) return;
    }
  }

  private copyElements(from: readonly Json[], to: Json[]): void {
    for (const [index, element] of from.entries()) {
      if (index >= this.allowed.members) {
        to.push(this.spend(`… +${from.length - index} elements`));
        this.left -= 1;
        return;
      }
      to.push(this.take(element));
      this.left -= 1;
      if (this.left < 0) return;
    }
  }

  private spend<T extends Json>(scalar: T): T {
    this.left -= jsonBytes(scalar);
    return scalar;
  }
}

/** Name, quotes, colon and comma of the member that says how many were left out. */
const ELLIPSIS_NAME_BYTES = 7;

function jsonBytes(scalar: Json): number {
  return Buffer.byteLength(JSON.stringify(scalar));
}

/** The longest prefix that, with an ellipsis, has at most so many bytes as JSON; ends between code points. */
function cutString(text: string, maxBytes: number): string {
  if (text.length * 6 + 2 <= maxBytes || (text.length + 2 <= maxBytes && jsonBytes(text) <= maxBytes)) return text;
  let left = maxBytes - '"…"'.length - 2;
  let end = 0;
  for (const character of text) {
    left -= jsonBytes(character) - 2;
    if (left < 0) break;
    end += character.length;
  }
  return `${text.slice(0, end)}…`;
}

/** A long name cut short; its place keeps it apart from others. */
function cutName(name: string, index: number, maxBytes: number): string {
  if (name.length * 6 + 2 <= maxBytes || jsonBytes(name) <= maxBytes) return name;
  return cutString(name, maxBytes - `${index}`.length) + index;
}
