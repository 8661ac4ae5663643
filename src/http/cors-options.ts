import type { CorsOptions } from '@nestjs/common/interfaces/external/cors-options.interface';

/** Request headers that a page may set, in addition to the headers that CORS always allows. */
const ALLOWED_HEADERS = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'MCP-Protocol-Version',
  'Prefer',
  'X-Min-Revision',
  'X-Request-Id',
];
/** Response headers that a page may read. */
const EXPOSED_HEADERS = [
  'Accept',
  'Accept-Encoding',
  'Accept-Post',
  'Allow',
  'ETag',
  'Idempotency-Replayed',
  'Preference-Applied',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-Catalog-Revision',
  'X-Request-Id',
];
/** Seconds for which a browser may keep the answer to a preflight request. */
const PREFLIGHT_SECONDS = 600;

/** Returns the CORS options for pages of these origins. Cookies are not allowed: only tokens identify callers. */
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
