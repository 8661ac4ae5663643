/** Plans a library title by title, asking the provider for several at a time and keeping their order. */
import type { ProviderClient, ProviderRequest } from '../provider/provider-client';
import { ProviderError } from '../provider/provider-error';
import type { DemoOptions } from '../planner/demo-options';
import type { PlannedUnit } from '../planner/planned-unit';
import { toCollisionKey } from '../planner/safe-name';
import { listCandidates, type SeedLibrary } from './candidate-stream';
import { type FetchedTitle, UnitSource } from './unit-source';

/** The provider has fewer titles of the wanted kind than the demo should have. */
export class NotEnoughTitlesError extends Error {
  override readonly name = 'NotEnoughTitlesError';

  constructor() {
    super('The metadata provider has not enough titles for these options.');
  }
}

/** What a library has already. */
export interface KnownUnits {
  readonly providerIds: ReadonlySet<number>;
  readonly folders: Iterable<string>;
}

const FETCHED_AHEAD = 6;
/** Titles in a row that cannot be used before the provider is taken to be broken. */
const MAX_BAD_TITLES = 25;

/**
 * The next `count` units of a library behind those it has. What comes depends on what is there only by names and ids
 * that are taken: so that a library that grows by steps is the same as one that was made at once.
 */
export async function* planUnits(
  provider: ProviderClient,
  library: SeedLibrary,
  options: DemoOptions,
  known: KnownUnits,
  count: number,
  request: ProviderRequest,
): AsyncGenerator<PlannedUnit> {
  const taken = new Set([...known.folders].map(toCollisionKey));
  const source = new UnitSource(provider, library, options, request);
  const candidates = listCandidates(provider, library, request);
  const pending: Promise<Settled>[] = [];
  let left = count;
  let bad = 0;
  let exhausted = false;
  while (left > 0) {
    while (!exhausted && pending.length < Math.min(FETCHED_AHEAD, left)) {
      const next = await candidates.next();
      if (next.done === true) exhausted = true;
      else if (!known.providerIds.has(next.value)) pending.push(settle(source.fetch(next.value)));
    }
    const settled = await pending.shift();
    if (settled === undefined) throw new NotEnoughTitlesError();
    if (settled.error !== null) {
      bad += 1;
      if (!settled.error.concernsOneResource || bad >= MAX_BAD_TITLES) throw settled.error;
      continue;
    }
    bad = 0;
    const unit = source.plan(settled.title, taken);
    if (unit === null) continue;
    taken.add(toCollisionKey(unit.folder));
    left -= 1;
    yield unit;
  }
}

type Settled = { readonly title: FetchedTitle; readonly error: null } | { readonly error: ProviderError };

/** Failures wait for their turn, too. */
async function settle(fetching: Promise<FetchedTitle>): Promise<Settled> {
  try {
    return { title: await fetching, error: null };
  } catch (error) {
    if (error instanceof ProviderError) return { error };
    throw error;
  }
}
