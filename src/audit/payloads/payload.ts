/** Converts the payloads of tool calls to the form in which they are stored: redacted and shrunk. Pure. */
import { createHash } from 'node:crypto';
import { emptyObject, type Json, redactPayload } from './redaction';

/** Maximum size of a stored payload as JSON, in bytes. */
export const PAYLOAD_MAX_BYTES = 16_384;

/** A payload in the form in which it is stored. */
export interface StoredPayload {
  /** JSON of at most 16 KiB. */
  readonly json: string;
  /** Size of the redacted payload as JSON before it was shrunk, in bytes. */
  readonly bytes: number;
  /**
   * SHA-256 of the redacted payload before it was shrunk, in hex. A hash of the unredacted payload would allow guesses of
   * its secrets to be checked.
   */
  readonly sha256: string;
}

/** Redacts a payload and shrinks it. Cuts the longest strings first, and omits members only if that is not enough. */
export function toStoredPayload(value: unknown): StoredPayload {
  const redacted = redactPayload(value);
  const json = JSON.stringify(redacted);
  const bytes = Buffer.byteLength(json);
  const sha256 = createHash('sha256').update(json).digest('hex');
  return { json: bytes <= PAYLOAD_MAX_BYTES ? json : JSON.stringify(shrink(redacted)), bytes, sha256 };
}

/** Like `toStoredPayload`, for a payload as JSON text. A worker thread can call it. */
export function storeJsonPayload(json: string): StoredPayload {
  return toStoredPayload(JSON.parse(json));
}

/** Limits of a copy. */
interface Allowance {
  /** Maximum size of each string as JSON, in bytes. */
  readonly string: number;
  /** Maximum size of each member name as JSON, in bytes. */
  readonly name: number;
  /** Maximum number of elements of each array and members of each object. */
  readonly members: number;
}

const SHORTEST_STRING = 32;
const SHORT_NAME = 96;
const ALL = Number.MAX_SAFE_INTEGER;

/** The largest copy within the limit. Omits members only if the copy with the shortest strings is still too large. */
function shrink(value: Json): Json {
  const names: Names = new Map();
  const fits = (allowed: Allowance): boolean => new Copier(allowed, names, false).copy(value) !== null;
  const members = fits(allowance(SHORTEST_STRING, ALL))
    ? ALL
    : largest(1, PAYLOAD_MAX_BYTES, (each) => fits(allowance(SHORTEST_STRING, each)));
  const string = largest(SHORTEST_STRING, PAYLOAD_MAX_BYTES, (each) => fits(allowance(each, members)));
  // The redacted value has at most 64 levels. A copy with the smallest allowance then fits, so there is always a copy.
  return new Copier(allowance(string, members), names, true).copy(value)?.value ?? null;
}

function allowance(string: number, members: number): Allowance {
  return { string, members, name: members === ALL ? ALL : SHORT_NAME };
}

/** The largest number that passes the test, found by binary search. All smaller numbers must also pass it. */
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

/** Member names by object. They are listed once for all copies, because `Object.keys` of a large object is slow. */
type Names = Map<object, string[]>;
type Container = Json[] | { [name: string]: Json };

/**
 * Creates one bounded copy, or only measures it. Stops as soon as the copy exceeds the limit, so that a huge value costs
 * no more than one within the limit. Counts bytes as `JSON.stringify` writes them.
 */
class Copier {
  private remainingBytes = PAYLOAD_MAX_BYTES;
  private readonly work: { readonly from: Container; readonly to: Container | null }[] = [];

  constructor(
    private readonly allowed: Allowance,
    private readonly names: Names,
    private readonly builds: boolean,
  ) {}

  /** The copy, or null when it exceeds the limit. With `builds` false, arrays and objects of the copy are null. */
  copy(value: Json): { value: Json } | null {
    const copied = this.take(value);
    for (let next = this.work.pop(); next !== undefined; next = this.work.pop()) {
      if (Array.isArray(next.from)) this.copyElements(next.from, next.to as Json[] | null);
      else this.copyMembers(next.from, next.to as { [name: string]: Json } | null);
      if (this.remainingBytes < 0) return null;
    }
    return this.remainingBytes < 0 ? null : { value: copied };
  }

