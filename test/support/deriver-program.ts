/** A process of its own that derives rows on threads, and reports to the process that started it. */
import { randomBytes } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Worker } from 'node:worker_threads';
import { loadConfig } from '../../src/common/config/config';
import type { DerivedMedia } from '../../src/read-model/media/media-derivation';
import { MediaDeriver } from '../../src/read-model/media/media-deriver';
import type { MediaSource } from '../../src/read-model/source/media-source';
import { anySources } from './media-sources';

/** What the program sends. */
export interface DeriverReport {
  /** Threads that were started. */
  readonly threads: number;
  /** The rows of many items as threads gave them, and as the main thread did. */
  readonly onThreads: unknown;
  readonly onMain: unknown;
  /** What was said of sources one of which is broken. */
  readonly failure: string;
  /** Rows of as many items, after that. */
  readonly afterwards: number;
  /** Rows of records as large as records may be, and threads that did not survive them. */
  readonly large: number;
  readonly exhausted: number;
  /** For threads that end at some moment: whether all rows came as they should, and how many threads were ended. */
  readonly wholeDespiteEnds: readonly boolean[];
  readonly ended: number;
  /** The same while no file descriptor is left to start a thread with. */
  readonly wholeWithoutDescriptors: boolean;
}

/** After so many milliseconds of a thread's life, from before it is ready to while it works. */
const MOMENTS = [0, 5, 50, 150, 250, 400];

const SOURCES = anySources(1_000);
const LARGE_RECORDS = 250;
const LARGEST_CAST = 1_000;

async function main(): Promise<void> {
  let threads = 0;
  let exhausted = 0;
  process.on('worker', (worker: Worker) => {
    threads += 1;
    worker.once('error', () => (exhausted += 1));
  });
  const onThreads = deriverOf('2');
  const onMain = deriverOf('0');
  const expected = plain(await onMain.derive(SOURCES));
  const report = {
    onThreads: plain(await onThreads.derive(SOURCES)),
    onMain: expected,
    failure: await onThreads.derive([...SOURCES, 'no source']).then(String, String),
    afterwards: (await onThreads.derive(SOURCES)).length,
    large: (await onThreads.derive(largeSources())).length,
    exhausted,
    threads,
  };
  const withEnds = await deriveWhileThreadsEnd(expected);
  const wholeWithoutDescriptors = await withoutDescriptors(() => isWhole(deriverOf('1'), expected));
  await Promise.all([onThreads.onApplicationShutdown(), onMain.onApplicationShutdown()]);
  process.send?.({ ...report, ...withEnds, wholeWithoutDescriptors } satisfies DeriverReport, () =>
    process.disconnect(),
  );
}

async function deriveWhileThreadsEnd(
  expected: readonly DerivedMedia[],
): Promise<Pick<DeriverReport, 'wholeDespiteEnds' | 'ended'>> {
  const wholeDespiteEnds: boolean[] = [];
  let ended = 0;
  for (const moment of MOMENTS) {
    const end = (worker: Worker): void => {
      // Time is the subject: a thread ends at a moment of its work that nothing else tells.
      void delay(moment).then(() => worker.terminate());
      ended += 1;
    };
    process.on('worker', end);
    const deriver = deriverOf('1');
    wholeDespiteEnds.push(await isWhole(deriver, expected), await isWhole(deriver, expected));
    process.off('worker', end);
    await deriver.onApplicationShutdown();
  }
  return { wholeDespiteEnds, ended };
}

async function isWhole(deriver: MediaDeriver, expected: readonly DerivedMedia[]): Promise<boolean> {
  return isDeepStrictEqual(plain(await deriver.derive(SOURCES)), expected);
}

/** Whoever started this process gave it few descriptors. */
async function withoutDescriptors<T>(work: () => Promise<T>): Promise<T> {
  const taken: number[] = [];
  try {
    for (;;) taken.push(openSync('/dev/null', 'r'));
  } catch {
    return await work();
  } finally {
    for (const descriptor of taken) closeSync(descriptor);
  }
}

/** What the rows say, wherever they were derived. */
function plain(rows: readonly DerivedMedia[]): DerivedMedia[] {
  return rows.map(({ context, document }) => ({ context: { ...context, facets: context.facets }, document }));
}

function largeSources(): string[] {
  const [first] = SOURCES.map((source) => JSON.parse(source) as MediaSource);
  const people = Array.from({ length: LARGEST_CAST }, (_, index) => {
    return { name: `Given${index} Middle${index} Family${index}`, role: 'actor', character: `Character ${index}` };
  });
  const source = JSON.stringify({ ...first, people });
  return Array.from({ length: LARGE_RECORDS }, () => source);
}

function deriverOf(threads: string): MediaDeriver {
  const JWT_SECRET = randomBytes(48).toString('base64');
  return new MediaDeriver(loadConfig({ NODE_ENV: 'test', JWT_SECRET, DERIVATION_THREADS: threads }));
}

void main();
