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
    if (settled.error !== null && !concernsOneTitle(settled.error)) throw settled.error;
    let unit: PlannedUnit | null;
    try {
      if (settled.error !== null) throw settled.error;
      unit = source.plan(settled.title, taken);
      bad = 0;
    } catch (error) {
      bad += 1;
      if (bad >= MAX_BAD_TITLES) throw error;
      if (settled.error === null) provider.countFailure();
      continue;
    }
    if (unit === null) continue;
    taken.add(toCollisionKey(unit.folder));
    left -= 1;
    yield unit;
  }
}

/** Whether the next title may succeed. */
function concernsOneTitle(error: Error): boolean {
  return error instanceof ProviderError && error.concernsOneResource;
}

type Settled = { readonly title: FetchedTitle; readonly error: null } | { readonly error: Error };

/** Every failure waits for its turn, a stop too: a rejection that nobody waits for yet would end the process. */
async function settle(fetching: Promise<FetchedTitle>): Promise<Settled> {
  try {
    return { title: await fetching, error: null };
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
}
