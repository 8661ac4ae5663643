import {
  BrokenCircuitError,
  bulkhead,
  circuitBreaker,
  type CircuitBreakerPolicy,
  ConsecutiveBreaker,
  handleWhen,
  type IPolicy,
} from 'cockatiel';
import { setTimeout as delay } from 'node:timers/promises';
import { readBody } from '../../common/outbound/bounded-body';
import { DeadlineError, withDeadline } from '../../common/outbound/deadline';
import type { DemoProviderResponse } from '../demo.dto';
import { ProviderError } from './provider-error';
import type { ProviderSettings } from './provider-settings';
import type { ProviderShape } from './provider-shapes';
import { TokenBucket } from './token-bucket';

/** Limits the number of attempts of all requests of a command together. Retries count, too. */
export interface RequestBudget {
  /** Number of attempts that the command may still make. */
  remaining: number;
}

/** Parameters, budget and abort signal of a request. */
export interface ProviderRequest {
  readonly parameters?: Readonly<Record<string, string | number>>;
  readonly budget: RequestBudget;
  /** Whether a refusal is an expected answer, which does not count as a failure; default false. */
  readonly mayBeRefused?: boolean;
  readonly signal?: AbortSignal;
}

/** Time for which the circuit breaker stays open, in milliseconds. */
const BREAKER_OPEN_MS = 15_000;
/** Upper limit of the exponential backoff, in milliseconds. */
const MAX_BACKOFF_MS = 20_000;

/**
 * Client of the metadata provider. It limits the rate, concurrency, number and duration of requests and the size of
 * answers, retries transient failures, and validates the answers.
 */
export class ProviderClient {
  readonly statistics: DemoProviderResponse = { requests: 0, retries: 0, failures: 0 };
  private readonly bucket: TokenBucket;
  private readonly slots: IPolicy;
  private readonly breaker: CircuitBreakerPolicy;

  constructor(private readonly settings: ProviderSettings) {
    this.bucket = new TokenBucket(settings.requestsPerSecond);
    // A rate limit is no outage: `toBackoff` delays all requests instead.
    const isOutage = handleWhen(
      (error) => error instanceof ProviderError && error.isTransient && error.failure !== 'rate_limited',
    );
    this.breaker = circuitBreaker(isOutage, {
      halfOpenAfter: BREAKER_OPEN_MS,
      breaker: new ConsecutiveBreaker(settings.breakerThreshold),
    });
    this.slots = bulkhead(settings.concurrency, Number.MAX_SAFE_INTEGER);
  }

  /**
   * Gets a resource. `path` is relative to the base URL. Validates the members of the answer that `shape` describes.
   * Throws a `ProviderError`, or the abort reason of the request.
   */
  async get<T>(path: string, shape: ProviderShape<T>, request: ProviderRequest): Promise<T> {
    try {
      const answer = await this.slots.execute(({ signal }) => this.retry(path, request, signal), request.signal);
      if (!shape(answer)) throw new ProviderError('malformed', path);
      return answer;
    } catch (error) {
      request.signal?.throwIfAborted();
      const isExpected = request.mayBeRefused === true && error instanceof ProviderError && error.isRefusal;
      if (!isExpected) this.statistics.failures += 1;
      throw error instanceof BrokenCircuitError ? new ProviderError('unavailable', path) : error;
    }
  }

  /** Counts a title, or a part of an answer, that could not be used. */
  countFailure(): void {
    this.statistics.failures += 1;
  }

