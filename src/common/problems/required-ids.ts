/** Parses the ids in requests. Each function throws a problem for an invalid id. */
import { findMediaId, findUuid, type MediaId } from '../media-id';
import { Problem } from './problem';

/**
 * Like `findUuid`, but throws `invalid-request` instead of returning null. `field` is the field or path parameter that
 * contains the text.
 */
export function requireUuid(text: string, field: string): string {
  const uuid = findUuid(text);
  if (uuid === null) throw Problem.invalidField(field, 'must be a UUID');
  return uuid;
}

/**
 * Like `findMediaId`, but throws `invalid-media-id` instead of returning null. `field` is the body field that contains
 * the text. Omit it for a path parameter.
 */
export function requireMediaId(text: string, field?: string): MediaId {
  const mediaId = findMediaId(text);
  if (mediaId === null) throw Problem.invalidMediaId(field);
  return mediaId;
}

/** Like `requireMediaId`, for a path parameter. The router decodes it, so a `%` means that it was encoded twice. */
export function requirePathMediaId(text: string): MediaId {
  if (text.includes('%')) throw Problem.invalidMediaId();
  return requireMediaId(text);
}
