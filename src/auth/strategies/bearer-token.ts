import type { Request } from 'express';

const CREDENTIALS = /^Bearer +([A-Za-z0-9._-]+)$/i;

/** Returns the token of the Authorization header; null if the header is absent or repeated, or has no bearer token. */
export function findBearerToken(request: Request): string | null {
  // Of several headers, Node uses the first, but a proxy may use the last. So several headers are ambiguous.
  const names = request.rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'authorization');
  if (names.length !== 1) return null;
  return CREDENTIALS.exec(request.headers.authorization ?? '')?.[1] ?? null;
}
