/** Cuts a byte stream into lines of UTF-8 text, in memory bounded by the longest line. */
import { isUtf8 } from 'node:buffer';
import { LineError } from './line-error';

/** A line with something on it, or why it cannot be one. Numbers count from 1, blank lines included. */
export type SplitLine =
  | { readonly number: number; readonly text: string; readonly error?: undefined }
  | { readonly number: number; readonly text?: undefined; readonly error: LineError };

/** Longest line, in bytes, without its end. */
export const LINE_MAX_BYTES = 1_048_576;

/** How much of a chunk is split at once, so that one huge chunk does not become one huge list of lines. */
const SLICE_BYTES = 65_536;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const BLANK = /^[ \t\r]*$/;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Gives the lines of a source as they arrive, a list per piece read. Lines end with LF or CRLF, the last one may have
 * no end; a byte order mark at the start and blank lines are skipped. A line that is too long is dropped while it
 * arrives and reported once. Errors of the source pass through.
 */
export async function* splitLines(
  source: AsyncIterable<Buffer | string>,
  maxLineBytes = LINE_MAX_BYTES,
): AsyncGenerator<SplitLine[]> {
  const splitter = new LineSplitter(maxLineBytes);
  for await (const piece of source) {
    const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece;
    for (let start = 0; start < chunk.length; start += SLICE_BYTES) {
      const lines = splitter.push(chunk.subarray(start, start + SLICE_BYTES));
      if (lines.length > 0) yield lines;
    }
  }
  const last = splitter.end();
  if (last.length > 0) yield last;
}

class LineSplitter {
  /** The beginning of the line under way, in the pieces it came in. */
  private pieces: Buffer[] = [];
  private pendingBytes = 0;
  private number = 1;

  constructor(private readonly maxLineBytes: number) {}

  push(chunk: Buffer): SplitLine[] {
    const lines: SplitLine[] = [];
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      this.hold(chunk.subarray(start, end));
      this.finishLine(lines);
      start = end + 1;
    }
    // What is held outlives the chunk, which its source may reuse or which may be far larger.
    if (start < chunk.length) this.hold(Buffer.from(chunk.subarray(start)));
    return lines;
  }

  end(): SplitLine[] {
    const lines: SplitLine[] = [];
    if (this.pendingBytes > 0) this.finishLine(lines);
    return lines;
  }

  /** Keeps a piece of the line under way; from the first byte too many (a CR may be one) nothing is kept. */
  private hold(piece: Buffer): void {
    this.pendingBytes += piece.length;
    if (this.pendingBytes > this.maxLineBytes + 1) this.pieces = [];
    else if (piece.length > 0) this.pieces.push(piece);
  }

  private finishLine(lines: SplitLine[]): void {
    const line = this.readLine();
    if (line !== null) lines.push(line);
    this.pieces = [];
    this.pendingBytes = 0;
    this.number += 1;
  }

  private readLine(): SplitLine | null {
    const { number } = this;
    const refusal = (code: 'line-too-long' | 'invalid-utf8', message: string): SplitLine => ({
      number,
      error: new LineError(code, message),
    });
    const tooLong = `must not be longer than ${this.maxLineBytes} bytes`;
    if (this.pendingBytes > this.maxLineBytes + 1) return refusal('line-too-long', `The line ${tooLong}.`);
    const bytes = this.trim(this.pieces.length === 1 && this.pieces[0] ? this.pieces[0] : Buffer.concat(this.pieces));
    if (bytes.length > this.maxLineBytes) return refusal('line-too-long', `The line ${tooLong}.`);
    if (!isUtf8(bytes)) return refusal('invalid-utf8', 'The line must be UTF-8.');
    const text = bytes.toString();
    return BLANK.test(text) ? null : { number, text };
  }

  private trim(bytes: Buffer): Buffer {
    const hasMark = this.number === 1 && bytes.subarray(0, 3).equals(BYTE_ORDER_MARK);
    const end = bytes.at(-1) === CARRIAGE_RETURN ? bytes.length - 1 : bytes.length;
    return bytes.subarray(hasMark ? 3 : 0, end);
  }
}
