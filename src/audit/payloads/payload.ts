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

/** As `toStoredPayload`, of a payload as JSON: what a thread is given. */
export function storeJsonPayload(json: string): StoredPayload {
  return toStoredPayload(JSON.parse(json));
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
  const names: Names = new Map();
  const fits = (allowed: Allowance): boolean => new Copier(allowed, names, false).copy(value) !== null;
  const members = fits(allowance(SHORTEST_STRING, ALL))
    ? ALL
    : largest(1, PAYLOAD_MAX_BYTES, (each) => fits(allowance(SHORTEST_STRING, each)));
  const string = largest(SHORTEST_STRING, PAYLOAD_MAX_BYTES, (each) => fits(allowance(each, members)));
  // The smallest allowance holds any value of 64 levels, so there is always a copy.
  return new Copier(allowance(string, members), names, true).copy(value)?.value ?? null;
}

function allowance(string: number, members: number): Allowance {
  return { string, members, name: members === ALL ? ALL : SHORT_NAME };
}

/** The largest number that passes the test; all smaller ones do. */
function largest(lowest: number, highest: number, test: (number: number) => boolean): number {
  let low = lowest;
  let high = highest;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (test(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Member names by object, listed once for all attempts. */
type Names = Map<object, string[]>;
type Container = Json[] | { [name: string]: Json };

/**
 * One bounded copy, or the attempt at one: given up as soon as it is too long, so that a huge value costs no more
 * than one within the limit. Counts bytes as `JSON.stringify` writes them.
 */
class Copier {
  private left = PAYLOAD_MAX_BYTES;
  private readonly work: { readonly from: Container; readonly to: Container | null }[] = [];

  constructor(
    private readonly allowed: Allowance,
    private readonly names: Names,
    private readonly builds: boolean,
  ) {}

  /** Null when the copy would exceed the limit. An attempt that builds nothing gives an empty copy. */
  copy(value: Json): { value: Json } | null {
    const copied = this.take(value);
    for (let next = this.work.pop(); next !== undefined; next = this.work.pop()) {
      if (Array.isArray(next.from)) this.copyElements(next.from, next.to as Json[] | null);
      else this.copyMembers(next.from, next.to as { [name: string]: Json } | null);
      if (this.left < 0) return null;
    }
    return this.left < 0 ? null : { value: copied };
  }

  private take(value: Json): Json {
    if (typeof value === 'string') return this.spend(cutString(value, this.allowed.string));
    if (typeof value !== 'object' || value === null) return this.spend(value);
    const target = this.builds ? (Array.isArray(value) ? [] : emptyObject()) : null;
    this.left -= 2;
    this.work.push({ from: value, to: target });
    return target;
  }

  private copyMembers(from: { [name: string]: Json }, to: { [name: string]: Json } | null): void {
    const names = this.names.get(from) ?? Object.keys(from);
    this.names.set(from, names);
    const kept = Math.min(names.length, this.allowed.members);
    for (let index = 0; index < kept && this.left >= 0; index += 1) {
      const name = names[index] ?? '';
      const shown = cutName(name, index, this.allowed.name);
      this.spend(shown);
      this.left -= COLON_AND_COMMA_BYTES;
      const member = this.take(from[name] ?? null);
      if (to !== null) to[shown] = member;
    }
    if (kept === names.length) return;
    const note = this.spend(`+${names.length - kept} members`);
    this.left -= ELLIPSIS_NAME_BYTES;
    if (to !== null) to['…'] = note;
  }

  private copyElements(from: readonly Json[], to: Json[] | null): void {
    const kept = Math.min(from.length, this.allowed.members);
    for (let index = 0; index < kept && this.left >= 0; index += 1) {
      const element = this.take(from[index] ?? null);
      this.left -= 1;
      to?.push(element);
    }
    if (kept === from.length) return;
    const note = this.spend(`… +${from.length - kept} elements`);
    this.left -= 1;
    to?.push(note);
  }

  /** Reads no more of a text than there is room for. */
  private spend<T extends null | boolean | number | string>(scalar: T): T {
    if (typeof scalar !== 'string') this.left -= String(scalar).length;
    else {
      const { end, bytes } = prefixOf(scalar, Math.max(0, this.left));
      this.left = end < scalar.length ? -1 : this.left - bytes - 2;
    }
    return scalar;
  }
}

const COLON_AND_COMMA_BYTES = 2;

/** Name, quotes, colon and comma of the member that says how many were left out. */
const ELLIPSIS_NAME_BYTES = 7;

/** The longest prefix of at most so many bytes as JSON without quotes; ends between code points. */
function prefixOf(text: string, maxBytes: number): { end: number; bytes: number } {
  let bytes = 0;
  let end = 0;
  while (end < text.length) {
    const code = text.codePointAt(end) ?? 0;
    const cost = costOf(code);
    if (bytes + cost > maxBytes) break;
    bytes += cost;
    end += code > 0xffff ? 2 : 1;
  }
  return { end, bytes };
}

/** Bytes of a code point as `JSON.stringify` writes it into UTF-8; the text is well-formed. */
function costOf(code: number): number {
  if (code < 0x20) return SHORT_ESCAPES.has(code) ? 2 : 6;
  if (code === 0x22 || code === 0x5c) return 2;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}

/** Backspace, tab, line feed, form feed, carriage return. */
const SHORT_ESCAPES: ReadonlySet<number> = new Set([8, 9, 10, 12, 13]);

/** At most so many bytes as JSON: whole, or the longest prefix with an ellipsis behind it. */
function cutString(text: string, maxBytes: number): string {
  const whole = prefixOf(text, maxBytes - 2);
  if (whole.end === text.length) return text;
  return `${text.slice(0, prefixOf(text, maxBytes - ELLIPSIS_BYTES - 2).end)}…`;
}

const ELLIPSIS_BYTES = 3;

/** A long name cut short; its place keeps it apart from others. */
function cutName(name: string, index: number, maxBytes: number): string {
  if (maxBytes === ALL || prefixOf(name, maxBytes - 2).end === name.length) return name;
  return cutString(name, maxBytes - `${index}`.length) + index;
}
