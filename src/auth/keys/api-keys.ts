import { LRUCache } from 'lru-cache';
import type { Principal } from '../../common/principal';
import { Problem } from '../../common/problems/problem';
import type { UserReference } from '../acting/user-reference';
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
   * Who a request with a key is for, after the request has been counted: the service account, or the user that it acts
   * for. Throws `unauthorized` without a valid key, `forbidden` for a user that is unknown or must not be acted for, and
   * `rate-limited`.
   *
   * @param addressKey the caller's address as the request limits count it
   * @param actFor the user that the request names; null for the service account itself
   */
  async identify({ keyHash }: PresentedKey, addressKey: string, actFor: UserReference | null): Promise<KeyCaller> {
    const name = keyHash.toString('base64');
    const knownId = this.known.get(name);
    if (knownId === undefined) this.requests.requireRoom(addressKey);
    else this.requests.consume(toKeyCaller(knownId));
    const found = await this.find(keyHash, actFor);
    if (found === null) {
      if (knownId === undefined) this.requests.consume(addressKey);
      throw refuseToken('no-key');
    }
    const { keyId, principal, caller } = found;
    if (knownId === undefined) {
      this.known.set(name, keyId);
      this.requests.consume(toKeyCaller(keyId));
    }
    this.uses.note(keyId);
    if (principal === null) throw Problem.forbidden();
    if (actFor !== null) this.requests.consume(caller);
    return { principal, caller };
  }

  private async find(
    keyHash: Buffer,
    actFor: UserReference | null,
  ): Promise<{ keyId: string; principal: Principal | null; caller: string } | null> {
    if (actFor !== null) {
      const acting = await this.repository.findActing(keyHash, actFor);
      return acting && { ...acting, caller: toUserCaller(acting.userCaller) };
    }
    const principal = await this.repository.findByKey(keyHash);
    return principal && { principal, keyId: principal.key.keyId, caller: toKeyCaller(principal.key.keyId) };
  }
}

/** Who a request with a key is for, and what it counts against in addition to the key. */
export interface KeyCaller {
  readonly principal: Principal;
  readonly caller: string;
}

/** The caller that requests of a user count against. `name` is `TokenClaims.caller`. */
export function toUserCaller(name: string): string {
  return `user:${name}`;
}

/** The caller that requests with a key count against. */
export function toKeyCaller(keyId: string): string {
  return `${KEY_CALLER}${keyId}`;
}
