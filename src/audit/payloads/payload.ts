/** Pure functions that redact the payloads of tool calls and shrink them to the size that is stored. */
import { createHash } from 'node:crypto';
import { emptyObject, type Json, redactPayload } from './redaction';
import { findPrefix, cutString } from './json-size';

/** Maximum size of a stored payload as JSON, in bytes. */
export const PAYLOAD_MAX_BYTES = 16_384;

/** A redacted and shrunk payload. */
export interface StoredPayload {
  /** JSON of at most 16 KiB. */
  readonly json: string;
  /** Size of the redacted payload as JSON before it was shrunk, in bytes. */
  readonly bytes: number;
  /**
   * SHA-256 of the redacted payload before it was shrunk, in hex. The hash does not cover secrets, so an attacker
   * cannot use it to verify guesses of secrets.
   */
  readonly sha256: string;
}

/**
 * Redacts a payload and shrinks it. Cuts the longest strings first. Only if that is not enough, omits elements and
 * members, and cuts long member names.
 */
export function toStoredPayload(value: unknown): StoredPayload {
  const redacted = redactPayload(value);
  const json = JSON.stringify(redacted);
  const bytes = Buffer.byteLength(json);
  const sha256 = createHash('sha256').update(json).digest('hex');
  return { json: bytes <= PAYLOAD_MAX_BYTES ? json : JSON.stringify(shrink(redacted)), bytes, sha256 };
}

/** Like `toStoredPayload`, but parses the payload from JSON text, because worker threads receive texts. */
export function storeJsonPayload(json: string): StoredPayload {
  return toStoredPayload(JSON.parse(json));
}

interface CopyLimits {
  /** Maximum size of each string as JSON, in bytes. */
  readonly stringBytes: number;
  /** Maximum size of each member name as JSON, in bytes. */
  readonly nameBytes: number;
  /** Maximum number of elements of each array and members of each object. */
  readonly members: number;
}

const STRING_MIN_BYTES = 32;
const SHORT_NAME_BYTES = 96;
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/**
 * Returns a copy of at most 16 KiB. Keeps as many elements and members as fit with strings of `STRING_MIN_BYTES`, and
 * then as much of the strings as fits.
 */
function shrink(value: Json): Json {
  const names: NamesByObject = new Map();
  const fits = (limits: CopyLimits): boolean => new BoundedCopier(limits, names).copy(value) !== undefined;
  const members = fits(toLimits(STRING_MIN_BYTES, NO_LIMIT))
    ? NO_LIMIT
    : findLargest(1, PAYLOAD_MAX_BYTES, (number) => fits(toLimits(STRING_MIN_BYTES, number)));
  const stringBytes = findLargest(STRING_MIN_BYTES, PAYLOAD_MAX_BYTES, (bytes) => fits(toLimits(bytes, members)));
  // The redacted value has at most 64 levels, so a copy with the smallest limits always fits.
  return new BoundedCopier(toLimits(stringBytes, members), names).copy(value) ?? null;
}

function toLimits(stringBytes: number, members: number): CopyLimits {
  return { stringBytes, members, nameBytes: members === NO_LIMIT ? NO_LIMIT : SHORT_NAME_BYTES };
}

/** Finds by binary search the largest number that passes the test. All smaller numbers must pass the test, too. */
function findLargest(lowest: number, highest: number, passes: (number: number) => boolean): number {
  let low = lowest;
  let high = highest;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (passes(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Member names by object. All copies share the names, because `Object.keys` of a large object is slow. */
type NamesByObject = Map<object, string[]>;
type Container = Json[] | { [name: string]: Json };

/**
 * Creates one copy of at most 16 KiB. Stops as soon as the copy is too large, so a larger value does not take longer.
 * Counts bytes as `JSON.stringify` writes them, and for simplicity also a comma after the last member of an object and
 * the last element of an array.
 */
class BoundedCopier {
  private remainingBytes = PAYLOAD_MAX_BYTES;
  private readonly work: { readonly from: Container; readonly to: Container }[] = [];

  constructor(
    private readonly limits: CopyLimits,
    private readonly names: NamesByObject,
  ) {}

  /** Returns the copy; undefined if the copy is too large. */
  copy(value: Json): Json | undefined {
    const copied = this.copyValue(value);
    for (let next = this.work.pop(); next !== undefined && this.remainingBytes >= 0; next = this.work.pop()) {
      if (Array.isArray(next.from)) this.copyElements(next.from, next.to as Json[]);
      else this.copyMembers(next.from, next.to as { [name: string]: Json });
    }
    return this.remainingBytes < 0 ? undefined : copied;
  }

  private copyValue(value: Json): Json {
    if (typeof value === 'string') return this.countScalar(cutString(value, this.limits.stringBytes));
    if (typeof value !== 'object' || value === null) return this.countScalar(value);
    const target = Array.isArray(value) ? [] : emptyObject();
    this.remainingBytes -= 2;
    this.work.push({ from: value, to: target });
    return target;
  }

  private copyMembers(from: { [name: string]: Json }, to: { [name: string]: Json }): void {
    const names = this.names.get(from) ?? Object.keys(from);
    this.names.set(from, names);
    const keptCount = Math.min(names.length, this.limits.members);
    for (let index = 0; index < keptCount && this.remainingBytes >= 0; index += 1) {
      const name = names[index] ?? '';
      const cut = cutName(name, index, this.limits.nameBytes);
      this.countScalar(cut);
      this.remainingBytes -= COLON_AND_COMMA_BYTES;
      to[cut] = this.copyValue(from[name] ?? null);
    }
    if (keptCount === names.length) return;
    to['…'] = this.countScalar(`+${names.length - keptCount} members`);
    this.remainingBytes -= ELLIPSIS_NAME_BYTES;
  }

  private copyElements(from: readonly Json[], to: Json[]): void {
    const keptCount = Math.min(from.length, this.limits.members);
    for (let index = 0; index < keptCount && this.remainingBytes >= 0; index += 1) {
      to.push(this.copyValue(from[index] ?? null));
      this.remainingBytes -= 1;
    }
    if (keptCount === from.length) return;
    to.push(this.countScalar(`… +${from.length - keptCount} elements`));
    this.remainingBytes -= 1;
  }

  /** Subtracts the size of a scalar from the remaining bytes, and returns the scalar. */
  private countScalar<T extends null | boolean | number | string>(scalar: T): T {
    if (typeof scalar !== 'string') this.remainingBytes -= String(scalar).length;
    else {
      const { end, bytes } = findPrefix(scalar, Math.max(0, this.remainingBytes));
      this.remainingBytes = end < scalar.length ? -1 : this.remainingBytes - bytes - 2;
    }
    return scalar;
  }
}

const COLON_AND_COMMA_BYTES = 2;

/** Size of the member `…` without its value, in bytes. Its value states how many members are omitted. */
const ELLIPSIS_NAME_BYTES = 7;

/** Cuts a long member name and appends its index, so that names with the same prefix stay distinct. */
function cutName(name: string, index: number, maxBytes: number): string {
  if (maxBytes === NO_LIMIT || findPrefix(name, maxBytes - 2).end === name.length) return name;
  return cutString(name, maxBytes - `${index}`.length) + index;
}
