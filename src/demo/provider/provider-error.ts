/** Failures of requests to the metadata provider. The messages contain neither the API key nor request parameters. */

const MESSAGES = {
  unauthorized: 'The metadata provider refused METADATA_API_KEY.',
  not_found: 'The metadata provider does not have the resource.',
  refused: 'The metadata provider refused the request.',
  rate_limited: 'The metadata provider refused the request because of its rate limit.',
  unavailable: 'The metadata provider is unavailable.',
  network: 'The metadata provider cannot be reached.',
  timeout: 'The metadata provider did not answer in time.',
  redirect: 'The metadata provider answered with a redirect, which is not followed.',
  too_large: 'The metadata provider sent an answer that is too large.',
  malformed: 'The metadata provider sent an invalid answer.',
  budget: 'The command has used up its budget of requests to the metadata provider.',
} as const;

type ProviderFailure = keyof typeof MESSAGES;

/**
 * Failures that concern only the requested resource. The command continues without it, unless too many fail in a row.
 */
const SINGLE_RESOURCE: ReadonlySet<ProviderFailure> = new Set([
  'not_found',
  'refused',
  'redirect',
  'too_large',
  'malformed',
]);

/** Failures for which a retry may succeed. */
const TRANSIENT: ReadonlySet<ProviderFailure> = new Set(['rate_limited', 'unavailable', 'network', 'timeout']);

/** A failed request to the provider. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';

  constructor(
    readonly failure: ProviderFailure,
    /** Path of the resource, without base URL and parameters. */
    resource: string,
    /** The wait in the `Retry-After` of a refused request, in milliseconds; null if it is absent or invalid. */
    readonly retryAfterMs: number | null = null,
  ) {
    super(`${MESSAGES[failure]} (${resource})`);
  }

  get isTransient(): boolean {
    return TRANSIENT.has(this.failure);
  }

  /** Whether the provider does not have the resource, or refuses to return it. */
  get isRefusal(): boolean {
    return this.failure === 'refused' || this.failure === 'not_found';
  }

  get concernsOneResource(): boolean {
    return SINGLE_RESOURCE.has(this.failure);
  }
}
