import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import type { BenchContext } from '../context';
import type { FairnessLoad, FairnessReport } from './fairness-load';
import { type ApiRequest, post } from '../api-client';
import { measureLoad, quantile } from '../load';
import { makeToken, startServer } from '../processes';
import { printFigure, printHeading } from '../report';
import { makeSearchFamilies } from './search-families';

const API = '/api/v1';
/** More than the number of requests that one user may have in progress or waiting. */
const CONNECTIONS = 100;
/** Number of movies in each import of a load. */
const IMPORTED_MOVIES = 5_000;
/** Pause between the requests of the measured user, so that the user stays within the limit per minute. */
const PAUSE_MS = 20;
/** The default of `RATE_LIMIT_PER_MINUTE`. */
const REQUESTS_PER_MINUTE = 6_000;
/** Time after which the aborting load gives up a request. */
const ABORT_AFTER_MS = 20;
/** Milliseconds between two reports of a load. The measurement starts with the first report. */
const REPORT_INTERVAL_MS = 1000;
/** Number of measurements of each load. The result is their median. */
const TURNS = 3;
const TARGET = '<= 3';
/** The first 8 digits of each id in a load. The process of the load replaces them with the number of the request. */
const MARK = '5eed5eed';

/** Measures how much one user's load slows down the requests of another user, who sends one request at a time. */
export async function measureFairness(context: BenchContext): Promise<void> {
  printHeading(
    `Fairness: p95 of one user while another has ${CONNECTIONS} connections, as a multiple of the p95 without load`,
  );
  // The empty value selects the default limit. The other sections measure a server with practically no limits for a
  // user.
  const limits = { RATE_LIMIT_PER_MINUTE: String(REQUESTS_PER_MINUTE), CONCURRENCY_PER_USER: '' };
  const environment = { ...context.scratch.environment, ...limits };
  const server = await startServer({ ...context.scratch, environment });
  try {
    await measureLoads(context, server.url);
  } finally {
    await server.stop();
  }
}

async function measureLoads(context: BenchContext, url: string): Promise<void> {
  const token = await makeToken(context.scratch, 'bench-measured', 'user');
  const measured = Object.entries(makeMeasuredRequests(context));
  const ratios = new Map<string, number[]>();
  let loadUsers = 0;
  for (let turn = 1; turn <= TURNS; turn += 1) {
    for (const [route, requests] of measured) {
      // Each measurement has loads with new ids, because an import of records that are already stored is less work.
      for (const [name, load] of Object.entries(makeLoads(context))) {
        const options = { url, token, seconds: context.options.seconds, pauseMs: PAUSE_MS };
        // A load uses up the limits of its account, so each has an account of its own.
        const loadToken = await makeToken(context.scratch, `bench-load-${loadUsers++}`, 'admin');
        const idle = await measureLoad(requests, options);
        const runningLoad = await startLoad({
          ...{ url, token: loadToken, connections: CONNECTIONS, mark: MARK, reportIntervalMs: REPORT_INTERVAL_MS },
          ...load,
        });
        const loaded = await measureLoad(requests, options).catch(async (error: unknown) => {
          await runningLoad.stop();
          throw error;
        });
        const { admitted, refused, failed } = await runningLoad.stop();
        const label = `${name}, ${route}`;
        if (failed > admitted) throw new Error(`${label}: ${failed} requests failed, ${admitted} were admitted.`);
        ratios.set(label, [...(ratios.get(label) ?? []), loaded.p95 / idle.p95]);
        const times = `${idle.p95.toFixed(1)} -> ${loaded.p95.toFixed(1)} ms`;
        console.log(
          `  turn ${turn}: ${label}: ${times} (load: ${admitted} admitted, ${refused} refused, ${failed} failed)`,
        );
      }
    }
  }
  const medians = [...ratios].map(([label, values]) => ({ label, ratio: quantile(values, 0.5) }));
  for (const { label, ratio } of medians) printFigure(label, ratio, 'x', TARGET);
  printFigure('worst ratio', Math.max(...medians.map(({ ratio }) => ratio)), 'x', TARGET);
}

