/** Splits a byte stream into lines of UTF-8 text, in limited memory. */
import { isUtf8 } from 'node:buffer';
import { LineError } from './line-error';

/**
 * A line that is not blank, or the error of a line that cannot be read. Numbers count from 1 and include blank lines.
 */
export type SplitLine =
  | { readonly number: number; readonly text: string; readonly error?: undefined }
  | { readonly number: number; readonly text?: undefined; readonly error: LineError };

/** Maximum length of a line, in bytes, without its line end and a byte order mark. */
export const LINE_MAX_BYTES = 1_048_576;

/** Number of bytes that are split in one step, so that a large chunk does not become a large list of lines. */
const SLICE_BYTES = 65_536;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const TAB = 0x09;
const BLANK = /^[ \t\r]*$/;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Yields the lines of a source as they arrive, in lists. Lines end with LF or CRLF; the last line may have no line end.
 * Skips blank lines and a byte order mark at the start. Keeps no text of a line that is too long. Throws errors of the
 * source unchanged.
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
  const lastLines = splitter.end();
  if (lastLines.length > 0) yield lastLines;
}

class LineSplitter {
  /** Buffered parts of the current line. */
  private parts: Buffer[] = [];
  /** Length of the current line up to now, including dropped parts. */
  private pendingBytes = 0;
  private lineNumber = 1;

  constructor(private readonly maxLineBytes: number) {}

  push(chunk: Buffer): SplitLine[] {
    const lines: SplitLine[] = [];
    let start = this.skipBlankLines(chunk, 0);
    for (let end = chunk.indexOf(LINE_FEED, start); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      this.buffer(chunk.subarray(start, end));
      this.finishLine(lines);
      start = this.skipBlankLines(chunk, end + 1);
    }
    // Copies the end of the chunk: a subarray would keep the whole chunk in memory.
    if (start < chunk.length) this.buffer(Buffer.from(chunk.subarray(start)));
    return lines;
  }

  end(): SplitLine[] {
    const lines: SplitLine[] = [];
    if (this.pendingBytes > 0) this.finishLine(lines);
    return lines;
  }

  /**
   * Counts the complete blank lines from a position on, and returns the position after them. Creates no object for a
   * line, because a body may have millions of blank lines. Stops at a blank line that is too long, because it is
   * refused.
   */
  private skipBlankLines(chunk: Buffer, from: number): number {
    if (this.pendingBytes > 0) return from;
    let start = from;
    for (let at = from; at < chunk.length && at - start <= this.maxLineBytes; at += 1) {
      const byte = chunk[at];
      if (byte === LINE_FEED) {
        this.lineNumber += 1;
        start = at + 1;
      } else if (byte !== SPACE && byte !== TAB && byte !== CARRIAGE_RETURN) break;
    }
    return start;
  }

  /** Whether the current line is too long even without a CR at its end and a byte order mark. */
  private get isTooLong(): boolean {
    const markBytes = this.lineNumber === 1 ? BYTE_ORDER_MARK.length : 0;
    return this.pendingBytes > this.maxLineBytes + markBytes + 1;
  }

  /** Buffers a part of the current line. Drops the buffer when the line is too long. */
  private buffer(piece: Buffer): void {
    this.pendingBytes += piece.length;
    if (this.isTooLong) this.parts = [];
    else if (piece.length > 0) this.parts.push(piece);
  }

  private finishLine(lines: SplitLine[]): void {
    const line = this.readLine();
    if (line !== null) lines.push(line);
    this.parts = [];
    this.pendingBytes = 0;
    this.lineNumber += 1;
  }

  private readLine(): SplitLine | null {
    const number = this.lineNumber;
    const refusal = (code: 'line-too-long' | 'invalid-utf8', message: string): SplitLine => ({
      number,
      error: new LineError(code, message),
    });
    const tooLong = `must not be longer than ${this.maxLineBytes} bytes`;
    if (this.isTooLong) return refusal('line-too-long', `The line ${tooLong}.`);
    const bytes = this.trim(this.parts.length === 1 && this.parts[0] ? this.parts[0] : Buffer.concat(this.parts));
    if (bytes.length > this.maxLineBytes) return refusal('line-too-long', `The line ${tooLong}.`);
    if (!isUtf8(bytes)) return refusal('invalid-utf8', 'The line must be UTF-8.');
    const text = bytes.toString();
    return BLANK.test(text) ? null : { number, text };
  }

  private trim(bytes: Buffer): Buffer {
    const hasMark = this.lineNumber === 1 && bytes.subarray(0, 3).equals(BYTE_ORDER_MARK);
    const end = bytes.at(-1) === CARRIAGE_RETURN ? bytes.length - 1 : bytes.length;
    return bytes.subarray(hasMark ? 3 : 0, end);
  }
}
