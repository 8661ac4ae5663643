/** Pools of threads beside the main one, which answers requests. */
import { Piscina } from 'piscina';

/** Milliseconds after which a thread without work ends; the next task starts it again. */
const IDLE_MS = 30_000;

/** Steps by which threads stand back behind the main one, where the system knows such steps. */
const NICE = 10;

/** What a pool is made of. */
export interface ThreadsOptions {
  readonly count: number;
  /** The file of the threads, unless each task names its own. */
  readonly filename?: string;
  /** What each thread is given when it starts, copied value by value. */
  readonly workerData?: object;
  /** MiB of a thread's heap. */
  readonly heap: { readonly maxOldGenerationSizeMb: number; readonly maxYoungGenerationSizeMb: number };
  /** Tasks that a thread holds: the one it works on, and those that wait in it. */
  readonly concurrentTasksPerWorker: number;
  /** Called when a thread does not start or ends early. */
  readonly onError: (error: Error) => void;
}

/** A pool that has no thread until there is a task. A task fails when its thread ends, or when none can start. */
export function openThreads({ count, heap, onError, ...options }: ThreadsOptions): Piscina {
  const threads = new Piscina({
    ...options,
    minThreads: 0,
    maxThreads: count,
    idleTimeout: IDLE_MS,
    niceIncrement: NICE,
    resourceLimits: heap,
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
