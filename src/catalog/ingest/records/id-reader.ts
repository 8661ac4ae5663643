/**
 * Reads the ids of libraries and items from a record. If an id is invalid, throws a `LineError` that names its field.
 */
import { findMediaId, findUuid, isReservedUuid, type MediaKind, RESERVED_UUID_RULE } from '../../../common/media-id';
import { LineError } from '../lines/line-error';

/**
 * Returns the UUID and the kind of a media id in any accepted spelling. Throws if the kind is not one of `kinds`, and
 * for the nil and the max UUID.
 */
export function requireMediaId<Kind extends MediaKind>(
  value: string,
  field: string,
  kinds: readonly Kind[],
): { kind: Kind; uuid: string } {
  const mediaId = requireRemovableMediaId(value, field, kinds);
  if (isReservedUuid(mediaId.uuid)) {
    throw new LineError('invalid-media-id', `${field} ${RESERVED_UUID_RULE}.`);
  }
  return mediaId;
}

/** Like `requireMediaId`, but accepts the nil and the max UUID, so that old items with these ids can be deleted. */
export function requireRemovableMediaId<Kind extends MediaKind>(
  value: string,
  field: string,
  kinds: readonly Kind[],
): { kind: Kind; uuid: string } {
  const mediaId = findMediaId(value);
  const kind = kinds.find((accepted) => accepted === mediaId?.kind);
  if (mediaId === null || kind === undefined) {
    const forms = kinds.map((accepted) => `${accepted}:<uuid>`).join(', ');
    throw new LineError('invalid-media-id', `${field} must be a media id: ${forms}.`);
  }
  return { kind, uuid: mediaId.uuid };
}

/** Returns the UUID of a library. Throws for the nil and the max UUID. */
export function requireLibraryId(value: string, field: string): string {
  const uuid = findUuid(value);
  if (uuid === null || isReservedUuid(uuid)) {
    throw new LineError('invalid-library-id', `${field} must be a UUID, neither nil nor max.`);
  }
  return uuid;
}
