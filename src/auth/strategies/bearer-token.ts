import type { Request } from 'express';

const CREDENTIALS = /^Bearer +([A-Za-z0-9._-]+)$/i;

/** The token of the one Authorization header; null when there is none, or two, or another scheme. */
export function findBearerToken(request: Request): string | null {
  // Node keeps the first of several headers, a proxy before it perhaps the last: nobody knows who is meant.
  const names = request.rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'authorization');
  if (names.length !== 1) return null;
  return CREDENTIALS.exec(request.headers.authorization ?? '')?.[1] ?? null;
}
