import { Agent, request } from 'node:http';

/** One request of a load. */
export interface LoadRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: unknown;
}

/** What a load came to; times in milliseconds. */
export interface LoadFigures {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
  /** Bytes of the mean body. */
  readonly bytes: number;
}

/** How hard to press. */
export interface LoadOptions {
  readonly url: string;
  readonly token: string;
  readonly seconds: number;
  /** Requests in flight; default 1, so that times hold no waiting for one another. */
  readonly connections?: number;
}

/** Sends the requests in turn for some seconds, after a second of warm-up. Throws at an answer that is no success. */
export async function measureLoad(requests: readonly LoadRequest[], options: LoadOptions): Promise<LoadFigures> {
  const agent = new Agent({ keepAlive: true, maxSockets: options.connections ?? 1 });
  try {
    await press(requests, { ...options, seconds: Math.min(1, options.seconds) }, agent);
    const started = performance.now();
    const { times, bytes } = await press(requests, options, agent);
    const seconds = (performance.now() - started) / 1000;
    times.sort((a, b) => a - b);
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

/** The value below which the given share of sorted times lies. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

async function press(
  requests: readonly LoadRequest[],
  options: LoadOptions,
  agent: Agent,
): Promise<{ times: number[]; bytes: number }> {
  const times: number[] = [];
  let bytes = 0;
  let next = 0;
  const end = performance.now() + options.seconds * 1000;
  const worker = async (): Promise<void> => {
    while (performance.now() < end) {
      const one = requests[next++ % requests.length];
      if (!one) return;
      const started = performance.now();
      const size = await send(one, options, agent);
      bytes += size;
      times.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: options.connections ?? 1 }, worker));
  return { times, bytes };
}

function send(one: LoadRequest, options: LoadOptions, agent: Agent): Promise<number> {
  const body = one.body === undefined ? undefined : JSON.stringify(one.body);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      options.url + one.path,
      {
        method: one.method,
        agent,
        headers: {
          authorization: `Bearer ${options.token}`,
          ...(body === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        },
      },
      (response) => {
        let size = 0;
        const parts: Buffer[] = [];
        const failed = (response.statusCode ?? 500) >= 300;
        response.on('data', (part: Buffer) => {
          size += part.length;
          if (failed) parts.push(part);
        });
        response.on('error', reject);
        response.on('end', () => {
          if (!failed) return resolve(size);
          const text = Buffer.concat(parts).toString('utf8').slice(0, 300);
          reject(new Error(`${one.method} ${one.path}: ${response.statusCode} ${text}`));
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
