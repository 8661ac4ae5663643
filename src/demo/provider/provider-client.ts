import {
  BrokenCircuitError,
  bulkhead,
  circuitBreaker,
  ConsecutiveBreaker,
  DelegateBackoff,
  handleWhen,
  type IPolicy,
  retry,
  wrap,
} from 'cockatiel';
import { readBody } from './bounded-body';
import { ProviderError } from './provider-error';
import type { ProviderShape } from './provider-shapes';
import { TokenBucket } from './token-bucket';

/** Where the provider is, and how it may be used. */
export interface ProviderSettings {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  /** A key (sent as parameter) or a token (sent as header; it has dots). Never logged. */
  readonly apiKey: string;
  readonly requestsPerSecond: number;
  readonly concurrency: number;
  /** For one attempt, from the first byte sent to the last received. */
  readonly timeoutMs: number;
  readonly maxBodyBytes: number;
  /** Attempts after the first one. */
  readonly maxRetries: number;
  /** First wait before another attempt; it doubles, with jitter. */
  readonly backoffMs: number;
  /** A longer wait than that asked for by the provider ends the command. */
  readonly maxRetryAfterMs: number;
  /** Failed requests in a row after which none is sent for a while. */
  readonly breakerThreshold: number;
}

/** Settings that are kind to the provider. */
export const DEFAULT_PROVIDER_SETTINGS: Omit<ProviderSettings, 'baseUrl' | 'apiKey'> = {
  requestsPerSecond: 20,
  concurrency: 4,
  timeoutMs: 10_000,
  maxBodyBytes: 4 * 1_048_576,
  maxRetries: 4,
  backoffMs: 500,
  maxRetryAfterMs: 60_000,
  breakerThreshold: 10,
};

/** What was sent since the start. */
export interface ProviderStatistics {
  /** Attempts, retries included. */
  requests: number;
  retries: number;
  /** Requests that failed for good, and parts of answers that were left out because they were no such thing. */
  failures: number;
}

/** Counts down the requests that a command may still send. */
export class RequestBudget {
  constructor(private left: number) {}

  /** Throws when nothing is left. */
  spend(resource: string): void {
    if (this.left <= 0) throw new ProviderError('budget', resource);
    this.left -= 1;
  }
}

/** What a request needs beside its path. */
export interface ProviderRequest {
  readonly parameters?: Readonly<Record<string, string | number>>;
  readonly budget: RequestBudget;
  readonly signal?: AbortSignal;
}

/** How long the breaker stays open. */
const BREAKER_PAUSE_MS = 15_000;
const MAX_BACKOFF_MS = 20_000;

/** Asks the provider, bounded in every way; answers are checked before anybody sees them. */
export class ProviderClient {
  readonly statistics: ProviderStatistics = { requests: 0, retries: 0, failures: 0 };
  private readonly bucket: TokenBucket;
  private readonly policy: IPolicy;

  constructor(private readonly settings: ProviderSettings) {
    this.bucket = new TokenBucket(settings.requestsPerSecond);
    const transient = handleWhen((error) => error instanceof ProviderError && error.isTransient);
    const attempts = retry(transient, {
      maxAttempts: settings.maxRetries,
      backoff: new DelegateBackoff(({ attempt, result }) => this.toBackoff(attempt, toError(result))),
    });
    attempts.onRetry(() => (this.statistics.retries += 1));
    const down = handleWhen(
      (error) => error instanceof ProviderError && error.isTransient && error.failure !== 'rate_limited',
    );
    const breaker = circuitBreaker(down, {
      halfOpenAfter: BREAKER_PAUSE_MS,
      breaker: new ConsecutiveBreaker(settings.breakerThreshold),
    });
    this.policy = wrap(bulkhead(settings.concurrency, Number.MAX_SAFE_INTEGER), attempts, breaker);
  }

  /**
   * GETs a resource below the base. Throws a `ProviderError`, or the signal's reason. The answer is of the given shape;
   * what it holds beyond that is not checked.
   */
  async get<T>(path: string, shape: ProviderShape<T>, request: ProviderRequest): Promise<T> {
    try {
      const answer = await this.policy.execute(({ signal }) => this.attempt(path, request, signal), request.signal);
      if (!shape(answer)) throw new ProviderError('malformed', path);
      return answer;
    } catch (error) {
      this.statistics.failures += 1;
      request.signal?.throwIfAborted();
      throw error instanceof BrokenCircuitError ? new ProviderError('unavailable', path) : error;
    }
  }

  /** Counts something in an answer that was left out. */
  countFailure(): void {
    this.statistics.failures += 1;
  }

  private async attempt(path: string, request: ProviderRequest, signal: AbortSignal): Promise<unknown> {
    request.budget.spend(path);
    await this.bucket.take(signal);
    this.statistics.requests += 1;
    const timeout = AbortSignal.timeout(this.settings.timeoutMs);
    try {
      return await this.fetchJson(path, request.parameters ?? {}, AbortSignal.any([timeout, signal]));
    } catch (error) {
      if (error instanceof ProviderError) throw error;
      signal.throwIfAborted();
      throw new ProviderError(timeout.aborted ? 'timeout' : 'network', path);
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
      throw this.toProblem(response, path);
    }
    const text = await readBody(response, this.settings.maxBodyBytes);
    if (text === null) throw new ProviderError('too_large', path);
    try {
      return JSON.parse(text) as unknown;
    } catch {
      // The parser's message quotes the answer; that it is none is all there is to know.
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

  private toProblem(response: Response, path: string): ProviderError {
    const { status } = response;
    if (status >= 300 && status < 400) return new ProviderError('redirect', path);
    if (status === 401 || status === 403) return new ProviderError('unauthorized', path);
    if (status === 404) return new ProviderError('not_found', path);
    const retryAfterMs = toRetryAfterMs(response.headers.get('retry-after'));
    if (status === 429) return new ProviderError('rate_limited', path, retryAfterMs);
    return new ProviderError(status >= 500 ? 'unavailable' : 'refused', path, retryAfterMs);
  }

  /** Exponential with full jitter, or what the provider asks for, which holds for all requests. */
  private toBackoff(attempt: number, error: unknown): number {
    const asked = error instanceof ProviderError ? error.retryAfterMs : null;
    if (asked !== null) {
      if (asked > this.settings.maxRetryAfterMs) throw error;
      this.bucket.pause(asked);
      return asked;
    }
    const ceiling = Math.min(MAX_BACKOFF_MS, this.settings.backoffMs * 2 ** (attempt - 1));
    const wait = ceiling * (0.5 + Math.random() / 2);
    if (error instanceof ProviderError && error.failure === 'rate_limited') this.bucket.pause(wait);
    return wait;
  }
}

function toError(result: unknown): unknown {
  return typeof result === 'object' && result !== null && 'error' in result ? result.error : undefined;
}

/** Seconds or an HTTP date. */
function toRetryAfterMs(header: string | null): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}
