/** A program that derives rows on worker threads and reports the results to its parent process. */
import { closeSync, openSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Worker } from 'node:worker_threads';
import type { DerivedMedia } from '../../../src/read-model/media/derived-rows';
import { MediaDeriver } from '../../../src/read-model/media/media-deriver';
import type { MediaSource } from '../../../src/read-model/source/media-source';
import { anySources } from '../generators/media-sources';

/** Message of the program to its parent process. */
export interface DeriverReport {
  /** Number of threads that have started before the program terminates the first one. */
  readonly threads: number;
  /** The rows of the same items, derived by worker threads and by the main thread. */
  readonly onThreads: unknown;
  readonly onMain: unknown;
  /** The error for a list that contains a malformed source. */
  readonly failure: string;
  /** Number of rows that the same deriver returns after the failure. */
  readonly rowsAfterFailure: number;
  /** Number of rows of records with a large cast. */
  readonly largeRows: number;
  /** Number of threads that have failed before the program terminates the first one. */
  readonly failedThreads: number;
  /** For each derivation with terminated threads: whether all rows are correct. */
  readonly correctDespiteTermination: readonly boolean[];
  /** Number of threads that the program started in order to terminate them. */
  readonly terminated: number;
  /** Whether all rows are correct while no file descriptor is free to start a thread. */
  readonly correctWithoutDescriptors: boolean;
}

/** Milliseconds from the start of a thread to its termination: before it is ready, or while it works. */
const TERMINATION_DELAYS_MS = [0, 5, 50, 150, 250, 400];

const SOURCES = anySources(1_000);
const LARGE_RECORDS = 250;
const LARGEST_CAST = 1_000;

async function main(): Promise<void> {
  let threads = 0;
  let failedThreads = 0;
  process.on('worker', (worker: Worker) => {
    threads += 1;
    worker.once('error', () => (failedThreads += 1));
  });
  const onThreads = deriverOf(2);
  const onMain = deriverOf(0);
  const expected = toPlainRows(await onMain.derive(SOURCES));
  const report = {
    onThreads: toPlainRows(await onThreads.derive(SOURCES)),
    onMain: expected,
    failure: await onThreads.derive([...SOURCES, 'no source']).then(String, String),
    rowsAfterFailure: (await onThreads.derive(SOURCES)).length,
    largeRows: (await onThreads.derive(largeSources())).length,
    failedThreads,
    threads,
  };
  const withTermination = await deriveWhileThreadsAreTerminated(expected);
  const correctWithoutDescriptors = await withoutDescriptors(() => isCorrect(deriverOf(1), expected));
  await Promise.all([onThreads.onApplicationShutdown(), onMain.onApplicationShutdown()]);
  process.send?.({ ...report, ...withTermination, correctWithoutDescriptors } satisfies DeriverReport, () =>
    process.disconnect(),
  );
}

async function deriveWhileThreadsAreTerminated(
  expected: readonly DerivedMedia[],
): Promise<Pick<DeriverReport, 'correctDespiteTermination' | 'terminated'>> {
  const correctDespiteTermination: boolean[] = [];
  let terminated = 0;
  for (const delayMs of TERMINATION_DELAYS_MS) {
    const terminate = (worker: Worker): void => {
      // The delay is fixed, because no event signals what the thread is doing.
      void delay(delayMs).then(() => worker.terminate());
      terminated += 1;
    };
    process.on('worker', terminate);
    const deriver = deriverOf(1);
    // The second derivation shows that the deriver works after its thread was terminated.
    correctDespiteTermination.push(await isCorrect(deriver, expected), await isCorrect(deriver, expected));
    process.off('worker', terminate);
    await deriver.onApplicationShutdown();
  }
  return { correctDespiteTermination, terminated };
}

async function isCorrect(deriver: MediaDeriver, expected: readonly DerivedMedia[]): Promise<boolean> {
  return isDeepStrictEqual(toPlainRows(await deriver.derive(SOURCES)), expected);
}

/** Runs `work` while no file descriptor is free. The parent process must limit the number of file descriptors. */
async function withoutDescriptors<T>(work: () => Promise<T>): Promise<T> {
  const descriptors: number[] = [];
  try {
    for (;;) descriptors.push(openSync('/dev/null', 'r'));
  } catch {
    return await work();
  } finally {
    for (const descriptor of descriptors) closeSync(descriptor);
  }
}

/** Replaces the getter `facets` of rows of worker threads by its value, so that all rows can be compared. */
function toPlainRows(rows: readonly DerivedMedia[]): DerivedMedia[] {
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

function deriverOf(threads: number): MediaDeriver {
  return new MediaDeriver(threads);
}

void main();
