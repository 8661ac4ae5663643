import { Inject, Injectable } from '@nestjs/common';
import { createHmac, hkdfSync } from 'node:crypto';
import type { Config } from '../../common/config/config';
import { CONFIG } from '../../common/config/config.token';
import { canonicalJson, hashCanonicalJson } from '../../common/json/canonical-json';
import type { IdempotencyKey } from './idempotency.store';

/**
 * Computes the hashes that tell whether a request with a used idempotency key repeats the first request. A request can
 * contain secrets, which are stored nowhere. So the hash is keyed: somebody who can only read the database cannot use
 * it to verify guesses of secrets. It also covers the user id. Otherwise, such a reader could send guesses from an
 * account of their own, and compare the stored hashes.
 */
@Injectable()
export class RequestHashes {
  private readonly current: Buffer;
  private readonly accepted: readonly Buffer[];

  constructor(@Inject(CONFIG) config: Config) {
    this.current = deriveKey(config.cursor.secret);
    this.accepted = config.cursor.accepted.map(deriveKey);
  }

  /** Returns the hash to store for a request, in hex. */
  hash(key: IdempotencyKey, content: object): string {
    return keyedHash(this.current, key, hashCanonicalJson(content));
  }

  /** Whether the stored hash is that of this request, with the current or an accepted cursor secret. */
  matches(stored: string, key: IdempotencyKey, content: object): boolean {
    const contentHash = hashCanonicalJson(content);
    if ([this.current, ...this.accepted].some((each) => keyedHash(each, key, contentHash) === stored)) return true;
    // Release 0.1.0 stored unkeyed hashes. The idempotency keys of that release expire a day after the upgrade.
    return contentHash === stored;
  }
}

function keyedHash(hmacKey: Buffer, key: IdempotencyKey, contentHash: string): string {
  const { owner_user_id, route, idempotency_key } = key;
  const text = canonicalJson([owner_user_id, route, idempotency_key, contentHash]);
  return createHmac('sha256', hmacKey).update(text).digest('hex');
}

function deriveKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'intelligence/idempotency/request-hash', 32));
}
