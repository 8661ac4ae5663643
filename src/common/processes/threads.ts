/** Opens pools of worker threads, so that the main thread can answer requests. */
import { Piscina } from 'piscina';

/** Time after which an idle thread ends. The next task starts a new thread. */
const IDLE_MS = 30_000;

/** Increment of the nice value of the threads, which gives the main thread priority. Only some systems support it. */
const NICE = 10;

interface ThreadsOptions {
  /** Maximum number of threads. */
  readonly count: number;
  /** The module that the threads run, unless each task specifies its own. */
  readonly filename?: string;
  /** Data for each thread, copied when the thread starts. */
  readonly workerData?: object;
  /** Heap limits of a thread, in MiB. */
  readonly heap: { readonly maxOldGenerationSizeMb: number; readonly maxYoungGenerationSizeMb: number };
  /** Maximum number of tasks assigned to a thread: the running task and the tasks that wait for it. */
  readonly concurrentTasksPerWorker: number;
  /** Called when a thread without tasks fails, for example at its start. If it has tasks, they fail instead. */
  readonly onError: (error: Error) => void;
}

/** Opens a pool. It starts threads when it has tasks. A task fails if its thread ends early or no thread can start. */
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

/** Fails the waiting tasks if no thread is left: only a new task starts a thread. The pool stays usable. */
function failWaitingTasks(threads: Piscina): void {
  if (threads.threads.length === 0 && threads.queueSize > 0) void threads.destroy();
}
