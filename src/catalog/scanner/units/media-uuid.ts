/**
 * Creates ids of scanned items from the library, the kind and the identity of the item, so that every scan gives an
 * item the same id.
 */
import { createHash } from 'node:crypto';
import { type MediaKind, toUuid } from '../../../common/media-id';

/**
 * Returns a name-based UUID (RFC 9562, version 5): the first 16 bytes of a hash, with the version and the variant in
 * them. `namespace` is a UUID.
 */
export function toNamedUuid(namespace: string, name: string): string {
  const digest = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(name)
    .digest();
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x50;
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80;
  return toUuid(digest);
}

/**
 * Returns the media id of an item. `identity` contains names and numbers, such as the path of a folder. No other item
 * of the kind in the library has the same ones. Canonically equivalent Unicode forms of a name give the same id.
 */
export function toScannedMediaId(libraryId: string, kind: MediaKind, identity: readonly (string | number)[]): string {
  const name = [kind, ...identity.map((part) => String(part).normalize('NFC'))].join('/');
  return `${kind}:${toNamedUuid(libraryId, name)}`;
}
