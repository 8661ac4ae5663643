import { ClientGoneError } from '../../common/request-context';

/**
 * All shares that one request takes, as one object. The requests of a user together hold at most
 * `CONCURRENCY_PER_USER` shares. The shares of a request are released once, when the response has ended and all work
 * for it is done.
 */
export class RequestShares {
  private holders = 0;
  private isClosed = false;
  private isReleased = false;

  constructor(private readonly release: () => void) {}

  /**
   * Holds the shares until the returned function is called, even if the client disconnects earlier. Throws
   * `ClientGoneError` if the shares are already released: the request must then do no further work.
   */
  hold(): () => void {
    if (this.isReleased) throw new ClientGoneError();
    this.holders += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.holders -= 1;
      this.releaseIfDone();
    };
  }

  /** Records that the response has ended. */
  close(): void {
    this.isClosed = true;
    this.releaseIfDone();
  }

  private releaseIfDone(): void {
    if (!this.isClosed || this.holders > 0 || this.isReleased) return;
    this.isReleased = true;
    this.release();
  }
}

/** Runs `work` and holds the shares meanwhile, if the request has any. Throws as `RequestShares.hold` does. */
export async function holdWhile<T>(shares: RequestShares | undefined, work: () => Promise<T>): Promise<T> {
  const release = shares?.hold();
  try {
    return await work();
  } finally {
    release?.();
  }
}
