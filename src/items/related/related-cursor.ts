/**
 * The cursor of a list of related items contains digests of the rows that earlier pages showed. With a position,
 * some rows would be shown twice and others skipped, because the order changes with the catalog.
 */
import { createHash } from 'node:crypto';

/** Length of a digest in bytes. With 120 rows, two rows have the same digest in one of 10^8 lists. */
const DIGEST_BYTES = 5;

/** Rows already shown, as digests of their UUIDs. */
export class ShownRows {
  private constructor(private readonly digests: ReadonlySet<string>) {}

  static none(): ShownRows {
    return new ShownRows(new Set());
  }

  /** Decodes the result of `toKey`. */
  static fromKey(key: string): ShownRows {
    const bytes = Buffer.from(key, 'base64url');
    const digests = new Set<string>();
    for (let offset = 0; offset + DIGEST_BYTES <= bytes.length; offset += DIGEST_BYTES) {
      digests.add(bytes.subarray(offset, offset + DIGEST_BYTES).toString('hex'));
    }
    return new ShownRows(digests);
  }

  get size(): number {
    return this.digests.size;
  }

  has(mediaUuid: string): boolean {
    return this.digests.size > 0 && this.digests.has(digestOf(mediaUuid));
  }

  /** Returns a new set with the rows of this set and the rows of `mediaUuids`. */
  with(mediaUuids: readonly string[]): ShownRows {
    return new ShownRows(new Set([...this.digests, ...mediaUuids.map(digestOf)]));
  }

  /** Encodes the rows as a cursor key: at most 800 characters for 120 rows. */
  toKey(): string {
    return Buffer.from([...this.digests].join(''), 'hex').toString('base64url');
  }
}

function digestOf(mediaUuid: string): string {
  return createHash('sha256')
    .update(mediaUuid)
    .digest('hex')
    .slice(0, DIGEST_BYTES * 2);
}
