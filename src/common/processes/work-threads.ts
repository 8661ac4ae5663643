import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Piscina } from 'piscina';
import type { Config } from '../config/config';
import { CONFIG } from '../config/config.token';
import { openThreads } from './threads';

/**
 * Heap limits of a thread, in MiB. A body of the default `BODY_LIMIT_BYTES`, its parsed value and its redacted copy
 * need less than 50 MiB. A body of 64 MiB, the maximum of this setting, exceeds the limits.
 */
const THREAD_HEAP = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 };

/**
 * A function that a thread can run. `module` must export the function under the name `run.name`. The structured clone
 * algorithm must be able to copy tasks and results.
 */
export interface ThreadWork<Task, Result> {
  /** Absolute path of the module. */
  readonly module: string;
  readonly run: (task: Task) => Result;
}

/**
 * Runs work on threads. Use it for work that would block the event loop for more than a few milliseconds. If a thread
 * fails, for example for lack of memory, or if `WORK_THREADS` is 0, the main thread runs the work.
 */
@Injectable()
export class WorkThreads implements OnApplicationShutdown {
  private readonly logger = new Logger(WorkThreads.name);
  private readonly threads: Piscina | null;

  constructor(@Inject(CONFIG) { workThreads: count }: Pick<Config, 'workThreads'>) {
    const onError = (error: Error): void => this.logger.warn('A worker thread failed to start or ended early.', error);
    this.threads = count === 0 ? null : openThreads({ count, heap: THREAD_HEAP, concurrentTasksPerWorker: 1, onError });
  }

  /** Returns the result of the work for the task. Throws what the work throws. */
  async run<Task, Result>(work: ThreadWork<Task, Result>, task: Task): Promise<Result> {
    if (this.threads === null) return work.run(task);
    try {
      return (await this.threads.run(task, { filename: work.module, name: work.run.name })) as Result;
    } catch (error) {
      // If the work itself has thrown, it throws again here, and the warning about the thread is not logged.
      const result = work.run(task);
      this.logger.warn('A worker thread failed, so the main thread ran its task.', error);
      return result;
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.threads?.destroy();
  }
}
