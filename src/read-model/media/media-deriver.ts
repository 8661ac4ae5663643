import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Piscina } from 'piscina';
import { mapInSlices } from '../../common/processes/slices';
import { openThreads } from '../../common/processes/threads';
import type { MediaFacet } from '../../database/entities/read-model/media-context.entity';
import { MediaDerivation } from './media-derivation';
import { type DerivedMedia, type MediaMessage, DERIVED_COLUMNS } from './derived-rows';
import { parseMediaSources } from '../source/media-source';

/**
 * Maximum number of items of a task. Receiving their rows blocks the event loop for a few milliseconds. The main thread
 * derives batches with fewer items itself.
 */
const TASK_ITEMS = 200;

/**
 * Maximum number of code units of the sources of a task, unless one source is larger. A thread holds the rows of two
 * tasks, which take about ten times as much memory as their sources.
 */
const TASK_MAX_CHARS = 1_000_000;

export const DERIVATION = new MediaDerivation(DERIVED_COLUMNS);

/** Heap limits of a thread in MiB. */
const THREAD_HEAP = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 48 };

/**
 * Derives rows for a refresh. Threads derive large batches, so that the main thread can answer requests and send the
 * statements of other batches. If a thread fails, the main thread derives the rows.
 */
@Injectable()
export class MediaDeriver implements OnApplicationShutdown {
  private readonly logger = new Logger(MediaDeriver.name);
  private readonly threads: Piscina | null;

  /** `count` is the number of threads; with 0, the main thread derives all rows. */
  constructor(count: number) {
    this.threads =
      count === 0
        ? null
        : openThreads({
            count,
            filename: require.resolve('./derivation-thread'),
            workerData: DERIVED_COLUMNS,
            heap: THREAD_HEAP,
            // The next task waits in the thread while the main thread receives the rows of the previous one.
            concurrentTasksPerWorker: 2,
            onError: (error) => this.logger.warn('A derivation thread failed to start or ended early.', error),
          });
  }

  /** Returns the rows of items in the order of `sources`, which are JSON texts. Throws the errors of the derivation. */
  async derive(sources: readonly string[]): Promise<DerivedMedia[]> {
    const { threads } = this;
    if (threads === null || sources.length < TASK_ITEMS) return deriveOnMainThread(sources);
    return (await Promise.all(splitIntoTasks(sources).map((task) => this.deriveOnThread(threads, task)))).flat();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.threads?.destroy();
  }

  private async deriveOnThread(threads: Piscina, task: readonly string[]): Promise<DerivedMedia[]> {
    try {
      return ((await threads.run(task)) as MediaMessage[]).map(parseMessage);
    } catch (error) {
      const derived = await deriveOnMainThread(task);
      this.logger.warn('A derivation thread failed, so the main thread derived its rows.', error);
      return derived;
    }
  }
}

/** Parses facets only on demand, because most rows of a refresh do not change and so change no count. */
function parseMessage({ context: { facets, ...context }, document }: MediaMessage): DerivedMedia {
  return {
    context: {
      ...context,
      get facets() {
        return JSON.parse(facets) as MediaFacet[];
      },
    },
    document,
  };
}

function deriveOnMainThread(sources: readonly string[]): Promise<DerivedMedia[]> {
  return mapInSlices(parseMediaSources(sources), (source) => DERIVATION.derive(source));
}

/** Splits the sources into tasks within `TASK_ITEMS` and `TASK_MAX_CHARS`, in their order. */
function splitIntoTasks(sources: readonly string[]): string[][] {
  const tasks: string[][] = [];
  let task: string[] = [];
  let chars = 0;
  for (const source of sources) {
    if (task.length > 0 && (task.length === TASK_ITEMS || chars + source.length > TASK_MAX_CHARS)) {
      tasks.push(task);
      task = [];
      chars = 0;
    }
    task.push(source);
    chars += source.length;
  }
  return [...tasks, task];
}
