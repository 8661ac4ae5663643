/** With `require_auth=scram-sha-256` in the URL, another program on the port of the database receives no data. */
import { createServer, type Server } from 'node:net';
import { QuietClient } from '../../../src/database/connections/quiet-client';
import { listenOnLoopback } from '../../support/network/loopback-server';
import { createTcpProxy, type TcpProxy } from '../../support/network/tcp-proxy';
import { createTestDatabase, type TestDatabase } from '../../support/databases/test-database';

const PASSWORD = 'geheim-geheim';
/** Messages with which a server asks for a password, or says that it needs none. */
const CLEARTEXT = Buffer.from('R\0\0\0\x08\0\0\0\x03', 'latin1');
const MD5 = Buffer.from('R\0\0\0\x0c\0\0\0\x05salt', 'latin1');
const NONE = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1');

let database: TestDatabase;
let proxy: TcpProxy;

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await createTcpProxy(database.url);
});
afterAll(async () => {
  await proxy.close();
  await database.drop();
});

/**
 * Connects to a server that responds with `answer` to the first message. Returns the text that the server then receives
 * and the result for the client.
 */
async function receivedBy(answer: Buffer, parameters: string): Promise<{ text: string; result: string }> {
  let text = '';
  const server: Server = createServer((socket) => {
    socket.once('data', () => {
      socket.on('data', (chunk) => (text += chunk.toString('latin1')));
      socket.write(answer);
    });
    socket.on('error', () => undefined);
  });
  const port = await listenOnLoopback(server);
  const client = new QuietClient(`postgres://ada:${PASSWORD}@127.0.0.1:${port}/films?${parameters}`);
  try {
    await client.connect();
    await Promise.race([client.query('SELECT 1'), new Promise((settle) => setImmediate(settle))]);
    return { text, result: 'connected' };
  } catch (error) {
    return { text, result: (error as Error).message };
  } finally {
    const closed = new Promise((settle) => server.close(settle));
    client.connection.stream.destroy();
    await closed;
  }
}

test.each([
  ['asks for the password in clear text', CLEARTEXT],
  ['asks for an MD5 hash', MD5],
  ['asks for no authentication', NONE],
])('a server that %s is refused and receives nothing', async (_, answer) => {
  const { text, result } = await receivedBy(answer, 'require_auth=scram-sha-256');
  expect(result).toBe('The server does not authenticate by SCRAM, which require_auth requires');
  expect(text).not.toContain(PASSWORD);
  expect(text).not.toContain('SELECT');
});

test('without require_auth, a server that asks for no authentication is accepted', async () => {
  expect((await receivedBy(NONE, '')).result).toBe('connected');
});

test('a server that proves that it knows the password is accepted', async () => {
  const client = new QuietClient(`${proxy.url}?require_auth=scram-sha-256`);
  await client.connect();
  expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  await client.end();
});
