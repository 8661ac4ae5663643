import { text } from 'node:stream/consumers';
import { PassThrough } from 'node:stream';
import { startImportProgress } from './import-progress';

afterEach(() => jest.useRealTimers());

test.each([
  [
    'a file',
    200,
    [
      /^import: 25% 5 lines, \d+ lines\/s$/,
      /^import: 50% 10 lines, \d+ lines\/s$/,
      /^import: 100% 20 lines, \d+ lines\/s$/,
    ],
  ],
  [
    'standard input',
    null,
    [/^import: 5 lines, \d+ lines\/s$/, /^import: 10 lines, \d+ lines\/s$/, /^import: 20 lines, \d+ lines\/s$/],
  ],
])('on a pipe, the import of %s prints a line each second and one at the end', async (_, totalBytes, expected) => {
  jest.useFakeTimers();
  const pipe = new PassThrough();
  const progress = startImportProgress(totalBytes, pipe as unknown as NodeJS.WriteStream);
  progress.addBytes(50);
  progress.setLines(5);
  jest.advanceTimersByTime(1_500);
  progress.addBytes(50);
  progress.setLines(10);
  jest.advanceTimersByTime(1_000);
  progress.addBytes(100);
  progress.setLines(20);
  progress.stop();
  jest.advanceTimersByTime(5_000);
  jest.useRealTimers();
  const output = await text(pipe.end());
  expect(output.split('\n')).toEqual([...expected.map((line) => expect.stringMatching(line)), '']);
});
