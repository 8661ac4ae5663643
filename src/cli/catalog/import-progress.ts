/** Shows the progress of an import: a bar on a terminal, otherwise a line at the start, each second, and at the end. */
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
  const started = performance.now();
  const progress = { bytes: 0, lines: 0 };
  const payload = (): { lines: number; rate: number } => {
    const { lines } = progress;
    return { lines, rate: Math.round((lines * 1000) / Math.max(1, performance.now() - started)) };
  };
  const prefix = stream.isTTY ? '' : 'import: ';
  const share = stream.isTTY ? '{bar} {percentage}% | ETA {eta_formatted} | ' : '{percentage}% ';
  const display = new SingleBar({
    format: `${prefix}${totalBytes === null ? '' : share}{lines} lines, {rate} lines/s`,
    hideCursor: true,
    noTTYOutput: true,
    notTTYSchedule: 1000,
    stream,
  });
  display.start(totalBytes ?? 0, 0, payload());
  return {
    addBytes: (bytes) => {
      progress.bytes += bytes;
      display.update(totalBytes === null ? 0 : progress.bytes, payload());
    },
    setLines: (lines) => {
      progress.lines = lines;
      display.update(payload());
    },
    stop: () => display.stop(),
  };
}
