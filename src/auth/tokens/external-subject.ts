/** Code points of a subject at most; OpenID Connect bounds it to 255 characters. */
export const SUBJECT_MAX_CHARS = 255;

/** Letters, marks, digits, punctuation, symbols and the space; nothing invisible, no control and no lone surrogate. */
const SUBJECT = new RegExp(`^[\\p{L}\\p{M}\\p{N}\\p{P}\\p{S} ]{1,${SUBJECT_MAX_CHARS}}$`, 'u');

/**
 * The `sub` that an external issuer names a user by, exactly as it is, or null when it is none. Case and composition of
 * its letters count: to the issuer, two spellings are two users.
 */
export function findExternalSubject(value: unknown): string | null {
  return typeof value === 'string' && value.length <= 2 * SUBJECT_MAX_CHARS && SUBJECT.test(value) ? value : null;
}
