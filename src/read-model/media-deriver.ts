import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Piscina } from 'piscina';
import type { Config } from '../common/config/config';
import { CONFIG } from '../common/config/config.token';
import { mapInSlices } from '../common/slices';
import type { SentMedia } from './derivation-thread';
import type { MediaFacet } from './facets';
import { type DerivedContext, deriveMedia, type DerivedMedia } from './media-derivation';
import { parseMediaSources } from './media-source';

/** Items handed to a thread at once, at most: taking their rows over holds the event loop for a few milliseconds. */
const TASK_ITEMS = 200;

/** Code units of their sources, but for one that is larger: a thread holds what it makes of two tasks, some ten times that. */
const TASK_MAX_CHARS = 1_000_000;

/** Milliseconds after which a thread without work ends; the next large batch starts it again. */
const IDLE_MS = 30_000;

/** MiB of a thread's heap. */
const THREAD_HEAP = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 48 };

/** Steps by which threads stand back behind the main one, which answers requests, where the system knows such steps. */
const NICE = 10;

/**
 * Derives the rows that a refresh reads the sources of, large batches on threads beside the main one: the server goes on
 * answering, and statements of other batches go on being sent. What a thread does not come to the end of, for want of
 * memory or of a file descriptor to start with, the main one derives.
 */
@Injectable()
export class MediaDeriver implements OnApplicationShutdown {
  private readonly logger = new Logger(MediaDeriver.name);
  private readonly threads: Piscina | null;

  constructor(@Inject(CONFIG) { readModel }: Pick<Config, 'readModel'>) {
    const { derivationThreads: count } = readModel;
    this.threads =
      count === 0 ? null : openThreads(count, ({ message }) => this.logger.warn(`A thread did not start: ${message}`));
  }

  /** The rows of items, in the order of their sources, which are JSON. Throws what derivation throws. */
  async derive(sources: readonly string[]): Promise<DerivedMedia[]> {
    const { threads } = this;
    if (threads === null || sources.length < TASK_ITEMS) return deriveHere(sources);
    return (await Promise.all(tasksOf(sources).map((task) => this.deriveOn(threads, task)))).flat();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.threads?.destroy();
  }

  private async deriveOn(threads: Piscina, task: readonly string[]): Promise<DerivedMedia[]> {
    try {
      return ((await threads.run(task)) as SentMedia[]).map(received);
    } catch (error) {
      const derived = await deriveHere(task);
      this.logger.warn(`Rows were derived on the main thread: ${String(error)}`);
      return derived;
    }
  }
}

function received({ context, document }: SentMedia): DerivedMedia {
  return { context: new ReceivedContext(context), document };
}

/**
 * Facets are parsed when they are asked for: rows that say what they said before change no count. A class, since V8 gives
 * each literal with a getter a hidden class of its own.
 */
class ReceivedContext implements DerivedContext {
  readonly library_id: string;
  readonly media_id: string;
  readonly media_kind: DerivedContext['media_kind'];
  readonly available: boolean;
  readonly source_hash: string;
  readonly inherited_hash: DerivedContext['inherited_hash'];
  readonly derived_hash: string;
  readonly line: string;
  readonly #facets: string;

  constructor(sent: SentMedia['context']) {
    this.library_id = sent.library_id;
    this.media_id = sent.media_id;
    this.media_kind = sent.media_kind;
    this.available = sent.available;
    this.source_hash = sent.source_hash;
    this.inherited_hash = sent.inherited_hash;
    this.derived_hash = sent.derived_hash;
    this.line = sent.line;
    this.#facets = sent.facets;
  }

  get facets(): readonly MediaFacet[] {
    return JSON.parse(this.#facets) as MediaFacet[];
  }
}

function deriveHere(sources: readonly string[]): Promise<DerivedMedia[]> {
  return mapInSlices(parseMediaSources(sources), deriveMedia);
}

/** The sources in their order, as tasks within both bounds. */
function tasksOf(sources: readonly string[]): string[][] {
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

function openThreads(count: number, onError: (error: Error) => void): Piscina {
  const threads = new Piscina({
    filename: require.resolve('./derivation-thread'),
    minThreads: 0,
    maxThreads: count,
    // The next task waits in the thread while the rows of the one before are taken over.
    concurrentTasksPerWorker: 2,
    idleTimeout: IDLE_MS,
    niceIncrement: NICE,
    resourceLimits: THREAD_HEAP,
    recordTiming: false,
  });
  threads.on('error', onError);
  // The thread is taken out of the pool after it is said to be destroyed.
  threads.on('workerDestroy', () => queueMicrotask(() => failWaitingTasks(threads)));
  return threads;
}

/** Tasks that wait when no thread is left would wait for good: only a further task has one started. */
function failWaitingTasks(threads: Piscina): void {
  if (threads.threads.length === 0 && threads.queueSize > 0) void threads.destroy();
}
