import { LRUCache } from 'lru-cache';
import type { Principal, PrincipalKey } from '../../common/principal';
import { KEY_CALLER, type RequestLimiter } from '../limits/request-limiter';
import type { PrincipalRepository } from '../principal.repository';
import type { PresentedKey } from '../strategies/api-key.strategy';
import { refuseToken } from '../strategies/presented-tokens';
import type { KeyUses } from './key-uses';

/** Keys whose ids an instance remembers. */
const KNOWN_MAX = 10_000;

/**
 * Requests with an API key. The key and its account are read with each request and never from a cache, so that a revoked
 * key is refused from the next request on.
 */
export class ApiKeys {
  /**
   * Ids of keys that were accepted, by their hashes. They only tell what a request counts against before the key is read:
   * a request with another text counts against its address if there is no such key, so that guessing ends in 429.
   */
  private readonly known = new LRUCache<string, string>({ max: KNOWN_MAX });

  constructor(
    private readonly repository: PrincipalRepository,
    private readonly requests: RequestLimiter,
    private readonly uses: KeyUses,
  ) {}

  /**
   * The service account of a key, after the request has been counted. Throws `unauthorized` when there is none, and
   * `rate-limited`.
   *
   * @param addressKey the caller's address as the request limits count it
   */
  async identify({ keyHash }: PresentedKey, addressKey: string): Promise<Principal & { readonly key: PrincipalKey }> {
    const name = keyHash.toString('base64');
    const knownId = this.known.get(name);
    if (knownId === undefined) this.requests.requireRoom(addressKey);
    else this.requests.consume(toKeyCaller(knownId));
    const principal = await this.repository.findByKey(keyHash);
    if (principal === null) {
      if (knownId === undefined) this.requests.consume(addressKey);
      throw refuseToken('no-key');
    }
    const { keyId } = principal.key;
    if (knownId === undefined) {
      this.known.set(name, keyId);
      this.requests.consume(toKeyCaller(keyId));
    }
    this.uses.note(keyId);
    return principal;
  }
}

/** The caller that requests with a key count against. */
export function toKeyCaller(keyId: string): string {
  return `${KEY_CALLER}${keyId}`;
}
