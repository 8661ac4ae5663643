/** Shows the progress of an import: a bar on a terminal, otherwise one line per second. */
import { SingleBar } from 'cli-progress';

/** Receives the progress of an import. */
export interface ImportProgress {
  /** Adds bytes that were read from the sources. */
  addBytes(bytes: number): void;
  /** Sets the total number of processed lines. */
  setLines(lines: number): void;
  /** Ends the display. */
  stop(): void;
}

/**
 * Starts the display on `stream`. `totalBytes` is null if the size is unknown. It then shows neither a bar nor a
 * percentage.
 */
export function startImportProgress(totalBytes: number | null, stream: NodeJS.WriteStream): ImportProgress {
  return stream.isTTY ? new BarProgress(totalBytes, stream) : new LineProgress(totalBytes, stream);
}

class Counts {
  lines = 0;
  bytes = 0;
  private readonly started = performance.now();

  get linesPerSecond(): number {
    return Math.round((this.lines * 1000) / Math.max(1, performance.now() - this.started));
  }
}

class BarProgress implements ImportProgress {
  private readonly counts = new Counts();
  private readonly bar: SingleBar;

  constructor(
    private readonly totalBytes: number | null,
    stream: NodeJS.WriteStream,
  ) {
    const share = totalBytes === null ? '' : `{bar} {percentage}% | ETA {eta_formatted} | `;
    this.bar = new SingleBar({
      format: `${share}{lines} lines | {rate} lines/s`,
      hideCursor: true,
      stream,
    });
    this.bar.start(totalBytes ?? 0, 0, this.payload());
  }

  addBytes(bytes: number): void {
    this.counts.bytes += bytes;
    this.bar.update(this.totalBytes === null ? 0 : this.counts.bytes, this.payload());
  }

  setLines(lines: number): void {
    this.counts.lines = lines;
    this.bar.update(this.payload());
  }

  stop(): void {
    this.bar.stop();
  }

  private payload(): { lines: number; rate: number } {
    return { lines: this.counts.lines, rate: this.counts.linesPerSecond };
  }
}

class LineProgress implements ImportProgress {
  private readonly counts = new Counts();
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly totalBytes: number | null,
    private readonly stream: NodeJS.WriteStream,
  ) {
    this.timer = setInterval(() => this.write(), 1000);
    this.timer.unref();
  }

  addBytes(bytes: number): void {
    this.counts.bytes += bytes;
  }

  setLines(lines: number): void {
    this.counts.lines = lines;
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private write(): void {
    const { lines, bytes, linesPerSecond } = this.counts;
    const share =
      this.totalBytes === null || this.totalBytes === 0 ? '' : `${Math.floor((bytes * 100) / this.totalBytes)}% `;
    this.stream.write(`import: ${share}${lines} lines, ${linesPerSecond} lines/s\n`);
  }
}
