import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Piscina } from 'piscina';
import type { Config } from '../config/config';
import { CONFIG } from '../config/config.token';
import { openThreads } from './threads';

/** MiB of a thread's heap: the largest body, what is made of it and what redaction makes of that take some 50. */
const THREAD_HEAP = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 };

/** A function that a thread may run: `module` exports it under its own name, and both ends can be copied. */
export interface ThreadWork<Task, Result> {
  /** Absolute path of the module. */
  readonly module: string;
  readonly run: (task: Task) => Result;
}

/**
 * Runs what would hold the event loop for more than a few milliseconds on threads. What a thread does not come to the
 * end of, for want of memory or of a file descriptor to start with, the main thread runs.
 */
@Injectable()
export class WorkThreads implements OnApplicationShutdown {
  private readonly logger = new Logger(WorkThreads.name);
  private readonly threads: Piscina | null;

  constructor(@Inject(CONFIG) { workThreads: count }: Pick<Config, 'workThreads'>) {
    const onError = (error: Error): void => this.logger.warn('A thread did not start.', error);
    this.threads = count === 0 ? null : openThreads({ count, heap: THREAD_HEAP, concurrentTasksPerWorker: 1, onError });
  }

  /** What the work makes of the task. Throws what the work throws. */
  async run<Task, Result>(work: ThreadWork<Task, Result>, task: Task): Promise<Result> {
    if (this.threads === null) return work.run(task);
    try {
      return (await this.threads.run(task, { filename: work.module, name: work.run.name })) as Result;
    } catch (error) {
      const result = work.run(task);
      this.logger.warn('The main thread did the work of a thread.', error);
      return result;
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.threads?.destroy();
  }
}
