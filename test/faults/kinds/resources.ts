/** Faults of resources: full disks, jumping clocks, and input that could use much memory. */
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { eventually } from '../../support/eventually';
import type { FaultKind } from '../fault-kind';
import type { TestedSystem } from '../tested-system';
import { fillDisk } from '../limited-disk';
import type { ServerProcess } from '../server-process';

/** Milliseconds until a clock that is ahead goes back. */
const CLOCK_AHEAD_MS = 600;
/** Node loads this file before the server. SIGUSR2 then moves the clock of the server ahead, SIGWINCH back. */
const CLOCK = join(__dirname, 'moving-clock.js');
/** Maximum growth of the resident memory of a server during one import, in MB. */
const GROWTH_MAX_MB = 300;
const UPLOAD_MAX_MS = 60_000;

const residentMb = ({ pid }: ServerProcess): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/** Statuses of a refused import that is sent again: too many imports are in progress. */
const BUSY: ReadonlySet<number> = new Set([429, 503]);

/**
 * Sends an import of `parts` equal parts to the first server. Sends it again while the server has too many
 * imports. Throws if the server answers with another 5xx, or if its memory grows too much.
 */
function sendImport(
  makePart: () => Buffer,
  parts: number,
  headers: Readonly<Record<string, string>> = {},
): FaultKind['inject'] {
  return async (system) => {
    const [first] = system.servers;
    const part = makePart();
    const before = residentMb(first);
    let peak = before;
    const result = await eventually(async () => {
      const code = await upload(system, first, part, parts, headers, () => {
        peak = Math.max(peak, residentMb(first));
      });
      return !BUSY.has(code) && { code };
    }, UPLOAD_MAX_MS);
    // The status 0 is allowed: the server refused the rest of the body and closed the connection.
    if (result.code >= 500) throw new Error(`The import was answered with ${result.code}.`);
    const growth = Math.max(peak, residentMb(first)) - before;
    if (growth > GROWTH_MAX_MB) throw new Error(`The server took ${growth.toFixed()} MB for an import.`);
    return () => undefined;
  };
}

/** Sends one import and calls `onPart` before each part. Returns the status, or 0 if the connection closes first. */
async function upload(
  system: TestedSystem,
  { url }: ServerProcess,
  part: Buffer,
  parts: number,
  headers: Readonly<Record<string, string>>,
  onPart: () => void,
): Promise<number> {
  const outgoing = request(`${url}/api/v1/admin/catalog/import`, {
    method: 'POST',
    headers: { ...system.authorization, 'content-type': 'application/x-ndjson', ...headers },
  });
  const status = new Promise<number>((settle) => {
    outgoing.once('response', (answer) => {
      answer.resume();
      settle(answer.statusCode ?? 0);
    });
    outgoing.once('error', () => settle(0));
  });
  for (let sent = 0; sent < parts && !outgoing.destroyed; sent += 1) {
    onPart();
    if (!outgoing.write(part)) await Promise.race([new Promise((settle) => outgoing.once('drain', settle)), status]);
  }
  outgoing.end();
  return status;
}

/** Restarts the first server with options of Node, and restarts it without them at the end of the fault. */
const restartServerWith = (
  options: readonly string[],
  afterStart: (server: ServerProcess) => Promise<void> | void = () => undefined,
): Pick<FaultKind, 'inject' | 'mayEnd'> => ({
  mayEnd: true,
  inject: async ({ servers: [first] }: TestedSystem) => {
    await first.end('SIGTERM');
    await first.start({}, options);
    await afterStart(first);
    return async () => {
      const code = await first.end('SIGTERM');
      if (code !== 0) throw new Error(`The server ended with ${code}.`);
      await first.start();
    };
  },
});

/** Why this machine has no small disk that a fault can fill; null if it has one. */
export const whyNoSmallDisk = ({ hasSmallDisk }: TestedSystem): string | null =>
  hasSmallDisk ? null : 'this machine cannot mount a disk';

/** Faults of disks, clocks and memory. */
export const RESOURCE_KINDS: readonly FaultKind[] = [
  {
    name: 'a full disk of the database',
    whyImpossible: whyNoSmallDisk,
    holdMs: 1_500,
    inject: ({ cluster }: TestedSystem) => {
      const freeDisk = fillDisk(cluster.directory);
      return async () => {
        freeDisk();
        // The database server stops if it cannot write its WAL.
        await cluster.start();
      };
    },
  },
  {
    name: 'a full disk of the database at a checkpoint',
    whyImpossible: whyNoSmallDisk,
    inject: async ({ cluster }: TestedSystem) => {
      const freeDisk = fillDisk(cluster.directory);
      await cluster.query('CHECKPOINT').catch(() => undefined);
      return async () => {
        freeDisk();
        await cluster.start();
      };
    },
  },
  {
    name: 'a clock that jumps ten minutes ahead',
    ...restartServerWith(['--require', CLOCK], (server) => server.signal('SIGUSR2')),
  },
  {
    name: 'a clock that jumps ten minutes ahead and back',
    ...restartServerWith(['--require', CLOCK], async (server) => {
      server.signal('SIGUSR2');
      const startedAt = performance.now();
      // Meanwhile, the clients write to a server whose clock is ahead.
      await eventually(() => performance.now() - startedAt > CLOCK_AHEAD_MS);
      server.signal('SIGWINCH');
    }),
  },
  { name: 'a heap of 128 MB', holdMs: 2_000, ...restartServerWith(['--max-old-space-size=128']) },
  {
    name: 'a line of 200 MB',
    isSlow: true,
    mayBeLate: true,
    inject: sendImport(() => Buffer.alloc(1_048_576, 'x'), 200),
  },
  {
    name: '2,000,000 tiny lines',
    isSlow: true,
    mayBeLate: true,
    inject: sendImport(() => Buffer.from('1\n'.repeat(20_000)), 100),
  },
  {
    name: '200 MB of line breaks',
    isSlow: true,
    mayBeLate: true,
    inject: sendImport(() => Buffer.alloc(1_048_576, '\n'), 200),
  },
  {
    name: 'a gzip bomb',
    inject: sendImport(() => gzipSync(Buffer.alloc(150 * 1_048_576, '\n')), 1, { 'content-encoding': 'gzip' }),
  },
];
