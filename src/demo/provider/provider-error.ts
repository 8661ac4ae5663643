/** What may go wrong at the metadata provider; messages hold neither the key nor an address with parameters. */

/** The kinds of failures. */
export type ProviderFailure =
  | 'unauthorized'
  | 'not_found'
  | 'refused'
  | 'rate_limited'
  | 'unavailable'
  | 'network'
  | 'timeout'
  | 'redirect'
  | 'too_large'
  | 'malformed'
  | 'budget';

const SENTENCES: Readonly<Record<ProviderFailure, string>> = {
  unauthorized: 'The metadata provider refused METADATA_API_KEY.',
  not_found: 'The metadata provider does not have the resource.',
  refused: 'The metadata provider refused the request.',
  rate_limited: 'The metadata provider asks to wait longer than the command may take.',
  unavailable: 'The metadata provider answers with errors.',
  network: 'The metadata provider cannot be reached.',
  timeout: 'The metadata provider did not answer in time.',
  redirect: 'The metadata provider answered with a redirect, which is not followed.',
  too_large: 'The metadata provider sent more than an answer may hold.',
  malformed: 'The metadata provider sent something that is no answer.',
  budget: 'The command would need more requests to the metadata provider than it may send.',
};

/** Failures of one resource alone: the command goes on without it. */
const OF_ONE_RESOURCE: ReadonlySet<ProviderFailure> = new Set([
  'not_found',
  'refused',
  'redirect',
  'too_large',
  'malformed',
]);

/** Failures that another attempt may not meet. */
const TRANSIENT: ReadonlySet<ProviderFailure> = new Set(['rate_limited', 'unavailable', 'network', 'timeout']);

/** A failed request to the provider. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';

  constructor(
    readonly failure: ProviderFailure,
    /** Path of the resource, without base and parameters. */
    readonly resource: string,
    /** Milliseconds after which the provider wants the next request; null when it does not say. */
    readonly retryAfterMs: number | null = null,
  ) {
    super(`${SENTENCES[failure]} (${resource})`);
  }

  get isTransient(): boolean {
    return TRANSIENT.has(this.failure);
  }

  get concernsOneResource(): boolean {
    return OF_ONE_RESOURCE.has(this.failure);
  }
}
