import type { CorsOptions } from '@nestjs/common/interfaces/external/cors-options.interface';

/** Headers of requests that a page may set beside those that every page may. */
const ALLOWED_HEADERS = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'MCP-Protocol-Version',
  'X-Min-Revision',
  'X-Request-Id',
];
/** Headers of answers that a page may read. */
const EXPOSED_HEADERS = ['Allow', 'ETag', 'Retry-After', 'WWW-Authenticate', 'X-Catalog-Revision', 'X-Request-Id'];
/** Seconds for which a browser may keep the answer to a preflight request. */
const PREFLIGHT_SECONDS = 600;

/** What pages of these origins may do. Callers are recognised by their tokens alone, so no cookies are allowed. */
export function toCorsOptions(origins: readonly string[]): CorsOptions {
  return {
    origin: origins.includes('*') ? '*' : [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ALLOWED_HEADERS,
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: PREFLIGHT_SECONDS,
    credentials: false,
  };
}
