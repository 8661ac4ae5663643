import { BROWSED_LISTS, storeWatchStates } from './browsed-lists';
import { createSyntheticCatalog } from '../catalogs/catalog-source';
import type { ApiRequest } from '../api-client';
import type { BenchOptions, ServedScratch } from '../context';
import { type LoadFigures, measureLoad, quantile } from '../load';
import { makeToken, openScratch, runCommand, startServer } from '../processes';
import { printFigure, printHeading } from '../report';
import { makeSearchFamilies, type SearchFamilies } from './search-families';

/** Number of items of the small catalog. */
const SMALL = 72_000;
/**
 * Number of turns of a comparison. Each turn measures one family in both catalogs, so that other load of the machine
 * affects both alike.
 */
const TURNS = 5;

interface ServedCatalog extends ServedScratch {
  readonly families: SearchFamilies;
}

/** Compares searches and lists in a catalog of 72,000 items and in a large catalog, each with its own server. */
export async function measureScale({ scale: items, seconds }: BenchOptions): Promise<void> {
  const small = await serveCatalog(SMALL);
  const large = await serveCatalog(items);
  printHeading(`Searches and lists in ${items} items compared with ${SMALL}: medians of ${TURNS} turns`);
  for (const family of Object.keys(small.families.known)) {
    await compare(family, seconds, [small, small.families.known[family]], [large, large.families.known[family]]);
  }
  await compare('common words', seconds, [small, small.families.common], [large, large.families.common]);
  const expensive = await runLoad(large, large.families.expensive, seconds);
  printFigure('slowest search of the expensive queries, large catalog, one turn', expensive.max, 'ms', '< 250');
  await measureLists(small, large, seconds);
  await Promise.all([small, large].map(({ server, scratch }) => server.stop().then(() => scratch.close())));
}

async function measureLists(small: ServedCatalog, large: ServedCatalog, seconds: number): Promise<void> {
  for (const { scratch } of [small, large]) await storeWatchStates(scratch);
  const slowest = { small: 0, large: 0 };
  for (const [name, request] of Object.entries(BROWSED_LISTS)) {
    const p95 = await compare(`browse: ${name}`, seconds, [small, [request]], [large, [request]]);
    slowest.small = Math.max(slowest.small, p95.small);
    slowest.large = Math.max(slowest.large, p95.large);
  }
  printFigure('slowest p95 of a list, small catalog', slowest.small, 'ms', '< 15');
  printFigure('slowest p95 of a list, large catalog', slowest.large, 'ms', '< 30');
}

async function serveCatalog(items: number): Promise<ServedCatalog> {
  const scratch = await openScratch();
  const catalog = await createSyntheticCatalog(scratch, items);
  printHeading(`Import of ${catalog.description}`);
  const { seconds } = await runCommand(scratch, 'import', ...catalog.files);
  printFigure('time', seconds, 's');
  const token = await makeToken(scratch);
  return { scratch, server: await startServer(scratch), token, families: makeSearchFamilies(catalog.sample) };
}

/** A catalog, and a family for it: a group of similar searches, or one list. */
type FamilyLoad = readonly [ServedCatalog, readonly ApiRequest[] | undefined];

/** Measures a family in both catalogs and prints its times. Returns the median p95 of each catalog, in milliseconds. */
async function compare(
  family: string,
  seconds: number,
  small: FamilyLoad,
  large: FamilyLoad,
): Promise<{ small: number; large: number }> {
  const turns: { small: LoadFigures; large: LoadFigures }[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    turns.push({ small: await runLoad(...small, seconds), large: await runLoad(...large, seconds) });
  }
  const median = (read: (turn: (typeof turns)[number]) => number): number => quantile(turns.map(read), 0.5);
  const p95 = { small: median((turn) => turn.small.p95), large: median((turn) => turn.large.p95) };
  printFigure(`${family}: p95, small catalog`, p95.small, 'ms');
  printFigure(`${family}: p95, large catalog`, p95.large, 'ms');
  printFigure(
    `${family}: ratio large to small, p50`,
    median((turn) => turn.large.p50 / turn.small.p50),
    'times',
  );
  printFigure(
    `${family}: ratio large to small, p95`,
    median((turn) => turn.large.p95 / turn.small.p95),
    'times',
    '<= 2.5',
  );
  printFigure(`${family}: slowest, large catalog`, Math.max(...turns.map((turn) => turn.large.max)), 'ms');
  return p95;
}

function runLoad({ server, token }: ServedCatalog, requests: FamilyLoad[1], seconds: number): Promise<LoadFigures> {
  return measureLoad(requests ?? [], { url: server.url, token, seconds });
}
