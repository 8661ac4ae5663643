import { BROWSED_LISTS, storeWatchStates } from './browsed-lists';
import type { BenchContext } from '../context';
import { post } from '../api-client';
import { listItemIds } from '../catalogs/item-ids';
import { printFigure, printHeading } from '../report';
import { makeSearchFamilies } from './search-families';

const KINDS = ['movie', 'series', 'season', 'episode'] as const;

/** Measures the read routes of the catalog. For the lists, stores watch states first. */
export async function measureRoutes(context: BenchContext): Promise<void> {
  printHeading('Read routes: throughput with two requests in flight, times with one');
  const overview = await context.measure('libraries/overview', [post('libraries/overview')]);
  await context.measure('facets, one kind', [post('facets', { facet_kinds: ['genre'] })]);
  await measureItems(context);
  await measureLists(context);
  await measureSearch(context);
  printFigure('p95 of the overview', overview.p95, 'ms', '< 10 for any size');
  printFigure('peak memory of the server', context.server.peakMiB(), 'MiB RSS');
}

async function measureItems(context: BenchContext): Promise<void> {
  const slowest = { context: 0, related: 0 };
  for (const route of ['context', 'related'] as const) {
    for (const kind of KINDS) {
      const ids = await listItemIds(context.scratch, kind);
      if (ids.length === 0) continue;
      const requests = ids.map((id) => post(`items/${id}/${route}`));
      const { p95 } = await context.measure(`items/{${kind}}/${route}`, requests);
      slowest[route] = Math.max(slowest[route], p95);
    }
  }
  printFigure('slowest p95 of a context', slowest.context, 'ms', '< 15 at 72,000 items, 30 at 1,000,000');
  printFigure('slowest p95 of related items', slowest.related, 'ms', '< 25 at 72,000 items, 50 at 1,000,000');
}

async function measureLists(context: BenchContext): Promise<void> {
  await storeWatchStates(context.scratch);
  let slowest = 0;
  for (const [name, request] of Object.entries(BROWSED_LISTS)) {
    const { p95 } = await context.measure(`browse: ${name}`, [request]);
    slowest = Math.max(slowest, p95);
  }
  await context.measure('next-up', [post('items:next-up')]);
  printFigure('slowest p95 of a list', slowest, 'ms', '< 15 at 72,000 items, 30 at 1,000,000');
}

async function measureSearch({ measure, sample }: BenchContext): Promise<void> {
  const { known, common, expensive } = makeSearchFamilies(sample);
  for (const [name, requests] of Object.entries(known)) await measure(`search: ${name}`, requests);
  const frequent = await measure('search: common words', common);
  const hard = await measure('search: expensive queries', expensive);
  printFigure('slowest expensive or common search', Math.max(frequent.max, hard.max), 'ms', '< 250');
}
