/** Limits for clients that occupy resources by imports that never end, large bodies, or many connections. */
import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { OPERATIONS } from '../../hostile/operations';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { importCatalog, library, mediaIdOf } from '../../support/catalog/catalog';
import { eventually } from '../../support/eventually';
import { client } from '../../support/requests/client';
import { sendRaw } from '../../support/requests/raw-http';
import { createTestApp, type TestApp } from '../../support/app/test-app';

const CONNECTIONS = 5;

let app: TestApp;
let proxied: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await createTestApp({
    env: { IMPORT_TIMEOUT_MS: '400', MAX_CONNECTIONS_PER_ADDRESS: String(CONNECTIONS), REQUEST_TIMEOUT_MS: '5000' },
  });
  const env = { MAX_CONNECTIONS_PER_ADDRESS: '1', TRUST_PROXY: '127.0.0.1', BODY_LIMIT_BYTES: '2000' };
  proxied = await createTestApp({ peerOf: app, env });
  admin = await createUser(app, { role: 'admin' });
});
afterAll(async () => {
  await proxied.close();
  await app.close();
});

describe('imports that never end', () => {
  const HEAD = [
    'POST /api/v1/admin/catalog/import HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-ndjson\r\n',
    'Transfer-Encoding: chunked\r\n',
  ];
  const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

  it('get 504 at the deadline, and do not prevent a later import', async () => {
    const head = [
      ...HEAD,
      `Authorization: Bearer ${admin.token}\r\n\r\n`,
      chunk(`${JSON.stringify(library('Films'))}\n`),
    ];
    const slow = await Promise.all([1, 2, 3].map(() => sendRaw(app.port, head)));
    expect(slow.map(({ status }) => status)).toEqual([504, 504, 504]);
    expect(slow[0]?.text).toContain('"detail":"The import was not complete in time.');
    expect(await importCatalog(app, admin, [library(randomUUID())])).toMatchObject({ accepted: 1 });
  });
});

test('BODY_LIMIT_BYTES below 65536 applies to every route with a body', async () => {
  const api = client(proxied).as(admin);
  const headers = { 'content-type': 'application/json' };
  // The routes of artifacts and runs check the owner before they read the body, so both must exist.
  const id = randomUUID();
  const artifact = { kind: 'summary', scope: 'user', title: 'T', content: {} };
  await api.put(`/intelligence/artifacts/${id}`, artifact, { expect: 201 });
  await api.put(`/intelligence/runs/${id}`, { purpose: 'other' }, { expect: 201 });
  const routes = OPERATIONS.filter(({ body }) => body !== null);
  expect(routes.length).toBeGreaterThan(20);
  for (const { name, method, path } of routes) {
    const filled = path.replace('{media_id}', mediaIdOf('movie', 'Film')).replace(/\{\w+\}/g, id);
    const isTooLarge = async (bytes: number): Promise<boolean> => {
      const body = `{"x":"${'x'.repeat(bytes - '{"x":""}'.length)}"}`;
      return (await api.send(method, filled, body, { headers })).status === 413;
    };
    expect([name, await isTooLarge(2000), await isTooLarge(2001)]).toEqual([name, false, true]);
  }
});

describe('connections of one address', () => {
  const open: Socket[] = [];
  const closed = new Set<Socket>();

  function connectTo(port: number, count: number): void {
    for (let index = 0; index < count; index += 1) {
      const socket = connect({ port, host: '127.0.0.1' });
      socket.on('error', () => undefined);
      socket.on('close', () => closed.add(socket));
      open.push(socket);
    }
  }

  afterEach(() => open.splice(0).forEach((socket) => void socket.destroy()));

  it('are closed beyond the limit, and no longer count when they are closed', async () => {
    await eventually(async () => (await countOpen(app)) === 0);
    connectTo(app.port, CONNECTIONS + 3);
    await eventually(() => open.filter((socket) => closed.has(socket)).length === 3);
    for (const socket of open) socket.destroy();
    await eventually(() => open.every((socket) => closed.has(socket)));
    await eventually(
      async () => (await sendRaw(app.port, 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n')).status === 200,
    );
  });

  it('have no limit if the address is a trusted proxy', async () => {
    connectTo(proxied.port, 10);
    await eventually(async () => (await countOpen(proxied)) >= 10);
    expect(open.some((socket) => closed.has(socket))).toBe(false);
  });
});

/** Closes idle connections of earlier requests. Returns the number of open connections of the server. */
function countOpen({ app: service }: Pick<TestApp, 'app'>): Promise<number> {
  const server: Server = service.getHttpServer();
  server.closeIdleConnections();
  return new Promise((resolve, reject) => {
    server.getConnections((error: Error | null, count: number) => (error === null ? resolve(count) : reject(error)));
  });
}
