import { createPublicKey, type KeyObject } from 'node:crypto';
import { JwksClient } from 'jwks-rsa';
import { fetchJsonObject } from './fetch-json';
import type { TokenRefusal } from './token-refusals';

/** The keys that an issuer published at one time. */
export interface KeySet {
  /** Returns the key with this id, or the reason why the key is refused; null if the set has no key with this id. */
  find(keyId: string, algorithm: string): KeyObject | TokenRefusal | null;
}

/** NIST SP 800-131A: shorter RSA keys are no longer allowed. */
const RSA_MIN_BITS = 2048;

/**
 * Fetches a key set. Throws if the issuer does not answer within three seconds, redirects, or sends anything other than
 * a key set with at least one signing key.
 */
export async function fetchKeySet(uri: string): Promise<KeySet> {
  const client = new JwksClient({ jwksUri: uri, cache: false, rateLimit: false, fetcher: fetchDocument });
  const keys = (await client.getSigningKeys()).map((key) => ({
    keyId: key.kid,
    algorithm: (key as { alg?: string }).alg,
    // A key object, because jsonwebtoken would parse a PEM text again for each token.
    key: createPublicKey(key.getPublicKey()),
  }));
  return {
    find: (keyId, algorithm) => {
      const candidates = keys.filter((key) => key.keyId === keyId);
      if (candidates.length === 0) return null;
      const match = candidates.find((key) => key.algorithm === undefined || key.algorithm === algorithm);
      if (match === undefined) return 'wrong-algorithm';
      return isWeak(match.key) ? 'weak-key' : match.key;
    },
  };
}

function isWeak({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) < RSA_MIN_BITS;
}

async function fetchDocument(uri: string): Promise<{ keys: unknown }> {
  const document = await fetchJsonObject(uri, 'key set');
  if (!('keys' in document)) throw new Error('The key set has no keys.');
  return { keys: document['keys'] };
}
