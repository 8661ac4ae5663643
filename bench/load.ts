import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type ApiRequest, type ApiTarget, exchange, requireSuccess } from './api-client';

/** The figures of a load test. All times are in milliseconds. */
export interface LoadFigures {
  /** Number of completed requests. */
  readonly requests: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
  /** Mean size of a response body in bytes. */
  readonly bytes: number;
}

/** Target, duration and concurrency of a load test. */
export interface LoadOptions extends ApiTarget {
  readonly seconds: number;
  /** Number of requests in flight. The default is 1, so that no request waits for another one. */
  readonly connections?: number;
  /** Pause after each request, in milliseconds. The default is 0. */
  readonly pauseMs?: number;
}

/** Repeats the requests in order for `seconds`, after a warm-up of up to one second. Throws if a request fails. */
export async function measureLoad(requests: readonly ApiRequest[], options: LoadOptions): Promise<LoadFigures> {
  const agent = new Agent({ keepAlive: true, maxSockets: options.connections ?? 1 });
  try {
    await runLoad(requests, { ...options, seconds: Math.min(1, options.seconds) }, agent);
    const started = performance.now();
    const { times, bytes } = await runLoad(requests, options, agent);
    const seconds = (performance.now() - started) / 1000;
    return {
      requests: times.length,
      perSecond: times.length / seconds,
      p50: quantile(times, 0.5),
      p95: quantile(times, 0.95),
      max: quantile(times, 1),
      bytes: bytes / Math.max(1, times.length),
    };
  } finally {
    agent.destroy();
  }
}

/**
 * Repeats a load test until the work ends. Returns the result of the work and the figures of each repetition. If the
 * work or a repetition fails, throws after both have ended, so that nothing still uses the servers.
 */
export async function measureLoadDuring<Result>(
  work: Promise<Result>,
  requests: readonly ApiRequest[],
  options: LoadOptions,
): Promise<[Result, LoadFigures[]]> {
  let isRunning = true;
  const endingWork = work.finally(() => (isRunning = false));
  const load = (async () => {
    const figures: LoadFigures[] = [];
    while (isRunning) figures.push(await measureLoad(requests, options));
    return figures;
  })();
  await Promise.allSettled([endingWork, load]);
  return Promise.all([endingWork, load]);
}

/** Returns the quantile of values in any order, such as the median for the share 0.5. NaN for no values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

async function runLoad(
  requests: readonly ApiRequest[],
  options: LoadOptions,
  agent: Agent,
): Promise<{ times: number[]; bytes: number }> {
  const times: number[] = [];
  let bytes = 0;
  let next = 0;
  const end = performance.now() + options.seconds * 1000;
  const worker = async (): Promise<void> => {
    while (performance.now() < end) {
      const apiRequest = requests[next++ % requests.length];
      if (!apiRequest) return;
      const started = performance.now();
      const response = await exchange(options, apiRequest, agent);
      times.push(performance.now() - started);
      requireSuccess(apiRequest, response);
      bytes += response.body.reduce((sum, chunk) => sum + chunk.length, 0);
      if (options.pauseMs !== undefined) await delay(options.pauseMs);
    }
  };
  await Promise.all(Array.from({ length: options.connections ?? 1 }, worker));
  return { times, bytes };
}
