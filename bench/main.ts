import 'reflect-metadata';
import { Command } from 'commander';
import { join } from 'node:path';
import { findCatalog } from './catalog-source';
import type { BenchContext } from './context';
import { measureFreshness } from './freshness';
import { type LoadFigures, measureLoad } from './load';
import { makeToken, openScratch, type Scratch, startServer } from './processes';
import { type Floor, printRoute } from './report';
import { measureArtifacts } from './section-artifacts';
import { measureImport } from './section-import';
import { measureRoutes } from './section-routes';
import { measureScale } from './section-scale';
import { measureScan } from './section-scan';

/** The sections that need nothing loaded. */
const FREE_SECTIONS: Readonly<Record<string, (scratch: Scratch, options: Options) => Promise<void>>> = {
  scan: measureScan,
  scale: (_scratch, { scale, seconds }) => measureScale({ items: Number(scale), seconds: Number(seconds) }),
};

/** The sections that need what the import loads. */
const SECTIONS: Readonly<Record<string, (context: BenchContext, options: Options) => Promise<void>>> = {
  routes: measureRoutes,
  artifacts: measureArtifacts,
  // Changes the catalog, so it comes last.
  freshness: (context, { large, checks }) =>
    measureFreshness(context, { items: Number(large), checks: Number(checks) }),
};

const SECTION_NAMES = [...Object.keys(FREE_SECTIONS), ...Object.keys(SECTIONS)];

interface Options {
  readonly items?: string;
  readonly seconds: string;
  readonly shared: string;
  readonly only?: string;
  readonly artifacts: string;
  readonly large: string;
  readonly scale: string;
  readonly checks: string;
}

/** Loads a scratch database and prints figures; speeds are given beside a floor measured in the same run. */
async function main(): Promise<void> {
  const program = new Command('bench')
    .option('--items <number>', 'a synthetic catalog of so many items instead of the real one')
    .option('--seconds <number>', 'seconds each route is pressed', '4')
    .option('--shared <folder>', 'where the real catalog lies', join(process.cwd(), '../shared'))
    .option('--artifacts <number>', 'artifacts that the search is measured with', '1000000')
    .option('--large <number>', 'items of the import that reads are measured beside', '300000')
    .option('--scale <number>', 'items of the catalog that is searched beside one of 72,000', '1000000')
    .option('--checks <number>', 'writes at one server, each read at another', '100000')
    .option('--only <sections>', `comma list of ${SECTION_NAMES.join(', ')}; none for the import alone`)
    .parse();
  const options = program.opts<Options>();
  const scratch = await openScratch();
  try {
    await run(scratch, options);
  } finally {
    await scratch.close();
  }
}

async function run(scratch: Scratch, options: Options): Promise<void> {
  const wanted = options.only?.split(',') ?? SECTION_NAMES;
  if (!wanted.every((name) => name in FREE_SECTIONS)) await runLoaded(scratch, options, wanted);
  // They add to the catalog, so they come last.
  for (const [name, section] of Object.entries(FREE_SECTIONS))
    if (wanted.includes(name)) await section(scratch, options);
}

async function runLoaded(scratch: Scratch, options: Options, wanted: readonly string[]): Promise<void> {
  const items = options.items === undefined ? null : Number(options.items);
  const catalog = await findCatalog(scratch, options.shared, items);
  await measureImport(scratch, catalog);
  const sections = Object.entries(SECTIONS).filter(([name]) => wanted.includes(name));
  if (sections.length === 0) return;
  const token = await makeToken(scratch);
  const server = await startServer(scratch);
  try {
    const seconds = Number(options.seconds);
    const press = { url: server.url, token, seconds };
    const floor = makeFloor(press);
    const measure: BenchContext['measure'] = async (name, requests) => {
      const figures = await measureLoad(requests, press);
      const busy = await measureLoad(requests, { ...press, seconds: seconds / 2, connections: 2 });
      printRoute(name, figures, busy, await floor(figures.bytes));
      return figures;
    };
    for (const [, section] of sections) {
      const artifacts = Number(options.artifacts);
      const context = { scratch, server, token, sample: catalog.sample, seconds, artifacts, measure, floor };
      await section(context, options);
    }
  } finally {
    await server.stop();
  }
}

/** Floors by body size, each measured once a run: they change with the machine's mood, not with the route. */
function makeFloor(press: { url: string; token: string; seconds: number }): Floor {
  const known = new Map<number, LoadFigures>();
  return async (bytes) => {
    const size = Math.max(500, Math.round(bytes / 2_000) * 2_000);
    const figures =
      known.get(size) ?? (await measureLoad([{ method: 'GET', path: `/api/v1/bench/floor?bytes=${size}` }], press));
    known.set(size, figures);
    return figures;
  };
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