function makeMeasuredRequests({ sample }: BenchContext): Record<string, readonly ApiRequest[]> {
  const { known } = makeSearchFamilies(sample);
  return { search: known['titles'] ?? [], overview: [post('libraries/overview')] };
}

type Load = Pick<FairnessLoad, 'requests'> & Partial<FairnessLoad>;

function makeLoads({ sample, options: { seconds } }: BenchContext): Record<string, Load> {
  const { known, common, expensive } = makeSearchFamilies(sample);
  const artifact = { kind: 'summary', scope: 'user', title: 'x', summary: 'x', content: { text: 'x'.repeat(900_000) } };
  // A client does not see whether a request that it aborts is admitted. So the aborting load does not exceed the limit:
  // it spreads the requests of one minute over its whole time, which is the time until its first report, then at most
  // one second of warm-up, then `seconds`.
  const loadSeconds = REPORT_INTERVAL_MS / 1000 + Math.min(1, seconds) + seconds;
  // Time between the starts of two requests of a connection.
  const cycleMs = (CONNECTIONS * loadSeconds * 1000) / REQUESTS_PER_MINUTE;
  const abort = { afterMs: ABORT_AFTER_MS, pauseMs: Math.max(0, cycleMs - ABORT_AFTER_MS) };
  const searches = [...common, ...expensive, ...(known['words of the overview'] ?? [])];
  return {
    searches: { requests: searches },
    [`searches, aborted after ${ABORT_AFTER_MS} ms`]: { requests: searches, abort },
    'artifacts of 900 KB': {
      requests: [{ method: 'PUT', path: `${API}/intelligence/artifacts/${makeMarkedId()}` }],
      shared: { body: JSON.stringify(artifact), type: 'application/json' },
    },
    'reads of the account': { requests: [{ method: 'GET', path: `${API}/auth/me` }] },
    'wrong logins': {
      requests: [{ method: 'POST', path: `${API}/auth/login`, body: { username: 'bench', password: 'wrong' } }],
      expectedStatus: 401,
    },
    imports: {
      requests: [{ method: 'POST', path: `${API}/admin/catalog/import` }],
      shared: { body: makeImportLines(), type: 'application/x-ndjson' },
    },
  };
}

/** Returns a UUID that begins with the mark, so that each request of a load sends a different id. */
function makeMarkedId(): string {
  return MARK + randomUUID().slice(MARK.length);
}

/** Returns import lines for a library and many movies, all with ids of `makeMarkedId`. */
function makeImportLines(): string {
  const libraryId = makeMarkedId();
  const movies = Array.from({ length: IMPORTED_MOVIES }, (_, n) => ({
    type: 'movie',
    media_id: `movie:${makeMarkedId()}`,
    library_id: libraryId,
    title: `Fairness ${n}`,
    overview: 'A load of one user, while another one reads. '.repeat(10),
  }));
  const lines = [{ type: 'library', library_id: libraryId, name: 'Fairness', library_kind: 'movies' }, ...movies];
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
}

async function startLoad(load: FairnessLoad): Promise<{ stop(): Promise<FairnessReport> }> {
  const child = fork(join(__dirname, 'fairness-load.js'));
  let report: FairnessReport = { admitted: 0, refused: 0, failed: 0 };
  child.on('message', (message) => (report = message as FairnessReport));
  const closed = once(child, 'close');
  try {
    child.send(load);
    const [message] = (await Promise.race([once(child, 'message'), closed.then(() => [])])) as unknown[];
    if (message === undefined) throw new Error('The process of the load ended before its first report.');
  } catch (error) {
    // The IPC channel to a running child would keep this process alive.
    child.kill('SIGKILL');
    throw error;
  }
  return {
    stop: async () => {
      child.kill('SIGKILL');
      await closed;
      return report;
    },
  };
}
