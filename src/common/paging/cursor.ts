/** Cursors: the keyset position after a page. They are opaque to clients and bound to their request. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { canonicalJson } from '../json/canonical-json';
import { Problem } from '../problems/problem';

/** The request that a cursor belongs to. A cursor is refused for any other request. */
export interface CursorBinding {
  userId: string;
  /** Constant name of the list; aliases of a route have the same name. */
  route: string;
  /** All parameters that select and sort the rows. Any JSON value. */
  filters: unknown;
}

/** Sort key of the last row of a page, with the unique tie-breaker last. Numbers must be finite. */
export type CursorKey = readonly (string | number | null)[];

/** Maximum length of a cursor, in characters. Longer ones are refused without decoding. */
export const CURSOR_MAX_CHARS = 2048;

const VERSION = 1;
const HOUR_SECONDS = 3600;
const LIFETIME_SECONDS = 24 * HOUR_SECONDS;
const MINIMUM_SECRET_BYTES = 32;
/** Layout: version (1 byte), expiry (4 bytes, Unix seconds), key as JSON in UTF-8, HMAC-SHA256 (32 bytes). */
const HEADER_BYTES = 5;
const MAC_BYTES = 32;

/**
 * Signs and verifies cursors. Equal keys give equal cursors within an hour, so that equal requests give equal answers.
 */
export class CursorCodec {
  private readonly secret: Buffer;

  /** `secret` must have at least 32 bytes. `now` returns Unix milliseconds. */
  constructor(
    secret: string | Buffer,
    private readonly now: () => number = Date.now,
  ) {
    this.secret = Buffer.from(secret);
    if (this.secret.length < MINIMUM_SECRET_BYTES) throw new Error('The cursor secret must have at least 32 bytes.');
  }

  /**
   * The cursor after a row. Valid for 24 hours, rounded up to the full hour. Throws a RangeError when the cursor would
   * exceed 2,048 characters.
   */
  encode(binding: CursorBinding, key: CursorKey): string {
    if (key.some((part) => typeof part === 'number' && !Number.isFinite(part))) {
      throw new RangeError('Numbers in a cursor key must be finite.');
    }
    const payload = Buffer.from(JSON.stringify(key));
    const signed = Buffer.alloc(HEADER_BYTES + payload.length);
    signed.writeUInt8(VERSION, 0);
    const expiry = Math.ceil((this.now() / 1000 + LIFETIME_SECONDS) / HOUR_SECONDS) * HOUR_SECONDS;
    signed.writeUInt32BE(expiry, 1);
    payload.copy(signed, HEADER_BYTES);
    const cursor = Buffer.concat([signed, this.mac(binding, signed)]).toString('base64url');
    if (cursor.length > CURSOR_MAX_CHARS) throw new RangeError('The cursor key is too long. Shorten its texts.');
    return cursor;
  }

  /** The key in a cursor. Throws the same `invalid-cursor` for every kind of invalid cursor. */
  decode(binding: CursorBinding, cursor: string): (string | number | null)[] {
    const key = this.findKey(binding, cursor);
    if (key === null) throw Problem.invalidCursor();
    return key;
  }

  private findKey(binding: CursorBinding, cursor: string): (string | number | null)[] | null {
    if (cursor.length > CURSOR_MAX_CHARS) return null;
    const bytes = Buffer.from(cursor, 'base64url');
    // Node.js decodes base64url leniently. Only the spelling that it would write is accepted.
    if (bytes.length <= HEADER_BYTES + MAC_BYTES || bytes.toString('base64url') !== cursor) return null;
    const signed = bytes.subarray(0, bytes.length - MAC_BYTES);
    if (!timingSafeEqual(bytes.subarray(signed.length), this.mac(binding, signed))) return null;
    if (signed.readUInt8(0) !== VERSION || signed.readUInt32BE(1) * 1000 <= this.now()) return null;
    // The signature is valid, so this is the JSON written by `encode`.
    return JSON.parse(signed.toString('utf8', HEADER_BYTES)) as (string | number | null)[];
  }

  private mac(binding: CursorBinding, signed: Buffer): Buffer {
    const { userId, route, filters } = binding;
    // Canonical JSON contains no line feed, so the separator is unambiguous.
    return createHmac('sha256', this.secret)
      .update(`${canonicalJson([userId, route, filters ?? null])}\n`)
      .update(signed)
      .digest();
  }
}
