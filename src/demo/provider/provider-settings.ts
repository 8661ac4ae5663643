/** Address, credentials and request limits of the metadata provider. */
export interface ProviderSettings {
  /** Base URL without a slash at the end. */
  readonly baseUrl: string;
  /** An API key, sent as a parameter, or an access token, which contains dots and is sent in a header. Never logged. */
  readonly apiKey: string;
  readonly requestsPerSecond: number;
  /** Maximum number of concurrent requests. */
  readonly concurrency: number;
  /** Time limit of one attempt, from the start of the request to the last byte of the answer. */
  readonly timeoutMs: number;
  readonly maxBodyBytes: number;
  /** Maximum number of attempts after the first one. */
  readonly maxRetries: number;
  /**
   * Longest wait before the first retry if there is no `Retry-After`. It doubles with each retry, up to
   * `MAX_BACKOFF_MS` of `provider-client.ts`.
   */
  readonly backoffMs: number;
  /** Longest `Retry-After` that is obeyed. With a longer one, the request fails without a retry. */
  readonly maxRetryAfterMs: number;
  /**
   * Number of consecutive failed attempts after which the circuit breaker stops all requests for a while. Only
   * transient failures count, except answers with the status 429.
   */
  readonly breakerThreshold: number;
}

/** Default limits. They are low, so that the demo does not overload the provider. */
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
