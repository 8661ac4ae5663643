/** Compares entity tags as RFC 9110 specifies (sections 8.8.3.2 and 13.1). */

/**
 * Whether an `If-Match` header matches the current representation, by strong comparison. `current` is the strong tag of
 * the representation; null if there is none. Invalid tags match nothing.
 */
export function matchesStrongly(header: string, current: string | null): boolean {
  return current !== null && (isAny(header) || tagsOf(header).includes(current));
}

/** Like `matchesStrongly`, for an `If-None-Match` header and by weak comparison. */
export function matchesWeakly(header: string, current: string | null): boolean {
  return current !== null && (isAny(header) || tagsOf(header).some((tag) => tag.replace(/^W\//, '') === current));
}

function isAny(header: string): boolean {
  return header.trim() === '*';
}

function tagsOf(header: string): string[] {
  return header.split(',').map((tag) => tag.trim());
}
