/** Shows the progress of an import: a bar on a terminal, otherwise a line each second and at the end. */
import { SingleBar } from 'cli-progress';

/** Receives the progress of an import. */
export interface ImportProgress {
  /** Adds bytes that were read from the sources. */
  addBytes(bytes: number): void;
  /** Sets the number of lines processed so far. */
  setLines(lines: number): void;
  /** Ends the display. */
  stop(): void;
}

/** Reads the counts that a display shows. `rate` is in lines per second. */
type ReadCounts = () => { readonly bytes: number; readonly lines: number; readonly rate: number };

/** Shows the counts on a stream. `update` is called after each change; a display with a timer may ignore it. */
interface Display {
  update(): void;
  stop(): void;
}

/** Time between two lines of progress, if the stream is not a terminal. */
const LINE_INTERVAL_MS = 1_000;

/**
 * Starts the display on `stream`. `totalBytes` is null if the size is unknown. The display then has neither a bar nor a
 * percentage.
 */
export function startImportProgress(totalBytes: number | null, stream: NodeJS.WriteStream): ImportProgress {
  const started = performance.now();
  const progress = { bytes: 0, lines: 0 };
  const readCounts: ReadCounts = () => {
    const rate = Math.round((progress.lines * 1000) / Math.max(1, performance.now() - started));
    return { ...progress, rate };
  };
  const display = (stream.isTTY ? startBar : startLines)(totalBytes, stream, readCounts);
  return {
    addBytes: (bytes) => {
      progress.bytes += bytes;
      display.update();
    },
    setLines: (lines) => {
      progress.lines = lines;
      display.update();
    },
    stop: () => display.stop(),
  };
}

function startBar(totalBytes: number | null, stream: NodeJS.WriteStream, readCounts: ReadCounts): Display {
  const barFormat = totalBytes === null ? '' : '{bar} {percentage}% | ETA {eta_formatted} | ';
  const bar = new SingleBar({ format: `${barFormat}{lines} lines, {rate} lines/s`, hideCursor: true, stream });
  bar.start(totalBytes ?? 0, 0, readCounts());
  const update = (): void => {
    const { bytes, ...payload } = readCounts();
    bar.update(totalBytes === null ? 0 : bytes, payload);
  };
  return { update, stop: () => bar.stop() };
}

function startLines(totalBytes: number | null, stream: NodeJS.WriteStream, readCounts: ReadCounts): Display {
  const print = (): void => {
    const { bytes, lines, rate } = readCounts();
    const percentage = totalBytes === null ? '' : `${Math.floor((100 * bytes) / Math.max(1, totalBytes))}% `;
    stream.write(`import: ${percentage}${lines} lines, ${rate} lines/s\n`);
  };
  const timer = setTimeout(() => {
    print();
    timer.refresh();
  }, LINE_INTERVAL_MS);
  const stop = (): void => {
    clearTimeout(timer);
    print();
  };
  return { update: () => undefined, stop };
}
