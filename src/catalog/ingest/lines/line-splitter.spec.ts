import fc from 'fast-check';
import { type SplitLine, splitLines } from './line-splitter';

async function split(chunks: (Buffer | string)[], maxBytes?: number): Promise<SplitLine[]> {
  const lines: SplitLine[] = [];
  async function* source(): AsyncGenerator<Buffer | string> {
    for (const chunk of chunks) yield await Promise.resolve(chunk);
  }
  for await (const piece of splitLines(source(), maxBytes)) lines.push(...piece);
  return lines;
}

const outcome = (line: SplitLine): [number, string] => [line.number, line.text ?? line.error.code];

/** Cuts the bytes at the given offsets. */
function cutAt(bytes: Buffer, offsets: number[]): Buffer[] {
  const edges = [...new Set(offsets.map((offset) => offset % (bytes.length + 1)))].sort((a, b) => a - b);
  return [0, ...edges].map((start, index) => bytes.subarray(start, edges[index] ?? bytes.length));
}

describe('splitLines', () => {
  it.each<[string, string, [number, string][]]>([
    ['an empty source', '', []],
    ['one line without a line end', 'a', [[1, 'a']]],
    ['one line with a line end', 'a\n', [[1, 'a']]],
    [
      'CR LF',
      'a\r\nb\r\n',
      [
        [1, 'a'],
        [2, 'b'],
      ],
    ],
    [
      'blank lines, counted and skipped',
      '\n\na\n \t\r\nb',
      [
        [3, 'a'],
        [5, 'b'],
      ],
    ],
    [
      'a byte order mark at the start',
      '\ufeffa\nb',
      [
        [1, 'a'],
        [2, 'b'],
      ],
    ],
    ['only a byte order mark', '\ufeff\n', []],
    [
      'a byte order mark after the first line, which is text',
      'a\n\ufeffb',
      [
        [1, 'a'],
        [2, '\ufeffb'],
      ],
    ],
    ['a CR that is not a line end', 'a\rb\n', [[1, 'a\rb']]],
    ['a Unicode line separator, which is text in JSON', 'a\u2028b\n', [[1, 'a\u2028b']]],
  ])('splits %s', async (_name, text, expected) => {
    expect((await split([text])).map(outcome)).toEqual(expected);
  });

  it('returns the same lines for any division of the bytes into chunks', async () => {
    const line = fc.oneof(
      fc
        .string({ unit: 'binary', maxLength: 30 })
        .map((text) => Buffer.from(text.toWellFormed().replaceAll('\n', ' '))),
      fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes.filter((byte) => byte !== 0x0a))),
    );
    const offsets = fc.array(fc.nat(), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(fc.array(line), fc.constantFrom('\n', '\r\n'), offsets, async (lines, end, cuts) => {
        const bytes = Buffer.concat(lines.flatMap((each) => [each, Buffer.from(end)]));
        const linesOfOneChunk = await split([bytes], 16);
        expect((await split(cutAt(bytes, cuts), 16)).map(outcome)).toEqual(linesOfOneChunk.map(outcome));
      }),
    );
  });

  it('accepts a line of exactly the maximum length and refuses a longer one with its line number', async () => {
    const lines = await split(['aaaa\naaaaa\naaaa\r\naaaaa\r\nb'], 4);
    expect(lines.map(outcome)).toEqual([
      [1, 'aaaa'],
      [2, 'line-too-long'],
      [3, 'aaaa'],
      [4, 'line-too-long'],
      [5, 'b'],
    ]);
  });

  it('does not count the byte order mark as part of a line, for any division of the bytes into chunks', async () => {
    const line = fc.constantFrom('', 'a', 'aa', 'aaa', 'aaaa', 'aaaaa', 'aaaaaa', 'aaaaaaaaa');
    const end = fc.constantFrom('', '\n', '\r\n', '\nb\n');
    await fc.assert(
      fc.asyncProperty(line, end, fc.array(fc.nat(), { maxLength: 6 }), async (text, rest, cuts) => {
        const marked = cutAt(Buffer.from(`\ufeff${text}${rest}`), cuts);
        expect((await split(marked, 4)).map(outcome)).toEqual((await split([text + rest], 4)).map(outcome));
      }),
    );
  });

  it.each(['\n', '\r\n', ' \t\n'])('skips 64 MiB of blank lines %j in less than 5 seconds', async (blank) => {
    const chunk = Buffer.from(blank.repeat(1_048_576 / blank.length));
    async function* source(): AsyncGenerator<Buffer> {
      for (let count = 0; count < 64; count += 1) yield await Promise.resolve(chunk);
      yield Buffer.from('a');
    }
    const before = process.cpuUsage();
    const lines: SplitLine[] = [];
    for await (const piece of splitLines(source())) lines.push(...piece);
    const { user } = process.cpuUsage(before);
    expect(lines.map(outcome)).toEqual([[64 * Math.trunc(1_048_576 / blank.length) + 1, 'a']]);
    // Takes about 150 ms. An object for each line would take at least 20 s.
    expect(user / 1_000).toBeLessThan(5_000);
  });

  it('does not buffer a line of 256 MiB', async () => {
    const chunk = Buffer.alloc(1_048_576, 'x');
    const before = process.memoryUsage().arrayBuffers;
    let peak = 0;
    async function* longLine(): AsyncGenerator<Buffer> {
      for (let count = 0; count < 256; count += 1) {
        peak = Math.max(peak, process.memoryUsage().arrayBuffers - before);
        yield await Promise.resolve(chunk);
      }
      yield Buffer.from('\nb');
    }
    const lines: SplitLine[] = [];
    for await (const piece of splitLines(longLine())) lines.push(...piece);
    expect(lines.map(outcome)).toEqual([
      [1, 'line-too-long'],
      [2, 'b'],
    ]);
    expect(peak).toBeLessThan(64 * 1_048_576);
  });

  it.each([
    ['a lone continuation byte', [0x61, 0x80]],
    ['an overlong encoding', [0xc0, 0xaf]],
    ['an encoded surrogate', [0xed, 0xa0, 0x80]],
    ['a truncated sequence', [0xe2, 0x82]],
    ['a code point beyond U+10FFFF', [0xf4, 0x90, 0x80, 0x80]],
  ])('refuses %s as invalid UTF-8', async (_name, bytes) => {
    const lines = await split([Buffer.from([...bytes, 0x0a, 0x61])]);
    expect(lines.map(outcome)).toEqual([
      [1, 'invalid-utf8'],
      [2, 'a'],
    ]);
  });

  it('rethrows the error of the source', async () => {
    async function* broken(): AsyncGenerator<Buffer> {
      yield await Promise.resolve(Buffer.from('a\nb'));
      throw new Error('gone');
    }
    const read = async (): Promise<void> => {
      for await (const piece of splitLines(broken())) expect(piece).toHaveLength(1);
    };
    await expect(read()).rejects.toThrow('gone');
  });
});
