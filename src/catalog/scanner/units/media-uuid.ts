/** Ids of scanned items: made from the library and the place in it, so that every scan gives the same. */
import { createHash } from 'node:crypto';
import type { MediaKind } from '../../../common/media-id';

/** A name-based UUID (RFC 9562, version 5) within a namespace that is a UUID itself. */
export function toNamedUuid(namespace: string, name: string): string {
  const digest = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(name)
    .digest();
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x50;
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80;
  const hex = digest.toString('hex', 0, 16);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** The media id of the item with that identity within a library. Names in different Unicode forms are the same. */
export function toScannedMediaId(libraryId: string, kind: MediaKind, identity: readonly (string | number)[]): string {
  const name = [kind, ...identity.map((part) => String(part).normalize('NFC'))].join('/');
  return `${kind}:${toNamedUuid(libraryId, name)}`;
}
