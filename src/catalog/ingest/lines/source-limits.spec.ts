import { limitDuration } from './source-limits';

const MIB = 1_048_576;

describe('limitDuration', () => {
  it('releases the chunks that it has yielded', async () => {
    async function* source(): AsyncGenerator<Buffer> {
      for (let count = 0; count < 256; count += 1) {
        await new Promise(setImmediate);
        yield Buffer.alloc(MIB, 'x');
      }
    }
    const before = process.memoryUsage().arrayBuffers;
    let bytes = 0;
    let peak = 0;
    for await (const chunk of limitDuration(source(), 600_000)) {
      bytes += chunk.length;
      peak = Math.max(peak, process.memoryUsage().arrayBuffers - before);
    }
    expect(bytes).toBe(256 * MIB);
    expect(peak).toBeLessThan(128 * MIB);
  });

  it('throws at the end of the time, both while it waits for a chunk and while it waits for the reader', async () => {
    async function* source(): AsyncGenerator<string> {
      yield await Promise.resolve('a');
      yield await Promise.resolve('b');
      await new Promise(() => undefined);
    }
    jest.useFakeTimers();
    try {
      const waiting = limitDuration(source(), 200);
      expect([(await waiting.next()).value, (await waiting.next()).value]).toEqual(['a', 'b']);
      const next = expect(waiting.next()).rejects.toMatchObject({ code: 'timeout' });
      jest.advanceTimersByTime(200);
      await next;
      const busy = limitDuration(source(), 200);
      expect((await busy.next()).value).toBe('a');
      jest.advanceTimersByTime(200);
      await expect(busy.next()).rejects.toMatchObject({ code: 'timeout' });
    } finally {
      jest.useRealTimers();
    }
  });

  it('rethrows the error of the source', async () => {
    async function* broken(): AsyncGenerator<string> {
      yield await Promise.resolve('a');
      throw new Error('gone');
    }
    await expect(async () => {
      for await (const chunk of limitDuration(broken(), 600_000)) expect(chunk).toBe('a');
    }).rejects.toThrow('gone');
  });
});
