import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { bridgeStdio } from '../../../src/mcp/stdio-bridge';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { CompiledProgram } from '../../support/programs/compiled-program';
import { callMessage, callTool, textOf } from '../../support/requests/mcp';
import { type ProgramEnd, ProgramRun } from '../../support/programs/program-run';
import { createTestApp, type TestApp } from '../../support/app/test-app';

/* The command `mcp`, which forwards the messages of a client on standard input to a service. */

let app: TestApp;
let user: TestUser;
let program: CompiledProgram;

beforeAll(async () => {
  app = await createTestApp();
  user = await createUser(app, { scopes: ['artifacts:write'] });
  program = await CompiledProgram.compile('mcp-program.ts');
});
afterAll(async () => {
  program.remove();
  await app.close();
});

function environment(): Record<string, string> {
  const { PATH = '', NODE_PATH } = program.environment;
  return { PATH, NODE_PATH };
}

it('the command mcp serves the tools to the official client with the token in the environment', async () => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program.script, 'mcp', '--url', app.url],
    env: { ...environment(), INTELLIGENCE_TOKEN: user.token },
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['search_media', 'save_artifact']));
  const results = await Promise.all(['library_overview', 'search_artifacts'].map((name) => callTool(client, name)));
  expect(results.map((result) => textOf(result).split('\n', 1)[0])).toEqual(['# Libraries', '# Artifacts']);
  const refused = await callTool(client, 'search_media', {});
  expect([refused.isError, textOf(refused)]).toEqual([true, expect.stringContaining('query is required')]);
  await client.close();
});

describe('a connection that cannot work', () => {
  /** Sends one message over a bridge and returns the answer. */
  async function answerOf(url: string, token: string): Promise<{ id: number; error: { message: string } }> {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const bridged = bridgeStdio({ endpoint: new URL('/mcp', url), token }, input, output);
    input.end(`${JSON.stringify(callMessage('library_overview'))}\n`);
    await bridged;
    return JSON.parse(String(output.read())) as { id: number; error: { message: string } };
  }

  it('gives the client the reason: a wrong token, or no service at the address', async () => {
    const { id, error } = await answerOf(app.url, 'wrong');
    expect([id, error.message]).toEqual([1, expect.stringContaining('--token')]);
    const { error: absent } = await answerOf('http://127.0.0.1:1', user.token);
    expect(absent.message).toBe('The service at http://127.0.0.1:1 cannot be reached.');
  });

  it('gives the client the reason: another server at the address', async () => {
    const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<p>Hi</p>'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const { error } = await answerOf(url, user.token);
      expect(error.message).toBe(`${url} is not the service, because its answer is no MCP message. Check --url.`);
    } finally {
      server.close();
    }
  });

  it.each([
    [[], 'Give an access token or an API key by --token or INTELLIGENCE_TOKEN.'],
    [['--token', 'x', '--url', 'nowhere'], '--url must be an address such as http://127.0.0.1:3000.'],
    [['--token', 'x', '--url', 'http://ada:pw@127.0.0.1:1'], '--url must contain no user and no password.'],
    [
      ['--token', 'töken'],
      'A token contains only visible ASCII characters, but this one does not: check --token or INTELLIGENCE_TOKEN.',
    ],
  ])('ends the command with exit code 1 for the options %j: %s', async (options, message) => {
    const args = [program.script, 'mcp', ...options];
    const end: ProgramEnd = await ProgramRun.run(process.execPath, args, { cwd: '/', env: environment() });
    expect([end.code, end.output]).toEqual([1, `${message}\n`]);
  });
});
