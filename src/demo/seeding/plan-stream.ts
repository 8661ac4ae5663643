/** Plans the titles of a library one after the other. Fetches the next titles in advance. */
import type { DemoOptions } from '../planner/demo-options';
import type { PlannedUnit } from '../planner/planned-unit';
import { toCollisionKey } from '../planner/safe-name';
import type { ProviderClient, ProviderRequest } from '../provider/provider-client';
import { ProviderError } from '../provider/provider-error';
import { listCandidates, type SeededLibrary } from './candidate-stream';
import { type FetchedTitle, UnitSource } from './unit-source';

/** The provider has fewer usable titles than the demo needs. */
export class NotEnoughTitlesError extends Error {
  override readonly name = 'NotEnoughTitlesError';

  constructor() {
    super('The metadata provider does not have enough titles for these options.');
  }
}

/** The units (see `PlannedUnit`) that a library already has. */
export interface KnownUnits {
  readonly providerIds: ReadonlySet<number>;
  readonly folders: Iterable<string>;
}

/** Maximum number of titles that are fetched at the same time. */
const PARALLEL_FETCHES = 6;
/** Number of consecutive titles with errors after which the command fails. */
const MAX_BAD_TITLES = 25;

/**
 * Yields `count` units that a library does not have yet. If the provider gives the same answers, a library that grows
 * in steps gets the same units as one that is created in one step. Throws a `NotEnoughTitlesError` if the provider has
 * too few usable titles. The end of the generator aborts the fetches that still run.
 */
export async function* planUnits(
  provider: ProviderClient,
  library: SeededLibrary,
  options: DemoOptions,
  knownUnits: KnownUnits,
  count: number,
  request: ProviderRequest,
): AsyncGenerator<PlannedUnit> {
  const end = new AbortController();
  const signal = AbortSignal.any([end.signal, ...(request.signal === undefined ? [] : [request.signal])]);
  const taken = new Set([...knownUnits.folders].map(toCollisionKey));
  const source = new UnitSource(provider, library, options, { ...request, signal });
  const candidates = listCandidates(provider, library, { ...request, signal });
  // A fetch can fail before it is awaited. `allSettled` prevents an unhandled rejection, which would end the process.
  const pending: Promise<[PromiseSettledResult<FetchedTitle>]>[] = [];
  let remaining = count;
  let badTitles = 0;
  let isExhausted = false;
  try {
    while (remaining > 0) {
      while (!isExhausted && pending.length < Math.min(PARALLEL_FETCHES, remaining)) {
        const next = await candidates.next();
        if (next.done === true) isExhausted = true;
        else if (!knownUnits.providerIds.has(next.value)) pending.push(Promise.allSettled([source.fetch(next.value)]));
      }
      const [fetched] = (await pending.shift()) ?? [];
      if (fetched === undefined) throw new NotEnoughTitlesError();
      if (fetched.status === 'rejected' && !concernsOneTitle(fetched.reason)) throw fetched.reason;
      let unit: PlannedUnit | null;
      try {
        if (fetched.status === 'rejected') throw fetched.reason;
        unit = source.plan(fetched.value, taken);
        badTitles = 0;
      } catch (error) {
        badTitles += 1;
        if (badTitles >= MAX_BAD_TITLES) throw error;
        // The provider client has already counted a failed fetch.
        if (fetched.status === 'fulfilled') provider.countFailure();
        continue;
      }
      if (unit === null) continue;
      taken.add(toCollisionKey(unit.folder));
      remaining -= 1;
      yield unit;
    }
  } finally {
    end.abort();
  }
}

/** Whether the error concerns only this title, so that the next title may succeed. */
function concernsOneTitle(error: unknown): boolean {
  return error instanceof ProviderError && error.concernsOneResource;
}
