import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { ApiDocument } from '../../../src/http/openapi/openapi.types';
import { createUser } from '../../support/accounts/accounts';
import { client, type ApiResponse } from '../../support/requests/client';
import { ProbeModule } from '../../support/app/probe.module';
import { sendRaw, untilClosed } from '../../support/requests/raw-http';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { ROOT } from '../../support/root';

const ECHO = '/probe/echo';

describe('a route with a JSON body', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp({
      modules: [ProbeModule],
      env: { REQUEST_TIMEOUT_MS: '1000' },
    });
  });
  afterAll(() => app.close());

  const post = (body: string | Uint8Array | undefined, type = 'application/json', more = {}): Promise<ApiResponse> =>
    client(app).send('POST', ECHO, body, { headers: { ...(type === '' ? {} : { 'content-type': type }), ...more } });

  async function expectProblem(answer: Promise<ApiResponse>, status: number, code: string): Promise<ApiResponse> {
    const response = await answer;
    expect([response.status, response.body.code]).toEqual([status, code]);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(response.body.instance).toBe(response.headers.get('x-request-id'));
    return response;
  }

  describe('accepts as an empty object', () => {
    it.each([
      ['no body and no media type', undefined, ''],
      ['no body, with another media type', undefined, 'text/plain'],
      ['an empty object', '{}', 'application/json'],
      ['white space', ' \r\n\t ', 'application/json'],
      ['a byte order mark', '\ufeff', 'application/json'],
    ])('%s', async (_, body, type) => {
      const response = await post(body, type);
      expect([response.status, response.body]).toEqual([200, {}]);
    });
  });

  it.each(['null', '5', '"x"', 'true', '[]', '[{}]'])('refuses the JSON value %s', async (body) => {
    const { body: problem } = await expectProblem(post(body), 400, 'invalid-request');
    expect(problem.errors).toEqual([{ field: 'body', message: 'must be a JSON object' }]);
  });

  it.each([
    '{"value":"canary-1',
    '{"value":"canary-2",}',
    '{"value":1}{"value":"canary-3"}',
    '{"value":NaN}',
    '{"value":Infinity}',
    "{'value':'canary-4'}",
    '{value:1}',
    '// canary-5\n{}',
    '{"value":1,"value":2}',
    '{"value":{"a":1,"\\u0061":2}}',
    '{"value":01}',
    '\ufeff\ufeff{}',
  ])('refuses malformed JSON without repeating it: %s', async (body) => {
    const { text } = await expectProblem(post(body), 400, 'malformed-json');
    expect(text).not.toContain('canary');
  });

  it.each<[string, string]>([
    ['{"value":{"__proto__":{"polluted":true}}}', 'value'],
    ['{"value":{"constructor":1}}', 'value'],
    ['{"value":[{"prototype":1}]}', 'value'],
    ['{"__proto__":1}', '__proto__'],
  ])('refuses names that reach prototypes: %s', async (body, field) => {
    const { body: problem } = await expectProblem(post(body), 400, 'invalid-request');
    expect(JSON.stringify(problem.errors)).toContain(field);
    expect(Object.prototype).not.toHaveProperty('polluted');
  });

  it.each([
    ['NUL', '{"value":"a\\u0000b"}'],
    ['a lone high surrogate', '{"value":"\\ud800"}'],
    ['a lone low surrogate', '{"value":"x\\udc00"}'],
    ['U+FFFE', '{"value":"\\ufffe"}'],
    ['a lone surrogate in a name', '{"\\ud800":1}'],
    ['a number beyond double range', '{"value":1e400}'],
  ])('refuses what cannot be stored: %s', async (_, body) => {
    await expectProblem(post(body), 400, 'invalid-request');
  });

  it.each([
    ['2,000 nested arrays', `{"value":${'['.repeat(2000)}${']'.repeat(2000)}}`],
    ['3,000 nested objects', `{"value":${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}}`],
    [
      '2,001 members',
      JSON.stringify({ value: Object.fromEntries(Array.from({ length: 2_001 }, (__, i) => [`k${i}`, 1])) }),
    ],
    ['2,000 elements and one member', JSON.stringify({ value: Array(2_000).fill(0) })],
    ['20,000 empty arrays', JSON.stringify({ value: Array(20_000).fill([]) })],
  ])('refuses %s', async (_, body) => {
    await expectProblem(post(body), 400, 'invalid-request');
  });

  it('accepts 2,000 elements and members', async () => {
    expect((await post(JSON.stringify({ value: Array(1_999).fill(0) }))).status).toBe(200);
  });

  it('refuses over 20,000 elements and members in content, arguments or result, and accepts fewer', async () => {
    const api = client(app).as(await createUser(app));
    const artifact = { kind: 'summary', scope: 'user', title: 'T' };
    const run = `/intelligence/runs/${randomUUID()}`;
    await api.put(run, { purpose: 'other' }, { expect: 201 });
    const call = { name: 'n', kind: 'search', arguments: {}, result: {} };
    const requests = [
      [`/intelligence/artifacts/${randomUUID()}`, artifact, 'content', 'list'],
      [`${run}/tool-calls/1`, call, 'arguments', 'list'],
      [`${run}/tool-calls/2`, call, 'result', 'list'],
    ] as const;
    for (const [path, body, field, name] of requests) {
      for (const count of [20_001, 340_000]) {
        const crowded = { ...body, [field]: { [name]: Array(count).fill([]) } };
        const { body: problem } = await expectProblem(api.put(path, crowded), 400, 'invalid-request');
        expect(problem.errors).toEqual([
          { field, message: 'must not have more than 20000 elements and members in total' },
        ]);
      }
      // The test client adds members to the field (see `withCanary`).
      await api.put(path, { ...body, [field]: { [name]: Array(19_980).fill([]) } }, { expect: 201 });
    }
  });

  it.each([
    ['an unknown field', { nope: 1 }, 'nope'],
    ['a known field in another case', { Value: 1 }, 'Value'],
    ['the id of the caller', { user_id: 'x' }, 'user_id'],
    ['an offset', { offset: 5 }, 'offset'],
    ['a nested unknown field', { caps: { candidate_limits: 5 } }, 'caps.candidate_limits'],
  ])('refuses %s and names the field', async (_, body, field) => {
    const response = await expectProblem(client(app).post(ECHO, body), 400, 'invalid-request');
    expect(response.body.errors).toEqual([{ field, message: 'is not a known field' }]);
  });

  it('refuses a list with too many elements and names its field', async () => {
    const many = Array.from({ length: 1_500 }, () => ({}));
    const api = client(app).as(await createUser(app, { role: 'admin' }));
    const artifact = { kind: 'summary', scope: 'user', title: 'T', content: {}, sources: many };
    const run = { purpose: 'other', sources: many };
    const requests: [method: string, path: string, body: object, field: string, most: number][] = [
      ['POST', '/intelligence/libraries/overview', { library_ids: many }, 'library_ids', 50],
      ['POST', '/intelligence/candidates:search', { query: 'x', library_ids: many }, 'library_ids', 50],
      ['POST', '/intelligence/candidates:search', { query: 'x', filters: { people: many } }, 'filters.people', 50],
      [
        'POST',
        '/intelligence/candidates:search',
        { query: 'x', filters: { genres: { any: many } } },
        'filters.genres.any',
        50,
      ],
      ['POST', '/intelligence/items:browse', { library_ids: many }, 'library_ids', 50],
      ['POST', '/intelligence/items:browse', { filters: { people: many } }, 'filters.people', 50],
      [
        'POST',
        '/intelligence/items:contexts',
        { media_ids: many.map((_, index) => `movie:${index}`) },
        'media_ids',
        25,
      ],
      [
        'POST',
        '/intelligence/candidates:multi-search',
        { queries: many.slice(0, 60).map((query) => ({ query })) },
        'queries',
        8,
      ],
      ['POST', '/intelligence/items:next-up', { library_ids: many }, 'library_ids', 50],
      ['POST', '/intelligence/artifacts:search', { media_ids: many }, 'media_ids', 50],
      ['POST', '/intelligence/grounding:verify', { groundings: many.map(() => ({})) }, 'groundings', 48],
      ['PUT', `/intelligence/artifacts/${randomUUID()}`, artifact, 'sources', 48],
      ['PUT', `/intelligence/runs/${randomUUID()}`, run, 'sources', 48],
      ['POST', '/admin/users', { username: 'x', password: 'y'.repeat(20), library_ids: many }, 'library_ids', 200],
    ];
    for (const [method, path, body, field, most] of requests) {
      const response = await expectProblem(api.send(method, path, body), 400, 'invalid-request');
      expect(response.body.errors).toEqual([{ field, message: `must have at most ${most} elements` }]);
    }
  });

  it('never repeats a value in an error', async () => {
    const canary = 'canary-value';
    const body = { pagination: { limit: canary, cursor: { canary } }, caps: { artifact_limit: [canary] } };
    const { text } = await expectProblem(client(app).post(ECHO, body), 400, 'invalid-request');
    expect(text).not.toContain(canary);
  });

  it.each(['1e3', '1.0', '51', '2147483648', '9007199254740991', '0', '-1', '-9007199254740991'])(
    'accepts the integer %s as a limit, even outside its range',
    async (limit) => {
      expect((await post(`{"pagination":{"limit":${limit}},"caps":{"candidate_limit":${limit}}}`)).status).toBe(200);
    },
  );

  it.each(['1.5', '"5"', '""', 'true', 'null', '[]', '{}', '9007199254740993', '9223372036854775808', '-1e300'])(
    'refuses %s as a limit',
    async (limit) => {
      const response = await expectProblem(post(`{"pagination":{"limit":${limit}}}`), 400, 'invalid-request');
      expect(JSON.stringify(response.body.errors)).toContain('pagination.limit');
    },
  );

  it.each([
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json5',
    'application/jsonx',
    'application/x-ndjson',
    'application/merge-patch+json',
    'application/json; charset=utf-7',
    'application/json; charset=utf-16',
    'application/json; charset=iso-8859-1',
    'application/json;charset="latin1"',
    'nonsense',
  ])('refuses the media type %s', async (type) => {
    const response = await expectProblem(post('{}', type), 415, 'unsupported-media-type');
    expect(response.headers.get('accept-post')).toBe('application/json');
  });

  it('refuses a body without a media type', async () => {
    await expectProblem(post(Buffer.from('{}'), ''), 415, 'unsupported-media-type');
  });

  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
  ])('accepts the media type %s', async (type) => {
    expect((await post('{"value":1}', type)).body).toEqual({ value: 1 });
  });

  it.each([
    ['an empty object', 'gzip', gzipSync('{}')],
    ['4 MB of spaces', 'gzip', gzipSync(Buffer.alloc(4_000_000, 0x20))],
    ['an uncompressed object', 'br', Buffer.from('{}')],
    ['an uncompressed object', 'identity, gzip', Buffer.from('{}')],
  ])('refuses %s with the content coding %s', async (_, coding, body) => {
    await expectProblem(post(body, 'application/json', { 'content-encoding': coding }), 415, 'unsupported-media-type');
  });

  it('refuses bytes that are not UTF-8', async () => {
    for (const bytes of [[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xc0, 0x80], [0xf5, 0x80, 0x80, 0x80]]) {
      const body = Buffer.concat([Buffer.from('{"value":"'), Buffer.from(bytes), Buffer.from('"}')]);
      await expectProblem(post(body), 400, 'malformed-json');
    }
  });

  it('ignores one byte order mark', async () => {
    expect((await post('\ufeff{"value":"é"}')).body).toEqual({ value: 'é' });
  });

  describe('with a limit of bytes', () => {
    const filled = (bytes: number): string => `{"value":"${'x'.repeat(bytes - 12)}"}`;

    it('accepts a body at the limit and refuses one byte more', async () => {
      expect((await post(filled(65_536))).status).toBe(200);
      await expectProblem(post(filled(65_537)), 413, 'payload-too-large');
    });

    it('accepts more bytes only on routes for large bodies, up to their limit', async () => {
      const api = client(app).as(await createUser(app, { role: 'admin' }));
      const send = async (method: string, path: string, bytes: number): Promise<unknown> => {
        const headers = { 'content-type': 'application/json' };
        return (await api.send(method, path, filled(bytes), { headers })).body.code;
      };
      const id = randomUUID();
      await api.put(`/intelligence/artifacts/${id}`, { kind: 'summary', scope: 'user', title: 'T', content: {} });
      await api.put(`/intelligence/runs/${id}`, { purpose: 'other' });
      const largeRoutes: string[] = [];
      for (const [name, method, path] of routesWithBody(id)) {
        const isLarge = (await send(method, path, 65_537)) !== 'payload-too-large';
        if (isLarge) {
          largeRoutes.push(name);
          expect([name, await send(method, path, 1_114_112)]).not.toEqual([name, 'payload-too-large']);
        }
        expect([name, await send(method, path, 1_114_113)]).toEqual([name, 'payload-too-large']);
      }
      expect(largeRoutes.sort()).toEqual([
        'POST /api/v1/intelligence/grounding:verify',
        'POST /mcp',
        'PUT /api/v1/intelligence/artifacts/{artifact_id}',
        'PUT /api/v1/intelligence/runs/{run_id}',
        'PUT /api/v1/intelligence/runs/{run_id}/tool-calls/{sequence}',
      ]);
    });

    it('refuses a too large Content-Length without reading the body', async () => {
      const head = `POST /api/v1${ECHO} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10000000\r\n\r\n`;
      expect((await sendRaw(app.port, head)).status).toBe(413);
    });

    it('stops reading a chunked body that never ends', async () => {
      const chunk = `8000\r\n${'x'.repeat(0x8000)}\r\n`;
      const head = `POST /api/v1${ECHO} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
      const server: Server = app.app.getHttpServer();
      const connected = once(server, 'connection') as Promise<[Socket]>;
      const answer = await sendRaw(app.port, [head, ...Array.from({ length: 200 }, () => chunk)], untilClosed);
      const [socket] = await connected;
      expect(answer.status).toBe(413);
      expect(socket.bytesRead).toBeLessThan(2_000_000);
    });

    it('closes the connection of a client that does not stop sending', async () => {
      const head = `POST /api/v1${ECHO} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 90000000\r\n\r\n`;
      const answer = await sendRaw(app.port, [head, Buffer.alloc(8_000_000, 0x20)], untilClosed);
      expect([answer.status, answer.closed]).toEqual([413, true]);
    });
  });

  it('closes the connection if the rest of a body does not arrive', async () => {
    const head = `POST /api/v1${ECHO} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{`;
    const answer = await sendRaw(app.port, head, untilClosed);
    expect([answer.closed, answer.text]).toEqual([true, '']);
  });
});

/**
 * Returns the name, the method and the path of every operation with a JSON body. In the path, `id` replaces the
 * parameters that are ids.
 */
function routesWithBody(id: string): [name: string, method: string, path: string][] {
  const { paths } = JSON.parse(readFileSync(join(ROOT, 'test/contract/openapi.json'), 'utf8')) as ApiDocument;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.requestBody?.content['application/json'] !== undefined)
      .map(([method]): [string, string, string] => [
        `${method.toUpperCase()} ${path}`,
        method.toUpperCase(),
        path
          .replace('{media_id}', `movie:${id}`)
          .replace('{sequence}', '1')
          .replace(/\{\w+\}/g, id),
      ]),
  );
}
