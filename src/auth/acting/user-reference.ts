/** How a service account names the user that it acts for. */
import type { IncomingHttpHeaders } from 'node:http';
import { findUuid } from '../../common/media-id';
import { Problem } from '../../common/problems/problem';
import { findDecoded } from '../../common/text/percent-encoding';
import { toUsernameKey } from '../../common/text/username';
import { isStorableText } from '../../common/text/well-formed';
import { findExternalSubject } from '../tokens/external-subject';

/** The header that names the user of a request with an API key. */
export const ACT_FOR_HEADER = 'X-Act-For-User';

/** The ways to name a user: by the id of the account, the name of a local account, or the subject at the issuer. */
export const USER_REFERENCE_KINDS = ['user_id', 'username', 'subject'] as const;
export type UserReferenceKind = (typeof USER_REFERENCE_KINDS)[number];

/** A user, named in one way. The value is normalized for look-ups. */
export interface UserReference {
  readonly kind: UserReferenceKind;
  readonly value: string;
}

/** Maximum number of UTF-16 code units of the header. A subject of 255 characters fits, percent-encoded. */
const HEADER_MAX_CHARS = 4096;
const USERNAME_MAX_CHARS = 256;
const HEADER = /^(user_id|username|subject)=([!-~]+)$/;
const HEADER_RULE = 'must be user_id=<uuid>, username=<name> or subject=<sub>, percent-encoded';

/**
 * Returns the user that a request names in its header; null without the header. Returns a problem for an invalid
 * header. `AuthGuard` throws this problem after it has checked the credentials and counted the request.
 */
export function findActForHeader(headers: IncomingHttpHeaders): UserReference | Problem | null {
  const value = headers[ACT_FOR_HEADER.toLowerCase()];
  if (value === undefined) return null;
  const text = String(value);
  const [, kind, encoded = ''] = (text.length <= HEADER_MAX_CHARS ? HEADER.exec(text) : null) ?? [];
  const reference =
    kind === undefined ? null : findUserReference(kind as UserReferenceKind, findDecoded(encoded) ?? '');
  return reference ?? Problem.invalidField(ACT_FOR_HEADER, HEADER_RULE);
}

/** Returns a reference with a normalized value; null for a value that no account can have. */
export function findUserReference(kind: UserReferenceKind, value: string): UserReference | null {
  const normalized = NORMALIZE[kind](value);
  return normalized === null ? null : { kind, value: normalized };
}

const NORMALIZE: Readonly<Record<UserReferenceKind, (value: string) => string | null>> = {
  user_id: findUuid,
  username: (value) =>
    value === '' || value.length > USERNAME_MAX_CHARS || !isStorableText(value) ? null : toUsernameKey(value),
  subject: findExternalSubject,
};
