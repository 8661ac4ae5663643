import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createUser } from '../../support/accounts/accounts';
import { ProgramRun } from '../../support/programs/program-run';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { ROOT } from '../../support/root';

const PROGRAM = join(ROOT, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
const BASELINE = join(__dirname, 'conformance-baseline.yml');

let app: TestApp;
let proxy: Server;
let results: string;

beforeAll(async () => {
  app = await createTestApp();
  proxy = await startProxy(app, (await createUser(app)).token);
  results = mkdtempSync(join(tmpdir(), 'mcp-conformance-'));
});
afterAll(async () => {
  proxy.closeAllConnections();
  proxy.close();
  rmSync(results, { recursive: true });
  await app.close();
});

/** Starts a proxy that adds the token, because the scenarios send none. */
async function startProxy({ port }: TestApp, token: string): Promise<Server> {
  const server = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const forwarded = request({ port, method, path, headers: { ...headers, authorization: `Bearer ${token}` } });
    forwarded.once('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

it('the MCP endpoint passes four conformance scenarios and fails only those in the baseline', async () => {
  // The scenario `dns-rebinding-protection` accepts only local addresses. `localhost` leads to the proxy on 127.0.0.1.
  const url = `http://localhost:${(proxy.address() as AddressInfo).port}/mcp`;
  const args = [PROGRAM, 'server', '--url', url, '--output-dir', results, '--expected-failures', BASELINE];
  const { code, output } = await ProgramRun.run(process.execPath, args, { cwd: results });
  const passed = Array.from(output.matchAll(/^✓ ([\w-]+): [1-9]\d* passed, 0 failed/gm), ([, name]) => name);
  expect([code, passed]).toEqual([0, ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection']]);
});
