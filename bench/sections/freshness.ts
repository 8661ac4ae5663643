import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { ApiClient, type ApiRequest, post } from '../api-client';
import type { BenchContext } from '../context';
import { checkFreshness } from './freshness-checks';
import { type LoadOptions, measureLoad, measureLoadDuring, quantile } from '../load';
import { runCommand, startServer, withDatabase } from '../processes';
import { printFigure, printHeading } from '../report';
import { writeSyntheticCatalog } from '../catalogs/synthetic-catalog';

const POLL_MS = 100;
/** Differs from the seed of the catalog that the benchmark imports first, so the large import has only new items. */
const LARGE_SEED = 20_261_127;
/** Number of refreshes after the first one. Their median is the refresh rate of a warm server. */
const REFRESHES = 3;

/**
 * Measures the refresh rate of the read model, and the effect of a large import on reads and on the refresh queue.
 * Then counts stale reads, and the rows that a reconciliation finds to be different. Must run after the other sections
 * that need the imported catalog, because it changes the catalog.
 */
export async function measureFreshness(context: BenchContext): Promise<void> {
  const { large, checks } = context.options;
  await withDatabase(context.scratch, async (database) => {
    await measureRefresh(context, database);
    await measureLargeImport(context, database, large);
  });
  // Without checks, no second server starts.
  if (checks > 0) await measureChecks(context, checks);
  await measureReconcile(context);
}

/**
 * Queues all rows with the route for administrators, and waits until the server has refreshed them. The first round is
 * slower, because V8 still compiles the code of the server.
 */
async function measureRefresh({ server, token }: BenchContext, database: Client): Promise<void> {
  printHeading('Refresh of every row, one server');
  const rates: number[] = [];
  for (let round = 0; round <= REFRESHES; round += 1) {
    const client = new ApiClient({ url: server.url, token });
    const started = performance.now();
    const text = await client.send('POST', '/admin/read-models/refresh', {});
    client.close();
    const { queued } = JSON.parse(text) as { queued: number };
    await waitForEmptyQueue(database);
    rates.push(queued / ((performance.now() - started) / 1000));
    if (round === 0) printFigure('rows refreshed', queued, 'rows');
  }
  const [first = 0, ...others] = rates;
  printFigure('refresh, first round', first, 'rows/s');
  printFigure(`refresh, median of the next ${REFRESHES} rounds`, quantile(others, 0.5), 'rows/s', '>= 8000');
}

/**
 * Measures reads during two imports: of a new catalog, and of its series with new titles, which makes all their
 * seasons and episodes stale.
 */
async function measureLargeImport(context: BenchContext, database: Client, items: number): Promise<void> {
  printHeading(`Reads during an import of ${items} items`);
  const file = join(context.scratch.directory, 'large.ndjson');
  const renamed = join(context.scratch.directory, 'renamed.ndjson');
  await writeSyntheticCatalog(file, items, LARGE_SEED);
  await renameSeries(file, renamed);
  const idle = await measureLoad(makeReadRequests(context), toLoadOptions(context));
  printFigure('reads without an import, p95', idle.p95, 'ms');
  for (const [name, path] of [
    ['import', file],
    ['every series renamed', renamed],
  ] as const) {
    const { queueSeconds, p95s } = await importDuringReads(context, database, path);
    printFigure(`${name}: time from its end to an empty queue`, queueSeconds, 's', '< 60');
    printFigure(`${name}: reads, p95, median of slices`, quantile(p95s, 0.5) / idle.p95, 'x without an import', '<= 2');
    printFigure(`${name}: reads, p95, worst slice`, quantile(p95s, 1) / idle.p95, 'x without an import');
  }
}

/**
 * Runs the import, and repeats the measurement of reads until the import ends. Each repetition is a slice; the last one
 * may end after the import. `queueSeconds` is the time from the end of the import to an empty queue.
 */
async function importDuringReads(
  context: BenchContext,
  database: Client,
  path: string,
): Promise<{ queueSeconds: number; p95s: number[] }> {
  const importing = runCommand(context.scratch, 'import', path);
  const emptying = importing.then(async () => {
    const ended = performance.now();
    await waitForEmptyQueue(database);
    return (performance.now() - ended) / 1000;
  });
  const loading = measureLoadDuring(importing, makeReadRequests(context), toLoadOptions(context));
  // If one of them fails, the other one still ends before the database is closed.
  await Promise.allSettled([emptying, loading]);
  const [queueSeconds, [, slices]] = await Promise.all([emptying, loading]);
  return { queueSeconds, p95s: slices.map(({ p95 }) => p95) };
}

async function measureChecks(context: BenchContext, checks: number): Promise<void> {
  printHeading(`${checks} writes through one server, each followed by a read through another, under load`);
  const secondServer = await startServer(context.scratch);
  const { server, token } = context;
  const clients = [new ApiClient({ url: server.url, token }), new ApiClient({ url: secondServer.url, token })] as const;
  try {
    const checking = checkFreshness(clients, checks);
    const [figures] = await measureLoadDuring(checking, makeReadRequests(context), toLoadOptions(context));
    printFigure('checks', figures.checks, 'checks', String(checks));
    printFigure('stale reads', figures.stale, 'reads', '0');
    printFigure('rate', figures.perSecond, 'checks/s');
  } finally {
    for (const client of clients) client.close();
    await secondServer.stop();
  }
}

async function measureReconcile(context: BenchContext): Promise<void> {
  printHeading('Reconciliation afterwards');
  const { stdout, seconds } = await runCommand(context.scratch, 'reconcile');
  printFigure('drift', (JSON.parse(stdout) as { total: number }).total, 'rows', '0');
  printFigure('time', seconds, 's');
}

function toLoadOptions({ server, token, options }: BenchContext): LoadOptions {
  return { url: server.url, token, seconds: options.seconds };
}

function makeReadRequests({ sample }: BenchContext): ApiRequest[] {
  return sample.titles
    .slice(0, 50)
    .flatMap((query) => [post('candidates:search', { query }), post('libraries/overview')]);
}

async function waitForEmptyQueue(database: Client): Promise<void> {
  for (;;) {
    const { rows } = await database.query<{ has_items: boolean }>(
      'SELECT EXISTS (SELECT FROM intelligence_dirty_keys WHERE NOT quarantined) AS has_items',
    );
    if (rows[0]?.has_items !== true) return;
    await delay(POLL_MS);
  }
}

async function renameSeries(from: string, to: string): Promise<void> {
  const renamedLines = async function* (): AsyncGenerator<string> {
    for await (const line of createInterface(createReadStream(from))) {
      const record = JSON.parse(line) as { type: string; title?: string };
      if (record.type === 'series') yield `${JSON.stringify({ ...record, title: `${record.title} renamed` })}\n`;
    }
  };
  await pipeline(renamedLines, createWriteStream(to));
}
