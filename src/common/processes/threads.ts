/** Pools of worker threads. The main thread answers requests. */
import { Piscina } from 'piscina';

/** Time after which an idle thread ends. The next task starts a new one. */
const IDLE_MS = 30_000;

/** Increment of the nice value of the threads, so that the main thread has priority. Only some systems support it. */
const NICE = 10;

/** Options of a pool. */
export interface ThreadsOptions {
  readonly count: number;
  /** The module that the threads run, unless each task specifies its own. */
  readonly filename?: string;
  /** Data for each thread, copied when the thread starts. */
  readonly workerData?: object;
  /** Heap limits of a thread, in MiB. */
  readonly heap: { readonly maxOldGenerationSizeMb: number; readonly maxYoungGenerationSizeMb: number };
  /** Maximum number of tasks assigned to a thread: the current one and those that wait for it. */
  readonly concurrentTasksPerWorker: number;
  /** Called when a thread does not start or ends early. */
  readonly onError: (error: Error) => void;
}

/** Opens a pool, which starts threads for tasks. A task fails when its thread ends early or no thread can start. */
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
  // Piscina emits the event before it removes the thread from the pool.
  threads.on('workerDestroy', () => queueMicrotask(() => failWaitingTasks(threads)));
  return threads;
}

/** Fails waiting tasks when no thread is left. Piscina would start a thread only for a further task. */
function failWaitingTasks(threads: Piscina): void {
  if (threads.threads.length === 0 && threads.queueSize > 0) void threads.destroy();
}