  /** Retries transient failures up to `maxRetries` times. An abort would not end the waits of cockatiel's retries. */
  private async retry(path: string, request: ProviderRequest, outer: AbortSignal): Promise<unknown> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.breaker.execute(({ signal }) => this.attempt(path, request, signal), outer);
      } catch (error) {
        const mayRetry = attempt <= this.settings.maxRetries && error instanceof ProviderError && error.isTransient;
        if (!mayRetry) throw error;
        const waitMs = this.toBackoff(attempt, error);
        this.statistics.retries += 1;
        await delay(waitMs, undefined, { signal: outer });
      }
    }
  }

  private async attempt(path: string, request: ProviderRequest, signal: AbortSignal): Promise<unknown> {
    if (request.budget.remaining <= 0) throw new ProviderError('budget', path);
    request.budget.remaining -= 1;
    await this.bucket.take(signal);
    this.statistics.requests += 1;
    const { timeoutMs } = this.settings;
    try {
      return await withDeadline(timeoutMs, (end) => this.fetchJson(path, request.parameters ?? {}, end), signal);
    } catch (error) {
      if (error instanceof ProviderError) throw error;
      signal.throwIfAborted();
      throw new ProviderError(error instanceof DeadlineError ? 'timeout' : 'network', path);
    }
  }

  private async fetchJson(
    path: string,
    parameters: Readonly<Record<string, string | number>>,
    signal: AbortSignal,
  ): Promise<unknown> {
    const { url, headers } = this.toTarget(path, parameters);
    const response = await fetch(url, { headers, signal, redirect: 'manual' });
    if (!response.ok) {
      await response.body?.cancel();
      throw this.toProviderError(response, path);
    }
    const text = await readBody(response, this.settings.maxBodyBytes, signal);
    if (text === null) throw new ProviderError('too_large', path);
    try {
      return JSON.parse(text) as unknown;
    } catch {
      // The error of the parser is dropped, because its message quotes the answer.
      throw new ProviderError('malformed', path);
    }
  }

  private toTarget(
    path: string,
    parameters: Readonly<Record<string, string | number>>,
  ): { url: URL; headers: Record<string, string> } {
    const url = new URL(`${this.settings.baseUrl}${path}`);
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, String(value));
    const headers = { accept: 'application/json' };
    if (this.settings.apiKey.includes('.')) {
      return { url, headers: { ...headers, authorization: `Bearer ${this.settings.apiKey}` } };
    }
    url.searchParams.set('api_key', this.settings.apiKey);
    return { url, headers };
  }

  private toProviderError(response: Response, path: string): ProviderError {
    const { status } = response;
    if (status >= 300 && status < 400) return new ProviderError('redirect', path);
    if (status === 401 || status === 403) return new ProviderError('unauthorized', path);
    if (status === 404) return new ProviderError('not_found', path);
    const retryAfterMs = toRetryAfterMs(response.headers.get('retry-after'));
    if (status === 429) return new ProviderError('rate_limited', path, retryAfterMs);
    return new ProviderError(status >= 500 ? 'unavailable' : 'refused', path, retryAfterMs);
  }

  /**
   * Returns the wait before a retry, in milliseconds: the value of `Retry-After`, or an exponential backoff with random
   * jitter. A `Retry-After`, and each wait after a 429, delays all requests. Throws the error of the attempt, and so
   * prevents the retry, if `Retry-After` is longer than `maxRetryAfterMs`.
   */
  private toBackoff(attempt: number, error: ProviderError): number {
    const { retryAfterMs } = error;
    if (retryAfterMs !== null) {
      if (retryAfterMs > this.settings.maxRetryAfterMs) throw error;
      this.bucket.pause(retryAfterMs);
      return retryAfterMs;
    }
    const ceiling = Math.min(MAX_BACKOFF_MS, this.settings.backoffMs * 2 ** (attempt - 1));
    const wait = ceiling * (0.5 + Math.random() / 2);
    if (error.failure === 'rate_limited') this.bucket.pause(wait);
    return wait;
  }
}

/** Parses a `Retry-After` header: seconds, or a date as RFC 9110 writes it. Returns null if it is absent or invalid. */
function toRetryAfterMs(header: string | null): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  // `Date.parse` also accepts other texts: it reads "1.5" as a day in 2001.
  const at = Date.parse(header);
  const isDate = !Number.isNaN(at) && new Date(at).toUTCString() === header.trim();
  return isDate ? Math.max(0, at - Date.now()) : null;
}