  private take(value: Json): Json {
    if (typeof value === 'string') return this.spend(cutString(value, this.allowed.string));
    if (typeof value !== 'object' || value === null) return this.spend(value);
    const target = this.builds ? (Array.isArray(value) ? [] : emptyObject()) : null;
    this.remainingBytes -= 2;
    this.work.push({ from: value, to: target });
    return target;
  }

  private copyMembers(from: { [name: string]: Json }, to: { [name: string]: Json } | null): void {
    const names = this.names.get(from) ?? Object.keys(from);
    this.names.set(from, names);
    const kept = Math.min(names.length, this.allowed.members);
    for (let index = 0; index < kept && this.remainingBytes >= 0; index += 1) {
      const name = names[index] ?? '';
      const shown = cutName(name, index, this.allowed.name);
      this.spend(shown);
      this.remainingBytes -= COLON_AND_COMMA_BYTES;
      const member = this.take(from[name] ?? null);
      if (to !== null) to[shown] = member;
    }
    if (kept === names.length) return;
    const note = this.spend(`+${names.length - kept} members`);
    this.remainingBytes -= ELLIPSIS_NAME_BYTES;
    if (to !== null) to['…'] = note;
  }

  private copyElements(from: readonly Json[], to: Json[] | null): void {
    const kept = Math.min(from.length, this.allowed.members);
    for (let index = 0; index < kept && this.remainingBytes >= 0; index += 1) {
      const element = this.take(from[index] ?? null);
      this.remainingBytes -= 1;
      to?.push(element);
    }
    if (kept === from.length) return;
    const note = this.spend(`… +${from.length - kept} elements`);
    this.remainingBytes -= 1;
    to?.push(note);
  }

  /** Subtracts the size of a scalar from the remaining bytes. Reads at most that many bytes of a text. */
  private spend<T extends null | boolean | number | string>(scalar: T): T {
    if (typeof scalar !== 'string') this.remainingBytes -= String(scalar).length;
    else {
      const { end, bytes } = prefixOf(scalar, Math.max(0, this.remainingBytes));
      this.remainingBytes = end < scalar.length ? -1 : this.remainingBytes - bytes - 2;
    }
    return scalar;
  }
}

const COLON_AND_COMMA_BYTES = 2;

/** Bytes of name, quotes, colon and comma of the member that states how many members are omitted. */
const ELLIPSIS_NAME_BYTES = 7;

/** The longest prefix with at most `maxBytes` bytes as JSON without quotes. It ends between two code points. */
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

/** Bytes of a code point as `JSON.stringify` writes it, in UTF-8. The text must be well-formed. */
function costOf(code: number): number {
  if (code < 0x20) return SHORT_ESCAPES.has(code) ? 2 : 6;
  if (code === 0x22 || code === 0x5c) return 2;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}

/** Control characters with a two-character escape: backspace, tab, line feed, form feed, carriage return. */
const SHORT_ESCAPES: ReadonlySet<number> = new Set([8, 9, 10, 12, 13]);

/** Cuts a text to at most `maxBytes` bytes as JSON. A cut text ends with an ellipsis. */
function cutString(text: string, maxBytes: number): string {
  const whole = prefixOf(text, maxBytes - 2);
  if (whole.end === text.length) return text;
  return `${text.slice(0, prefixOf(text, maxBytes - ELLIPSIS_BYTES - 2).end)}…`;
}

const ELLIPSIS_BYTES = 3;

/** Cuts a long member name and appends its index, so that names with the same prefix stay distinct. */
function cutName(name: string, index: number, maxBytes: number): string {
  if (maxBytes === ALL || prefixOf(name, maxBytes - 2).end === name.length) return name;
  return cutString(name, maxBytes - `${index}`.length) + index;
}
