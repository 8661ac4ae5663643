/** Whether the service takes work: readiness asks here, the stop sets it. */
export class Lifecycle {
  private stopping = false;

  /** True from the moment a stop was asked for; readiness then fails while requests in flight still end. */
  get isStopping(): boolean {
    return this.stopping;
  }

  /** Begins the stop. There is no way back. */
  beginStop(): void {
    this.stopping = true;
  }
}
