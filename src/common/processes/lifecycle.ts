import { Injectable } from '@nestjs/common';

/** Whether the service is stopping. A stop can be requested before the service listens. */
@Injectable()
export class Lifecycle {
  private stopping = false;

  /** True after a stop was requested. Readiness then fails, while requests in flight are still processed. */
  get isStopping(): boolean {
    return this.stopping;
  }

  /** Starts the stop. A stop cannot be cancelled. */
  beginStop(): void {
    this.stopping = true;
  }
}
