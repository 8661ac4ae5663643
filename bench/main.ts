import '../src/stop-signals';
import 'reflect-metadata';
import { Command } from 'commander';
import { join } from 'node:path';
import { findCatalog } from './catalogs/catalog-source';
import type { BenchContext, BenchOptions } from './context';
import { processStop, StopRequestedError } from '../src/common/processes/process-stop';
import { measureFreshness } from './sections/freshness';
import { type LoadFigures, type LoadOptions, measureLoad } from './load';
import { closeAll, makeToken, openScratch, type Scratch, startServer } from './processes';
import { type Baseline, printRoute } from './report';
import { measureArtifacts } from './sections/artifacts';
import { measureDistributed } from './sections/distributed';
import { measureFairness } from './sections/fairness';
import { measureImport } from './sections/import';
import { measureRoutes } from './sections/routes';
import { measureScale } from './sections/scale';
import { measureScan } from './sections/scan';

/** The sections that do not need the imported catalog. */
const STANDALONE_SECTIONS: Readonly<Record<string, (options: BenchOptions, scratch: Scratch) => Promise<void>>> = {
  scan: measureScan,
  scale: measureScale,
  distributed: measureDistributed,
};

/** The sections that need the imported catalog. */
const CATALOG_SECTIONS: Readonly<Record<string, (context: BenchContext) => Promise<void>>> = {
  routes: measureRoutes,
  artifacts: measureArtifacts,
  fairness: measureFairness,
  // The last one of these sections, because it makes the catalog much larger.
  freshness: measureFreshness,
};

const SECTION_NAMES = [...Object.keys(STANDALONE_SECTIONS), ...Object.keys(CATALOG_SECTIONS)];

/**
 * Runs the selected sections and prints their figures. If one of `CATALOG_SECTIONS` or no section is selected, first
 * imports a catalog into a scratch database. Compares routes with a baseline route of the same run, because other load
 * on the machine affects both alike. A stop request ends all programs that the benchmark has started.
 */
async function main(): Promise<void> {
  const program = new Command('bench')
    .option('--items <number>', 'use a synthetic catalog with this number of items instead of the real one', Number)
    .option('--seconds <number>', 'seconds of load on each route', Number, 4)
    .option('--shared <folder>', 'folder that contains the real catalog', join(process.cwd(), '../shared'))
    .option('--artifacts <number>', 'number of artifacts in the benchmark of the artifact search', Number, 1_000_000)
    .option('--large <number>', 'number of items in the import during which reads are measured', Number, 300_000)
    .option(
      '--scale <number>',
      'number of items in the catalog whose searches are compared with those of 72,000 items',
      Number,
      1_000_000,
    )
    .option(
      '--checks <number>',
      'number of checks that write through one server and read through another',
      Number,
      100_000,
    )
    .option('--citus-url <url>', 'URL of an empty database with the extension, on the coordinator of a Citus cluster')
    .option('--plain-url <url>', 'URL of an empty database to compare the cluster with; default: an embedded database')
    .option(
      '--only <sections>',
      `comma-separated list of ${SECTION_NAMES.join(', ')}; an empty value runs only the import`,
    )
    .parse();
  const options = program.opts<BenchOptions>();
  const unknown = selectedSections(options).find((name) => !SECTION_NAMES.includes(name));
  if (unknown !== undefined)
    program.error(`There is no section "${unknown}". The sections are ${SECTION_NAMES.join(', ')}.`);
  // The stop has no time limit, because an exit before PostgreSQL has stopped would leave its data directory behind. A
  // second request ends the benchmark at once.
  processStop.takeOver(() => process.exit((processStop.signal.reason as StopRequestedError).exitCode));
  try {
    await processStop.unlessRequested(async () => run(await openScratch(), options));
  } finally {
    await closeAll();
  }
}

function selectedSections({ only }: BenchOptions): readonly string[] {
  return only === '' ? [] : (only?.split(',') ?? SECTION_NAMES);
}

async function run(scratch: Scratch, options: BenchOptions): Promise<void> {
  const selected = selectedSections(options);
  const needsCatalog = selected.length === 0 || selected.some((name) => !(name in STANDALONE_SECTIONS));
  if (needsCatalog) await runCatalogSections(scratch, options, selected);
  // These sections run after the others, because `scan` adds items to the catalog.
  for (const [name, section] of Object.entries(STANDALONE_SECTIONS))
    if (selected.includes(name)) await section(options, scratch);
}

async function runCatalogSections(scratch: Scratch, options: BenchOptions, selected: readonly string[]): Promise<void> {
  const catalog = await findCatalog(scratch, options);
  await measureImport(scratch, catalog);
  const sections = Object.entries(CATALOG_SECTIONS).filter(([name]) => selected.includes(name));
  if (sections.length === 0) return;
  const token = await makeToken(scratch);
  const server = await startServer(scratch);
  try {
    const { seconds } = options;
    const loadOptions = { url: server.url, token, seconds };
    const baseline = makeBaseline(loadOptions);
    const measure: BenchContext['measure'] = async (name, requests) => {
      const figures = await measureLoad(requests, loadOptions);
      const busy = await measureLoad(requests, { ...loadOptions, seconds: seconds / 2, connections: 2 });
      printRoute(name, figures, busy, await baseline(figures.bytes));
      return figures;
    };
    const context = { scratch, server, token, sample: catalog.sample, options, measure };
    for (const [, section] of sections) await section(context);
  } finally {
    await server.stop();
  }
}

/** Returns a function that measures the baseline route for a body size, once for each size. */
function makeBaseline(loadOptions: LoadOptions): Baseline {
  const figuresBySize = new Map<number, LoadFigures>();
  return async (bytes) => {
    const size = Math.max(500, Math.round(bytes / 2_000) * 2_000);
    const figures =
      figuresBySize.get(size) ??
      (await measureLoad([{ method: 'GET', path: `/api/v1/bench/baseline?bytes=${size}` }], loadOptions));
    figuresBySize.set(size, figures);
    return figures;
  };
}

main().catch((error: unknown) => {
  if (error instanceof StopRequestedError) {
    console.error(error.message);
    // The section that was interrupted may still run.
    process.exit(error.exitCode);
  }
  console.error(error);
  process.exitCode = 1;
});
