import { once } from 'node:events';
import { type IncomingMessage, request as openRequest, type Server } from 'node:http';
import { connect } from 'node:net';
import { PROBLEM_CODES } from '../../../src/common/problems/problem-codes';
import { createUser } from '../../support/accounts/accounts';
import { client } from '../../support/requests/client';
import { ProbeModule } from '../../support/app/probe.module';
import { sendRaw, untilClosed } from '../../support/requests/raw-http';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { watchedLogger } from '../../support/app/watched-logger';

const LOGIN = '/auth/login';
const ECHO = '/probe/echo';
const UUID = '11111111-2222-4333-8444-555555555555';

describe('HTTP', () => {
  let app: TestApp;
  let token: string;
  let log = '';

  beforeAll(async () => {
    const logger = watchedLogger((line) => (log += line));
    app = await createTestApp({ modules: [ProbeModule], logger, env: { HEADERS_TIMEOUT_MS: '500' } });
    ({ token } = await createUser(app));
  });
  afterAll(() => app.close());

  const raw = (head: string, more: string | Buffer = ''): ReturnType<typeof sendRaw> =>
    sendRaw(app.port, [head, more, '\r\n\r\n']);

  describe('methods', () => {
    it.each([
      ['GET', LOGIN, 'OPTIONS, POST'],
      ['PUT', LOGIN, 'OPTIONS, POST'],
      ['PATCH', LOGIN, 'OPTIONS, POST'],
      ['DELETE', LOGIN, 'OPTIONS, POST'],
      ['POST', '/auth/me', 'GET, HEAD, OPTIONS'],
      ['POST', '/health/live', 'GET, HEAD, OPTIONS'],
      ['DELETE', '/api/docs/openapi.json', 'GET, HEAD, OPTIONS'],
    ])('%s %s gets 405 with the allowed methods', async (method, path, allow) => {
      const response = await client(app).send(method, path);
      expect([response.status, response.headers.get('allow')]).toEqual([405, allow]);
      expect(response.body.code).toBe('method-not-allowed');
    });

    it.each(['TRACE', 'PROPFIND', 'QUERY'])('%s gets 405', async (method) => {
      const { text, status } = await raw(`${method} /api/v1${LOGIN} HTTP/1.1\r\nHost: x`);
      expect([status, text]).toEqual([405, expect.stringContaining('Allow: OPTIONS, POST')]);
    });

    it('CONNECT gets 405, and the connection is closed', async () => {
      const head = 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n';
      const { text, status, closed } = await sendRaw(app.port, head, untilClosed);
      expect([status, closed]).toEqual([405, true]);
      expect(text).toMatch(/^Allow: \r$[^]*"code":"method-not-allowed"/m);
    });

    it('CONNECT after an unanswered request closes the connection, because its answer would come first', async () => {
      const login = JSON.stringify({ username: 'nobody', password: 'x'.repeat(20) });
      const head = `POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${login.length}\r\n\r\n`;
      const { text, closed } = await sendRaw(
        app.port,
        `${head}${login}CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n`,
        untilClosed,
      );
      expect([text, closed]).toEqual(['', true]);
    });

    it('an unknown method gets 400', async () => {
      const { text, status } = await raw('FOO / HTTP/1.1\r\nHost: x');
      expect([status, text]).toEqual([400, expect.stringContaining('application/problem+json')]);
    });

    it('OPTIONS lists the allowed methods', async () => {
      const response = await client(app).send('OPTIONS', LOGIN);
      expect([response.status, response.headers.get('allow'), response.text]).toEqual([204, 'OPTIONS, POST', '']);
      expect((await client(app).send('OPTIONS', '/nowhere')).status).toBe(404);
    });

    it('HEAD gets the status and the content length of GET, and no body', async () => {
      const get = await client(app).get('/health/live');
      const head = await client(app).send('HEAD', '/health/live');
      expect([head.status, head.text]).toEqual([get.status, '']);
      expect(head.headers.get('content-length')).toBe(String(get.text.length));
      const request = 'HEAD /api/v1/auth/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
      const { text } = await sendRaw(app.port, request, untilClosed);
      expect(text).toMatch(/^HTTP\/1\.1 401 [\s\S]*\r\n\r\n$/);
    });

    it.each(['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'])('%s is ignored', async (name) => {
      const response = await client(app).post(LOGIN, {}, { headers: { [name]: 'GET' } });
      expect(response.status).toBe(400);
    });

    it.each(['X-Original-URL', 'X-Rewrite-URL'])('%s is ignored', async (name) => {
      expect((await client(app).get('/nowhere', { headers: { [name]: '/health/live' } })).status).toBe(404);
    });
  });

  describe('the Accept header', () => {
    it.each(['application/xml', '*/*;q=0', 'text/html', 'application/json;q=0'])('%s gets 406', async (accept) => {
      const response = await client(app).post(ECHO, {}, { headers: { accept } });
      expect([response.status, response.body.code]).toEqual([406, 'not-acceptable']);
    });

    it.each(['application/json', '*/*', 'application/*;q=0.1', 'bad', 'text/html, */*;q=0.1'])(
      '%s gets 200',
      async (accept) => {
        expect((await client(app).post(ECHO, {}, { headers: { accept } })).status).toBe(200);
      },
    );
  });

  describe('paths', () => {
    it.each([
      '/api/v1/auth/loginX',
      '/api/v1/auth/login/',
      '/api/v1/auth/Login',
      '/API/v1/auth/login',
      '//api/v1/auth/login',
      '/api//v1/auth/login',
      '/api/v1/./auth/login',
      '/api/v1/nix/../auth/login',
      '/api/v1/auth/login;param=1',
      '/api/v1/auth%2flogin',
      '/api/v1/auth/login%00',
      '/api/v1/intelligence/artifactsXYZ',
      '/api/v1/intelligence/artifacts:',
      '/api/v1/intelligence/candidatesXsearch',
      '/api/v1',
      '/api',
      '/',
      '*',
    ])('%s gets 404', async (path) => {
      const { text, status } = await raw(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 0`);
      expect([status, text]).toEqual([404, expect.stringContaining('"code":"not-found"')]);
    });

    it('percent-encoding that is not UTF-8 gets 400', async () => {
      const { status, text } = await raw(
        `GET /api/v1/admin/users/%ff HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}`,
      );
      const errors = '"errors":[{"field":"path","message":"must be percent-encoded UTF-8"}]';
      expect([status, text]).toEqual([400, expect.stringContaining(errors)]);
    });

    it('a colon may be percent-encoded', async () => {
      const paths = [
        '/intelligence/candidates:search',
        '/intelligence/candidates%3Asearch',
        '/intelligence/candidates%3asearch',
      ];
      for (const path of paths) await client(app).as(token).post(path, { query: 'film' }, { expect: 200 });
    });

    it('a path of more than 8 KiB gets 414', async () => {
      const response = await client(app).get(`/auth/${'x'.repeat(8200)}`);
      expect([response.status, response.body.code]).toEqual([414, 'uri-too-long']);
    });

    it('a request target in absolute form is served, but not with unknown query parameters', async () => {
      expect((await raw('GET http://x/health/live HTTP/1.1\r\nHost: x')).status).toBe(200);
      const head = `HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}`;
      expect((await raw(`GET http://x/api/v1/auth/me ${head}`)).status).toBe(200);
      expect((await raw(`GET http://x/api/v1/auth/me?dry_run=true ${head}`)).status).toBe(400);
    });
  });

  describe('headers', () => {
    it('of more than 16 KiB get 431', async () => {
      const { text, status } = await raw(`GET /health/live HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(17_000)}`);
      expect([status, text]).toEqual([431, expect.stringContaining('"code":"headers-too-large"')]);
    });

    it('of more than 200 fields get 431', async () => {
      const statusOf = async (fields: number): Promise<number | null> =>
        (await raw(`GET /health/live HTTP/1.1\r\nHost: x\r\n${'a: b\r\n'.repeat(fields - 1).trimEnd()}`)).status;
      expect([await statusOf(200), await statusOf(201), await statusOf(2001)]).toEqual([200, 431, 431]);
    });

    it.each([
      ['no host', 'GET /health/live HTTP/1.1\r\nX: y', ''],
      ['two hosts', 'GET /health/live HTTP/1.1\r\nHost: x\r\nHost: x', ''],
      ['two Host fields in different case', 'GET /health/live HTTP/1.1\r\nHOST: x\r\nhost: y', ''],
      ['an unknown expectation', 'GET /health/live HTTP/1.1\r\nHost: x\r\nExpect: 200-ok', ''],
      [
        'an unknown expectation with a body',
        'POST /api/v1/probe/echo HTTP/1.1\r\nHost: x\r\nExpect: x\r\nContent-Length: 2',
        '',
      ],
      ['a space before the colon', 'GET /health/live HTTP/1.1\r\nHost : x', ''],
      ['NUL in a value', 'GET /health/live HTTP/1.1\r\nHost: x\r\nX: a\0b', ''],
      [
        'two lengths',
        'POST /api/v1/probe/echo HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3',
        '\r\n\r\n{}',
      ],
      [
        'length and coding',
        'POST /api/v1/probe/echo HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked',
        '\r\n\r\n0',
      ],
      [
        'an unknown coding',
        'POST /api/v1/probe/echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, cow',
        '\r\n\r\n0',
      ],
      ['a negative length', 'POST /api/v1/probe/echo HTTP/1.1\r\nHost: x\r\nContent-Length: -1', ''],
      ['bare line feeds', 'GET /health/live HTTP/1.1\nHost: x\n\n', ''],
      ['another protocol', 'GET /health/live HTTP/3.0\r\nHost: x', ''],
    ])('with %s get 400', async (_, head, more) => {
      const { text, status } = await raw(head, more);
      expect([status, text]).toEqual([400, expect.stringContaining('"code":"invalid-request"')]);
    });

    it('that name another host or address have no effect', async () => {
      const headers = {
        'x-forwarded-for': '6.6.6.6',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'https',
      };
      const METADATA = '/.well-known/oauth-protected-resource/mcp';
      const [plain, forwarded] = [await client(app).get(METADATA), await client(app).get(METADATA, { headers })];
      expect([forwarded.status, forwarded.text]).toEqual([200, plain.text]);
      await client(app).post(LOGIN, { username: 'nobody', password: 'a wrong password' }, { headers, expect: 401 });
      expect(log).toContain('"address":"127.0.0.1"');
      expect(log).not.toMatch(/6\.6\.6\.6|evil/);
    });

    it('of an answer contain the X-Request-Id of the caller if it is valid, otherwise a new id', async () => {
      for (const id of [UUID, UUID.toUpperCase(), 'x'.repeat(128), 'Root=1-67891233-abcdef012345678912345678']) {
        const answer = await client(app).get('/nowhere', { headers: { 'x-request-id': id } });
        expect([answer.headers.get('x-request-id'), answer.body['instance']]).toEqual([id, id]);
      }
      for (const id of ['<b>', 'a b', 'x'.repeat(129), `${UUID}, ${UUID}`, '{"level":"fatal"}', '']) {
        const answer = await client(app).get('/nowhere', { headers: { 'x-request-id': id } });
        expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
        expect(answer.headers.get('x-request-id')).not.toBe(UUID);
      }
    });

    it('of every answer include the security headers', async () => {
      for (const path of ['/health/live', '/nowhere', '/auth/me', '/probe/fail']) {
        const { headers } = await client(app).get(path);
        expect(headers.get('x-content-type-options')).toBe('nosniff');
        expect(headers.get('content-security-policy')).toContain("default-src 'none'");
        expect(headers.get('cache-control')).toMatch(/no-store|no-cache/);
        expect(headers.has('x-powered-by')).toBe(false);
        expect(headers.has('etag')).toBe(false);
      }
    });
  });

  describe('unexpected errors', () => {
    it.each(['/probe/fail', '/probe/reject'])('%s gets 500 without internal details', async (path) => {
      const response = await client(app).get(path);
      expect([response.status, response.body.code]).toEqual([500, 'internal']);
      expect(response.text).not.toMatch(/canary|Error:|\.ts|\.js/);
    });
  });

  describe('connections', () => {
    it('that never finish their headers are closed', async () => {
      const { closed } = await sendRaw(app.port, 'GET /health/live HTTP/1.1\r\nHost: x\r\n', untilClosed);
      expect(closed).toBe(true);
    });

    it('accept a hundred pipelined requests', async () => {
      const request = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n';
      const { text } = await sendRaw(app.port, request.repeat(100), (received) => countAnswers(received) === 100);
      expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(100);
    });

    it('are closed after the last request that one connection may send, and answer no further ones', async () => {
      const server: Server = app.app.getHttpServer();
      const { maxRequestsPerSocket } = server;
      server.maxRequestsPerSocket = 3;
      try {
        const request = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n';
        const { text, closed } = await sendRaw(app.port, request.repeat(5), untilClosed);
        expect([closed, text.match(/HTTP\/1\.1 \d+/g)]).toEqual([true, Array(3).fill('HTTP/1.1 200')]);
        expect(text.match(/^Connection: .*(?=\r$)/gm)?.at(-1)).toBe('Connection: close');
      } finally {
        server.maxRequestsPerSocket = maxRequestsPerSocket;
      }
    });

    it('of a client that disconnects early do not stop the service', async () => {
      const socket = connect({ port: app.port, host: '127.0.0.1' });
      await new Promise<void>((settle) => {
        socket.on('close', () => settle());
        socket.write(
          'POST /api/v1/probe/echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
          () => socket.destroy(),
        );
      });
      expect((await client(app).get('/health/live')).status).toBe(200);
    });

    it('with an incomplete body do not delay requests on other connections', async () => {
      const server: Server = app.app.getHttpServer();
      const begun = once(server, 'request');
      const headers = { 'content-type': 'application/json' };
      const slow = openRequest(`${app.url}/api/v1${ECHO}`, { method: 'POST', headers });
      const slowAnswer = once(slow, 'response') as Promise<[IncomingMessage]>;
      slow.write('{');
      await begun;
      // With more requests, the head of one could arrive after HEADERS_TIMEOUT_MS on a busy machine.
      const answers = await Promise.all(Array.from({ length: 40 }, () => client(app).post(ECHO, { value: 1 })));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      slow.end('}');
      const [answer] = await slowAnswer;
      expect(answer.resume().statusCode).toBe(200);
    });
  });

  describe('the description of the API', () => {
    it('is a page that loads files only from its own origin', async () => {
      const response = await client(app).get('/api/docs');
      expect(response.headers.get('content-type')).toContain('text/html');
      expect(response.headers.get('content-security-policy')).toContain("script-src 'self'");
      const paths = Array.from(response.text.matchAll(/(?:src|href)="([^"]+)"/g), ([, path]) => String(path));
      expect(paths.filter((path) => path.endsWith('.js'))).not.toEqual([]);
      const page = new URL('/api/docs', app.url);
      expect(paths.filter((path) => new URL(path, page).origin !== page.origin)).toEqual([]);
      for (const path of paths) expect((await client(app).get(path)).status).toBe(200);
    });

    it('is OpenAPI 3.1', async () => {
      const { body } = await client(app).get('/api/docs/openapi.json');
      expect(body.openapi).toBe('3.1.0');
    });

    it('has a section for every problem code', async () => {
      const { text } = await client(app).get('/api/docs/errors');
      expect(Object.keys(PROBLEM_CODES).filter((code) => !text.includes(`id="${code}"`))).toEqual([]);
    });
  });
});

function countAnswers(text: string): number {
  return text.split('HTTP/1.1 ').length - 1;
}
