/**
 * The shares of its caller that one request takes, as one object. They are released when the response has ended and all
 * work for the request is done.
 */
export class Share {
  private holders = 0;
  private isClosed = false;

  constructor(private readonly release: () => void) {}

  /** Holds the shares until the returned function is called, even if the client disconnects earlier. */
  hold(): () => void {
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
    if (this.isClosed && this.holders === 0) this.release();
  }
}
