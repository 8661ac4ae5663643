import { createSyntheticCatalog } from './catalog-source';
import { type LoadFigures, measureLoad, quantile } from './load';
import { makeToken, openScratch, runCommand, type Scratch, type Server, startServer } from './processes';
import { printFigure, printHeading } from './report';
import { searchFamilies, type SearchFamilies } from './search-families';

const SMALL = 72_000;
/** Each family is pressed so often, at one size and at the other in turns, so that a mood of the machine meets both. */
const TURNS = 5;

/** A catalog of some size, served. */
interface Serving {
  readonly scratch: Scratch;
  readonly server: Server;
  readonly token: string;
  readonly families: SearchFamilies;
}

/** How much is measured. */
export interface ScaleOptions {
  /** Items of the large catalog. */
  readonly items: number;
  /** Seconds each family is pressed in each turn. */
  readonly seconds: number;
}

/** Searches a catalog of 72,000 items and a large one in turns, each by a server of its own, and compares the times. */
export async function measureScale({ items, seconds }: ScaleOptions): Promise<void> {
  const opened: Serving[] = [];
  try {
    for (const size of [SMALL, items]) opened.push(await serveCatalog(size));
    const [small, large] = opened as [Serving, Serving];
    printHeading(`Search of ${items} items beside ${SMALL}: medians of ${TURNS} turns`);
    for (const family of Object.keys(small.families.known)) {
      await compare(family, seconds, [small, small.families.known[family]], [large, large.families.known[family]]);
    }
    await compare('common words', seconds, [small, small.families.common], [large, large.families.common]);
    const hostile = await press(large, large.families.hostile, seconds);
    printFigure('slowest hostile search', hostile.max, 'ms', '< 250');
  } finally {
    for (const { server, scratch } of opened) await server.stop().finally(() => scratch.close());
  }
}

async function serveCatalog(items: number): Promise<Serving> {
  const scratch = await openScratch();
  try {
    const catalog = await createSyntheticCatalog(scratch, items);
    printHeading(`Import of ${catalog.description}`);
    const { seconds } = await runCommand(scratch, 'import', ...catalog.files);
    printFigure('time', seconds, 's');
    const token = await makeToken(scratch);
    return { scratch, server: await startServer(scratch), token, families: searchFamilies(catalog.sample) };
  } catch (error) {
    await scratch.close();
    throw error;
  }
}

type Load = readonly [Serving, SearchFamilies['common'] | undefined];

async function compare(family: string, seconds: number, small: Load, large: Load): Promise<void> {
  const turns: { small: LoadFigures; large: LoadFigures }[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    turns.push({ small: await press(...small, seconds), large: await press(...large, seconds) });
  }
  const median = (of: (turn: (typeof turns)[number]) => number): number => {
    const sorted = turns.map(of).sort((a, b) => a - b);
    return quantile(sorted, 0.5);
  };
  printFigure(
    `${family}: p95 of the small one`,
    median((turn) => turn.small.p95),
    'ms',
  );
  printFigure(
    `${family}: p95 of the large one`,
    median((turn) => turn.large.p95),
    'ms',
  );
  printFigure(
    `${family}: large beside small, p50`,
    median((turn) => turn.large.p50 / turn.small.p50),
    'times',
  );
  printFigure(
    `${family}: large beside small, p95`,
    median((turn) => turn.large.p95 / turn.small.p95),
    'times',
    '<= 2.5',
  );
  printFigure(`${family}: slowest`, Math.max(...turns.map((turn) => turn.large.max)), 'ms');
}

function press({ server, token }: Serving, requests: Load[1], seconds: number): Promise<LoadFigures> {
  return measureLoad(requests ?? [], { url: server.url, token, seconds });
}
