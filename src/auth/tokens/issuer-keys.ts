import type { KeyObject } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Problem } from '../../common/problems/problem';
import { discoverKeySetUri } from './discovery';
import { fetchKeySet, type KeySet } from './key-set';
import type { TokenRefusal } from './token-refusals';

/** Age after which the key set is fetched again, in milliseconds. */
const REFRESH_AFTER_MS = 10 * 60 * 1000;
/**
 * Maximum age of a set in use. At this age, all tokens issued before the set was fetched have expired, because tokens
 * are valid for at most a day.
 */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;
/** Milliseconds after a fetch during which an unknown key id causes no further fetch. */
const UNKNOWN_KEY_INTERVAL_MS = 10_000;
/** Time for which a key id that the issuer does not have is not looked up again. */
const ABSENT_KEY_TTL_MS = 60_000;
const ABSENT_KEYS_MAX = 1000;
/** Delay after a failed fetch. The delay doubles with each failure, from the minimum to the maximum. */
const RETRY_MIN_MS = 1000;
const RETRY_MAX_MS = 30_000;

/**
 * The keys of an external issuer. While the issuer does not answer, the last set stays in use for up to a day. All
 * waiting requests share one fetch of the whole set. An unknown key id causes a fetch only if the set is at least ten
 * seconds old, so unknown ids cause at most six successful fetches a minute.
 */
export class IssuerKeys {
  private readonly logger = new Logger(IssuerKeys.name);
  private keys: KeySet | null = null;
  private fetchedAt = -Infinity;
  private failures = 0;
  private retryAt = -Infinity;
  private fetching: Promise<void> | null = null;
  private readonly absentKeyIds: LRUCache<string, true>;

  /**
   * `source` is the URL of the key set, or an issuer from which to discover the URL. `now` returns milliseconds that
   * never decrease.
   */
  constructor(
    private readonly source: string | { readonly issuer: string },
    private readonly now: () => number = () => performance.now(),
  ) {
    this.absentKeyIds = new LRUCache({ max: ABSENT_KEYS_MAX, ttl: ABSENT_KEY_TTL_MS, ttlResolution: 0, perf: { now } });
  }

  /**
   * Returns the key with an id, or the reason why the token is refused. If this needs a key set that cannot be fetched,
   * throws `upstream-failed`, because the token may be valid.
   */
  async findKey(keyId: string, algorithm: string): Promise<KeyObject | TokenRefusal> {
    await this.renew();
    const key = this.keys?.find(keyId, algorithm) ?? null;
    if (key !== null) return key;
    if (this.absentKeyIds.has(keyId) || this.ageMs() < UNKNOWN_KEY_INTERVAL_MS) return 'unknown-key';
    await this.fetch();
    if (this.failures > 0) throw this.unavailable();
    const newKey = this.keys?.find(keyId, algorithm) ?? null;
    if (newKey === null) this.absentKeyIds.set(keyId, true);
    return newKey ?? 'unknown-key';
  }

  /**
   * Ensures that there is a set that is not older than `MAX_AGE_MS`; throws if there is none. Fetches a new set after
   * `REFRESH_AFTER_MS`, and waits for it unless the last fetch failed.
   */
  private async renew(): Promise<void> {
    const age = this.ageMs();
    if (age > MAX_AGE_MS) {
      this.keys = null;
      await this.fetch();
      if (this.keys === null) throw this.unavailable();
    } else if (age > REFRESH_AFTER_MS) {
      const fetched = this.fetch();
      if (this.failures === 0) await fetched;
    }
  }

  /**
   * Fetches the set; simultaneous callers share one fetch. Does nothing during the delay after a failure. Never
   * rejects.
   */
  private fetch(): Promise<void> {
    if (this.now() < this.retryAt) return Promise.resolve();
    this.fetching ??= this.fetchOnce().finally(() => (this.fetching = null));
    return this.fetching;
  }

  private async fetchOnce(): Promise<void> {
    try {
      this.keys = await fetchKeySet(await this.findUri());
      this.fetchedAt = this.now();
      if (this.failures > 0) this.logger.log(`The key set of ${this.sourceName} can be fetched again.`);
      this.failures = 0;
    } catch (error) {
      this.failures += 1;
      this.retryAt = this.now() + Math.min(RETRY_MIN_MS * 2 ** (this.failures - 1), RETRY_MAX_MS);
      if (this.failures === 1) {
        const effect = this.keys === null ? 'requests with its tokens get 502' : 'the last key set stays in use';
        this.logger.warn(`The key set of ${this.sourceName} cannot be fetched; ${effect}.`, error);
      }
    }
  }

  /** The configured URL that tells which of several issuers a log line means. */
  private get sourceName(): string {
    return typeof this.source === 'string' ? this.source : this.source.issuer;
  }

  /** Discovers the URL for each fetch, because an issuer may move its key set. */
  private findUri(): Promise<string> | string {
    return typeof this.source === 'string' ? this.source : discoverKeySetUri(this.source.issuer);
  }

  private ageMs(): number {
    return this.now() - this.fetchedAt;
  }

  private unavailable(): Problem {
    return Problem.upstreamFailed((this.retryAt - this.now()) / 1000);
  }
}
