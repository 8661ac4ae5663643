/** Shows how far an import is: a bar on a terminal, else a line a second; always on standard error. */
import { SingleBar } from 'cli-progress';

/** What an import tells while it runs. */
export interface ImportProgress {
  /** More bytes were read from the sources. */
  addBytes(bytes: number): void;
  /** So many lines were dealt with in all. */
  setLines(lines: number): void;
  /** Nothing more follows. */
  stop(): void;
}

/** A bar when `stream` is a terminal, else lines. `totalBytes` is null when it is not known beforehand. */
export function startImportProgress(totalBytes: number | null, stream: NodeJS.WriteStream): ImportProgress {
  return stream.isTTY ? new BarProgress(totalBytes, stream) : new LineProgress(totalBytes, stream);
}

class Rate {
  lines = 0;
  bytes = 0;
  private readonly started = performance.now();

  get linesPerSecond(): number {
    return Math.round((this.lines * 1000) / Math.max(1, performance.now() - this.started));
  }
}

class BarProgress implements ImportProgress {
  private readonly rate = new Rate();
  private readonly bar: SingleBar;

  constructor(
    private readonly totalBytes: number | null,
    stream: NodeJS.WriteStream,
  ) {
    const known = totalBytes === null ? '' : `{bar} {percentage}% | ETA {eta_formatted} | `;
    this.bar = new SingleBar({
      format: `${known}{lines} rows | {rate} rows/s`,
      hideCursor: true,
      stream,
    });
    this.bar.start(totalBytes ?? 0, 0, this.payload());
  }

  addBytes(bytes: number): void {
    this.rate.bytes += bytes;
    this.bar.update(this.totalBytes === null ? 0 : this.rate.bytes, this.payload());
  }

  setLines(lines: number): void {
    this.rate.lines = lines;
    this.bar.update(this.payload());
  }

  stop(): void {
    this.bar.stop();
  }

  private payload(): { lines: number; rate: number } {
    return { lines: this.rate.lines, rate: this.rate.linesPerSecond };
  }
}

class LineProgress implements ImportProgress {
  private readonly rate = new Rate();
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly totalBytes: number | null,
    private readonly stream: NodeJS.WriteStream,
  ) {
    this.timer = setInterval(() => this.write(), 1000);
    this.timer.unref();
  }

  addBytes(bytes: number): void {
    this.rate.bytes += bytes;
  }

  setLines(lines: number): void {
    this.rate.lines = lines;
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private write(): void {
    const { lines, bytes, linesPerSecond } = this.rate;
    const share =
      this.totalBytes === null || this.totalBytes === 0 ? '' : `${Math.floor((bytes * 100) / this.totalBytes)}% `;
    this.stream.write(`import: ${share}${lines} rows, ${linesPerSecond} rows/s\n`);
  }
}
