import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Principal } from '../../common/principal';
import { Problem } from '../../common/problems/problem';
import type { UserReference } from '../acting/user-reference';
import { KEY_CALLER, RequestLimiter } from '../limits/request-limiter';
import { PrincipalRepository } from '../principal.repository';
import type { PresentedKey } from '../credentials';
import { refuseToken } from '../tokens/token-refusals';
import { KeyUses } from './key-uses';

/** Maximum number of keys whose ids an instance caches. */
const CACHED_IDS_MAX = 10_000;

/**
 * Identifies the callers of requests with an API key. Reads the key and its account for each request, so the first
 * request after a revocation is refused.
 */
@Injectable()
export class ApiKeys {
  /**
   * Ids of accepted keys, by hash. A cached id only selects the limit that a request counts against before its key is
   * read. If a key is neither cached nor stored, the request counts against the address, so guessing keys ends in 429.
   */
  private readonly keyIds = new LRUCache<string, string>({ max: CACHED_IDS_MAX });

  constructor(
    private readonly repository: PrincipalRepository,
    private readonly requests: RequestLimiter,
    private readonly uses: KeyUses,
  ) {}

  /**
   * Counts the request and returns its caller: the service account, or the user that it acts for. Throws
   * `unauthorized` without a valid key, `forbidden` if the user is unknown or the service account must not act for the
   * user, and `rate-limited` if a request limit is exceeded.
   *
   * @param addressKey the caller's address, as the request limits count it
   * @param actFor the user that the request names; null for the service account itself; or a problem, which is thrown
   * if the key is valid
   */
  async identify(
    { keyHash }: PresentedKey,
    addressKey: string,
    actFor: UserReference | Problem | null,
  ): Promise<FoundCaller> {
    const cacheKey = keyHash.toString('base64');
    const cachedId = this.keyIds.get(cacheKey);
    if (cachedId === undefined) this.requests.requireRemainingLimit(addressKey);
    else this.requests.consume(toKeyCaller(cachedId));
    const match = await this.find(keyHash, actFor instanceof Problem ? null : actFor);
    if (match === null) {
      if (cachedId === undefined) this.requests.consume(addressKey);
      throw refuseToken('no-key');
    }
    const { keyId, principal, caller } = match;
    if (cachedId === undefined) {
      this.keyIds.set(cacheKey, keyId);
      this.requests.consume(toKeyCaller(keyId));
    }
    this.uses.record(keyId);
    if (actFor instanceof Problem) throw actFor;
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

/**
 * The principal of a request with an API key. `caller` names whose limits the request counts against: the key, or the
 * user for whom the key acts. In the second case, the request also counts against the request limit of the key.
 */
interface FoundCaller {
  readonly principal: Principal;
  readonly caller: string;
}

/** Returns the text by which the request limits identify a user. `name` is `TokenClaims.caller`. */
export function toUserCaller(name: string): string {
  return `user:${name}`;
}

/** Returns the text by which the request limits identify an API key. */
export function toKeyCaller(keyId: string): string {
  return `${KEY_CALLER}${keyId}`;
}
