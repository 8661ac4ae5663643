import type { Request } from 'express';
import fc from 'fast-check';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { canonicalJson } from '../../common/json/canonical-json';
import { OpaqueJson } from '../../common/json/opaque-json';
import { Problem } from '../../common/problems/problem';
import type { ThreadWork, WorkThreads } from '../../common/processes/work-threads';
import { ClientGoneError } from '../../common/request-context';
import { parseBytes, readJsonBody } from './json-body.reader';

/** Maximum number of bytes of JSON that the main thread parses. */
const INLINE_MAX_BYTES = 16_384;

/** Replaces the threads: runs their work immediately, and counts it. */
class CountedThreads {
  tasks = 0;
  isWorking = false;

  run<Task, Result>(work: ThreadWork<Task, Result>, task: Task): Promise<Result> {
    this.tasks += 1;
    this.isWorking = true;
    try {
      return Promise.resolve(work.run(task));
    } finally {
      this.isWorking = false;
    }
  }
}

const small = fc
  .jsonValue({ maxDepth: 3 })
  .filter((value) => !/"(?:__proto__|constructor|prototype)"/.test(JSON.stringify(value)));
const filler = fc.integer({ min: 0, max: 40_000 });
const bytesOf = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

async function refusalOf(bytes: Buffer, opaque: readonly string[] = []): Promise<Problem> {
  const error: unknown = await parseBytes(bytes, opaque, new CountedThreads()).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof Problem) return error;
  throw new Error('The body was accepted.');
}

describe('readJsonBody', () => {
  it('throws ClientGoneError if the client has disconnected before the call', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    try {
      await once(server, 'listening');
      const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
      client.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{');
      const [request] = (await once(server, 'request')) as [IncomingMessage];
      client.destroy();
      await once(request, 'close').catch(() => undefined);
      const limits = { maxBytes: 100, timeoutMs: 1_000, opaqueFields: [] };
      const body = readJsonBody(request as Request, limits, new CountedThreads() as unknown as WorkThreads);
      await expect(body).rejects.toThrow(ClientGoneError);
    } finally {
      server.close();
    }
  });
});

describe('parseBytes', () => {
  it('returns opaque members as canonical JSON, and other members as they were sent', async () => {
    await fc.assert(
      fc.asyncProperty(small, small, filler, async (value, content, length) => {
        const body = { value, content, filler: 'x'.repeat(length) };
        const parsed = await parseBytes(bytesOf(body), ['content', 'result'], new CountedThreads());
        const expected = JSON.parse(JSON.stringify(body)) as object;
        expect(parsed).toEqual({ ...expected, content: new OpaqueJson(canonicalJson(content)) });
      }),
      { numRuns: 100 },
    );
  });

  it('parses no more than 16 KiB on the main thread', async () => {
    const threads = new CountedThreads();
    let longestOnMainThread = 0;
    const parse = JSON.parse.bind(JSON);
    const spy = jest.spyOn(JSON, 'parse').mockImplementation((text: string) => {
      if (!threads.isWorking) longestOnMainThread = Math.max(longestOnMainThread, text.length);
      return parse(text) as unknown;
    });
    for (const length of [0, 1_000, INLINE_MAX_BYTES, 65_536, 1_000_000]) {
      await parseBytes(bytesOf({ content: 'x'.repeat(length) }), ['content'], threads);
      await parseBytes(bytesOf({ other: 'x'.repeat(length) }), [], threads);
    }
    spy.mockRestore();
    expect(threads.tasks).toBe(6);
    expect(longestOnMainThread).toBeGreaterThan(1_000);
    expect(longestOnMainThread).toBeLessThanOrEqual(INLINE_MAX_BYTES);
  });

  it.each<[string, Buffer]>([
    ['elements', bytesOf({ a: Array(2_001).fill(0) })],
    ['members', bytesOf(Object.fromEntries(Array.from({ length: 2_001 }, (_, index) => [`k${index}`, 0])))],
    ['elements in objects', bytesOf({ a: Array(900).fill({ b: [0] }) })],
    ['empty arrays, most of a mebibyte', bytesOf({ a: Array(340_000).fill([]) })],
  ])('refuses a body with too many values: %s', async (_, bytes) => {
    const message = 'must not have more than 2000 elements and members in total';
    expect(await refusalOf(bytes)).toMatchObject({ code: 'invalid-request', errors: [{ field: 'body', message }] });
  });

  it('limits the number of values in each opaque field', async () => {
    const message = 'must not have more than 20000 elements and members in total';
    const refused = { code: 'invalid-request', errors: [{ field: 'result', message }] };
    for (const count of [20_001, 340_000]) {
      expect(await refusalOf(bytesOf({ arguments: [], result: Array(count).fill([]) }), ['result'])).toMatchObject(
        refused,
      );
    }
    const accepted = { arguments: Array(20_000).fill(0), result: Array(20_000).fill(0), other: Array(1_997).fill(0) };
    const parsed = await parseBytes(bytesOf(accepted), ['arguments', 'result'], new CountedThreads());
    expect(parsed).toMatchObject({ other: accepted.other, result: new OpaqueJson(JSON.stringify(accepted.result)) });
  });

  it('gives the same problem on a thread and on the main thread', async () => {
    const invalidBodies: [Buffer, string][] = [
      [Buffer.from([0x7b, 0xff]), 'malformed-json'],
      [Buffer.from('{"a":'), 'malformed-json'],
      [Buffer.from('{"a":1,"a":2'), 'malformed-json'],
      [Buffer.from('[1'), 'malformed-json'],
    ];
    for (const [start, code] of invalidBodies) {
      const longBody = Buffer.concat([start, Buffer.alloc(INLINE_MAX_BYTES, ' ')]);
      expect([(await refusalOf(start)).code, (await refusalOf(longBody)).code]).toEqual([code, code]);
    }
    const spaces = Buffer.alloc(INLINE_MAX_BYTES + 1, ' ');
    await expect(parseBytes(spaces, [], new CountedThreads())).resolves.toEqual({});
    for (const text of ['[]', '5', 'null', '"x"']) {
      const errors = [{ field: 'body', message: 'must be a JSON object' }];
      expect(await refusalOf(Buffer.from(text))).toMatchObject({ errors });
      expect(await refusalOf(Buffer.concat([Buffer.from(text), spaces]))).toMatchObject({ errors });
    }
  });
});
