/** Maximum number of code points of a subject, from OpenID Connect. */
export const SUBJECT_MAX_CHARS = 255;

/** Letters, marks, digits, punctuation, symbols and spaces. Control and format characters are not allowed. */
const SUBJECT = new RegExp(`^[\\p{L}\\p{M}\\p{N}\\p{P}\\p{S} ]{1,${SUBJECT_MAX_CHARS}}$`, 'u');

/**
 * Returns the `sub` of an external issuer's token; null if the `sub` is invalid. Does not normalize its case or its
 * Unicode form: an issuer may give subjects that differ only in these to different users.
 */
export function findExternalSubject(value: unknown): string | null {
  return typeof value === 'string' && value.length <= 2 * SUBJECT_MAX_CHARS && SUBJECT.test(value) ? value : null;
}
