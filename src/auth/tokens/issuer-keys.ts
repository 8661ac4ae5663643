import type { KeyObject } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Problem } from '../../common/problems/problem';
import { discoverKeySetUri } from './discovery';
import { fetchKeySet, type KeySet } from './key-set';
import type { TokenRefusal } from './token-refusals';

/** The set is fetched again when it is older than this. */
const FRESH_MS = 10 * 60 * 1000;
/** No token lives longer than a day, so a set that could not be renewed for a day has served its tokens. */
const KEPT_MS = 24 * 60 * 60 * 1000;
/** Least time between a fetch and the next one for a key id that the set does not have. */
const UNKNOWN_KEY_PAUSE_MS = 10_000;
/** How long a key id that the issuer did not have is not looked up again. */
const ABSENT_MS = 60_000;
const ABSENT_MAX = 1000;
/** After a failed fetch, the time to the next one doubles from the first of these to the second. */
const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 30_000;

/**
 * The keys of an external issuer. The last set that could be fetched stays in use while the issuer does not answer, for
 * up to a day. Made-up key ids can neither use up the fetches of valid tokens nor cost the issuer more than six requests
 * a minute: a fetch renews the whole set, and requests that wait for one share it.
 */
export class IssuerKeys {
  private readonly logger = new Logger(IssuerKeys.name);
  private keys: KeySet | null = null;
  private fetchedAt = -Infinity;
  private failures = 0;
  private retryAt = -Infinity;
  private fetching: Promise<void> | null = null;
  private readonly absent: LRUCache<string, true>;

  /** `source`: the URL of the key set, or an issuer to discover it from. `now` gives milliseconds that never go back. */
  constructor(
    private readonly source: string | { readonly issuer: string },
    private readonly now: () => number = () => performance.now(),
  ) {
    this.absent = new LRUCache({ max: ABSENT_MAX, ttl: ABSENT_MS, ttlResolution: 0, perf: { now } });
  }

  /**
   * The key for a key id, or why there is none. Throws `overloaded` when the issuer cannot be asked and the key is not in
   * the last set: whether the token is valid is then unknown.
   */
  async findKey(keyId: string, algorithm: string): Promise<KeyObject | TokenRefusal> {
    await this.renew();
    const known = this.keys?.find(keyId, algorithm) ?? null;
    if (known !== null) return known;
    if (this.absent.has(keyId) || this.ageMs() < UNKNOWN_KEY_PAUSE_MS) return 'unknown-key';
    await this.fetch();
    if (this.failures > 0) throw this.unavailable();
    const found = this.keys?.find(keyId, algorithm) ?? null;
    if (found === null) this.absent.set(keyId, true);
    return found ?? 'unknown-key';
  }

  /** Makes sure that there is a set. The first request after a set has expired waits; while fetches fail, none waits. */
  private async renew(): Promise<void> {
    const age = this.ageMs();
    if (age > KEPT_MS) {
      this.keys = null;
      await this.fetch();
      if (this.keys === null) throw this.unavailable();
    } else if (age > FRESH_MS) {
      const fetched = this.fetch();
      if (this.failures === 0) await fetched;
    }
  }

  /** Fetches the set, once for all that ask meanwhile, and not again too soon after a failure. Never rejects. */
  private fetch(): Promise<void> {
    if (this.now() < this.retryAt) return Promise.resolve();
    this.fetching ??= this.fetchOnce().finally(() => (this.fetching = null));
    return this.fetching;
  }

  private async fetchOnce(): Promise<void> {
    try {
      this.keys = await fetchKeySet(await this.findUri());
      this.fetchedAt = this.now();
      if (this.failures > 0) this.logger.log('The key set of the issuer can be fetched again.');
      this.failures = 0;
    } catch (error) {
      this.failures += 1;
      this.retryAt = this.now() + Math.min(FIRST_RETRY_MS * 2 ** (this.failures - 1), LAST_RETRY_MS);
      if (this.failures === 1) {
        const effect = this.keys === null ? 'tokens get 503' : 'the last one stays in use';
        this.logger.warn(`The key set of the issuer cannot be fetched; ${effect}.`, error);
      }
    }
  }

  /** An issuer may move its key set, so it is discovered with each fetch. */
  private findUri(): Promise<string> | string {
    return typeof this.source === 'string' ? this.source : discoverKeySetUri(this.source.issuer);
  }

  private ageMs(): number {
    return this.now() - this.fetchedAt;
  }

  private unavailable(): Problem {
    return Problem.overloaded((this.retryAt - this.now()) / 1000);
  }
}
