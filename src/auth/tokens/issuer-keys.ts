import { createPublicKey, type KeyObject } from 'node:crypto';
import { JwksClient, JwksRateLimitError, type SigningKey, SigningKeyNotFoundError } from 'jwks-rsa';
import { Problem } from '../../common/problems/problem';
import { parseStrictJson } from '../../common/json/strict-json';
import type { TokenRefusal } from './token-refusals';

const FETCH_TIMEOUT_MS = 3000;
const KEY_SET_MAX_BYTES = 256 * 1024;
const CACHE_MS = 10 * 60 * 1000;
const FETCHES_PER_MINUTE = 10;

/**
 * The key set of an external issuer, cached for ten minutes. An unknown key id is looked up again, at most ten times a
 * minute, so that made-up key ids cost the issuer nothing. Redirects are not followed.
 */
export class IssuerKeys {
  private readonly client: JwksClient;
  /** Key objects: of a text, jsonwebtoken finds out with each token anew which kind of key it is. */
  private readonly parsed = new WeakMap<SigningKey, KeyObject>();

  constructor(uri: string) {
    this.client = new JwksClient({
      jwksUri: uri,
      cache: true,
      cacheMaxEntries: 32,
      cacheMaxAge: CACHE_MS,
      rateLimit: true,
      jwksRequestsPerMinute: FETCHES_PER_MINUTE,
      fetcher: fetchKeySet,
    });
  }

  /** The key for a key id, or why there is none. Throws `upstream-failed` when the issuer does not answer. */
  async findKey(keyId: string | null, algorithm: string): Promise<KeyObject | TokenRefusal> {
    try {
      const key = await this.client.getSigningKey(keyId);
      const named = (key as { alg?: string }).alg;
      if (named !== undefined && named !== algorithm) return 'wrong-algorithm';
      const known = this.parsed.get(key) ?? createPublicKey(key.getPublicKey());
      this.parsed.set(key, known);
      return known;
    } catch (error) {
      if (error instanceof SigningKeyNotFoundError) return 'unknown-key';
      if (error instanceof JwksRateLimitError) return 'key-lookups-spent';
      throw new Problem('upstream-failed', { cause: error });
    }
  }
}

async function fetchKeySet(uri: string): Promise<{ keys: unknown }> {
  const response = await fetch(uri, { redirect: 'error', signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
  if (!response.ok || response.body === null) throw new Error(`The key set answered ${response.status}.`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > KEY_SET_MAX_BYTES) throw new Error('The key set is too large.');
    chunks.push(chunk);
  }
  const document = parseStrictJson(Buffer.concat(chunks).toString('utf8'));
  if (typeof document !== 'object' || document === null || !('keys' in document)) {
    throw new Error('The key set has no keys.');
  }
  return { keys: document.keys };
}
