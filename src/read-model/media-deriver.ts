import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Piscina } from 'piscina';
import type { Config } from '../common/config/config';
import { CONFIG } from '../common/config/config.token';
import { mapInSlices } from '../common/slices';
import { deriveMedia, type DerivedMedia } from './media-derivation';
import { parseMediaSources } from './media-source';

/** Items handed to a thread at once: taking their rows over holds the event loop for a few milliseconds. */
const TASK_ITEMS = 200;

/** Milliseconds after which a thread without work ends; the next large batch starts it again. */
const IDLE_MS = 30_000;

/** MiB of a thread's heap: what lives as long as the thread is small, nearly all of it is garbage at once. */
const THREAD_HEAP = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 48 };

/**
 * Derives the rows that a refresh reads the sources of, large batches on threads beside the main one: the server goes on
 * answering, and statements of other batches go on being sent.
 */
@Injectable()
export class MediaDeriver implements OnApplicationShutdown {
  private readonly threads: Piscina | null;

  constructor(@Inject(CONFIG) { readModel }: Pick<Config, 'readModel'>) {
    this.threads = readModel.derivationThreads === 0 ? null : openThreads(readModel.derivationThreads);
  }

  /** The rows of items, in the order of their sources, which are JSON. Throws what derivation throws. */
  async derive(sources: readonly string[]): Promise<DerivedMedia[]> {
    const { threads } = this;
    if (threads === null || sources.length < TASK_ITEMS) return mapInSlices(parseMediaSources(sources), deriveMedia);
    const tasks: Promise<DerivedMedia[]>[] = [];
    for (let start = 0; start < sources.length; start += TASK_ITEMS) {
      tasks.push(threads.run(sources.slice(start, start + TASK_ITEMS)) as Promise<DerivedMedia[]>);
    }
    return (await Promise.all(tasks)).flat();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.threads?.destroy();
  }
}

function openThreads(count: number): Piscina {
  return new Piscina({
    filename: require.resolve('./derivation-thread'),
    minThreads: 0,
    maxThreads: count,
    // The next task waits in the thread while the rows of the one before are taken over.
    concurrentTasksPerWorker: 2,
    idleTimeout: IDLE_MS,
    resourceLimits: THREAD_HEAP,
    recordTiming: false,
  });
}
