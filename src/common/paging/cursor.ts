/** Cursors: the key after which the next page of a list begins, sealed and bound to the request. */
import { canonicalJson } from '../json/canonical-json';
import { Problem } from '../problems/problem';
import { Seal, SEALED_MAX_CHARS, type SealSecrets } from './seal';

/** The request that a cursor belongs to. A cursor is refused for any other request. */
export interface CursorBinding {
  userId: string;
  /** Name of the list. Aliases of a route have the same name. */
  route: string;
  /** All parameters that select and sort the rows. Any JSON value. */
  filters: unknown;
}

/**
 * What a list needs to find its next page: usually the sort key of the last row, whose last part is unique. Related
 * items instead use digests of all items that were shown. Numbers must be finite.
 */
export type CursorKey = readonly (string | number | null)[];

/** Maximum length of a cursor, in characters. Longer cursors are refused without decoding. */
export const CURSOR_MAX_CHARS = SEALED_MAX_CHARS;

/**
 * Names the layout: the expiry (4 bytes, Unix seconds), then the key as JSON in UTF-8. A new layout needs a new name.
 */
const PURPOSE = 'cursor/2';
const EXPIRY_BYTES = 4;
const HOUR_SECONDS = 3600;
const LIFETIME_SECONDS = 24 * HOUR_SECONDS;

/**
 * Encodes and decodes cursors. Equal keys give equal cursors until the next full hour, so that equal requests give
 * equal answers.
 */
export class CursorCodec {
  private readonly sealer: Seal;

  /** Secrets have at least 32 bytes. `now` returns Unix milliseconds. */
  constructor(
    secrets: SealSecrets,
    private readonly now: () => number = Date.now,
  ) {
    this.sealer = new Seal(secrets, PURPOSE);
  }

  /**
   * Returns the cursor that contains a key. It expires at the first full hour after 24 hours. Throws a RangeError if a
   * number is not finite, or if the cursor would be longer than 2,048 characters.
   */
  encode(binding: CursorBinding, key: CursorKey): string {
    if (key.some((part) => typeof part === 'number' && !Number.isFinite(part))) {
      throw new RangeError('Numbers in a cursor key must be finite.');
    }
    const expiry = Buffer.alloc(EXPIRY_BYTES);
    expiry.writeUInt32BE(Math.ceil((this.now() / 1000 + LIFETIME_SECONDS) / HOUR_SECONDS) * HOUR_SECONDS);
    return this.sealer.seal(Buffer.concat([expiry, Buffer.from(JSON.stringify(key))]), contextOf(binding));
  }

  /** Returns the key in a cursor. Throws `invalid-cursor`. */
  decode(binding: CursorBinding, cursor: string): (string | number | null)[] {
    const content = this.sealer.open(cursor, contextOf(binding));
    if (content === null || content.readUInt32BE(0) * 1000 <= this.now()) throw Problem.invalidCursor();
    // The content is authentic, so it is JSON that `encode` wrote.
    return JSON.parse(content.toString('utf8', EXPIRY_BYTES)) as (string | number | null)[];
  }
}

function contextOf({ userId, route, filters }: CursorBinding): string {
  return canonicalJson([userId, route, filters ?? null]);
}
