/** Revision tokens: sealed revisions of libraries. */
import { toUuid } from '../media-id';
import type { LibraryRevisions } from '../request-context';
import { Seal, SEALED_MAX_CHARS, type SealSecrets } from './seal';

/** Maximum number of libraries in a token. */
export const TOKEN_LIBRARIES_MAX = 64;

/** Maximum length of a token, in characters. */
export const REVISION_TOKEN_MAX_CHARS = SEALED_MAX_CHARS;

/** Names the layout: for each library its UUID (16 bytes) and its revision (6 bytes), in the order of the UUIDs. */
const PURPOSE = 'revisions/1';
const UUID_BYTES = 16;
const REVISION_BYTES = 6;
const ENTRY_BYTES = UUID_BYTES + REVISION_BYTES;

/**
 * Encodes and decodes the tokens of `X-Catalog-Revision` and `X-Min-Revision`. Equal revisions of the same libraries
 * give equal tokens on every instance. A token is valid for every user, so that a writer can give it to readers.
 */
export class RevisionTokens {
  private readonly sealer: Seal;

  /** Secrets have at least 32 bytes. */
  constructor(secrets: SealSecrets) {
    this.sealer = new Seal(secrets, PURPOSE);
  }

  /** Returns the token of at most `TOKEN_LIBRARIES_MAX` libraries. Throws a RangeError for more. */
  encode(revisions: LibraryRevisions): string {
    if (revisions.size > TOKEN_LIBRARIES_MAX) throw new RangeError('A revision token names too many libraries.');
    const entries = [...revisions].sort(([left], [right]) => (left < right ? -1 : 1));
    const content = Buffer.alloc(entries.length * ENTRY_BYTES);
    for (const [index, [libraryId, revision]] of entries.entries()) {
      content.write(libraryId.replaceAll('-', ''), index * ENTRY_BYTES, 'hex');
      content.writeUIntBE(revision, index * ENTRY_BYTES + UUID_BYTES, REVISION_BYTES);
    }
    return this.sealer.seal(content);
  }

  /** Returns the revisions in a token; null for every text that `encode` did not write. */
  decode(token: string): LibraryRevisions | null {
    const content = this.sealer.open(token);
    if (content === null) return null;
    const revisions = new Map<string, number>();
    for (let offset = 0; offset < content.length; offset += ENTRY_BYTES) {
      const revision = content.readUIntBE(offset + UUID_BYTES, REVISION_BYTES);
      revisions.set(toUuid(content.subarray(offset)), revision);
    }
    return revisions;
  }
}
