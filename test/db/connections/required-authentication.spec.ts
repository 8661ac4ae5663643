/** With `require_auth=scram-sha-256` in the URL, another program on the port gets no password or statement. */
import { createServer, type Server, type Socket } from 'node:net';
import { Pool } from 'pg';
import { QuietClient } from '../../../src/database/connections/quiet-client';
import { eventually } from '../../support/eventually';
import { listenOnLoopback } from '../../support/network/loopback-server';
import { createTcpProxy, type TcpProxy } from '../../support/network/tcp-proxy';
import { createTestDatabase, type TestDatabase } from '../../support/databases/test-database';

const PASSWORD = 'geheim-geheim';
/** First messages of a server: it asks for a password, needs no password, or is ready for statements. */
const CLEARTEXT = Buffer.from('R\0\0\0\x08\0\0\0\x03', 'latin1');
const MD5 = Buffer.from('R\0\0\0\x0c\0\0\0\x05salt', 'latin1');
const NONE = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1');
const READY = Buffer.from('Z\0\0\0\x05I', 'latin1');
/** Answers to the three messages of a client that authenticates by SCRAM. The proof of the server is wrong. */
const WRONG_PROOF: readonly Answer[] = [
  Buffer.from('R\0\0\0\x17\0\0\0\x0aSCRAM-SHA-256\0\0', 'latin1'),
  (message) => {
    const nonce = /r=(.+)$/.exec(message)?.[1] ?? '';
    return toAuthentication(11, `r=${nonce}server,s=${Buffer.alloc(16).toString('base64')},i=4096`);
  },
  Buffer.concat([toAuthentication(12, `v=${Buffer.alloc(32).toString('base64')}`), NONE]),
];

/** What a server answers to a message: always the same, or depending on the message. */
type Answer = Buffer | ((message: string) => Buffer);

function toAuthentication(kind: number, text: string): Buffer {
  const head = Buffer.from('R\0\0\0\0\0\0\0\0', 'latin1');
  head.writeInt32BE(8 + text.length, 1);
  head.writeInt32BE(kind, 5);
  return Buffer.concat([head, Buffer.from(text)]);
}

/**
 * Returns the types of the messages that a client sent, one character each, without the message that ends the
 * connection. The first message has no type.
 */
function typesOf(text: string): string {
  const bytes = Buffer.from(text, 'latin1');
  let types = '';
  for (let at = bytes.readInt32BE(0); at < bytes.length; at += 1 + bytes.readInt32BE(at + 1)) types += text[at];
  return types.replace(/X$/, '');
}

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
 * Sends a statement to a server that responds with `answers` to the first messages. Returns the text that the server
 * received, and the error of the client; null without one.
 */
async function receivedBy(
  answers: readonly Answer[],
  parameters: string,
): Promise<{ text: string; error: string | null }> {
  let text = '';
  let isClosed = false;
  const sockets: Socket[] = [];
  const server: Server = createServer((socket) => {
    sockets.push(socket);
    const remaining = [...answers];
    socket.on('data', (chunk) => {
      const message = chunk.toString('latin1');
      text += message;
      const answer = remaining.shift();
      if (answer !== undefined) socket.write(typeof answer === 'function' ? answer(message) : answer);
    });
    socket.on('close', () => (isClosed = true));
    socket.on('error', () => undefined);
  });
  const port = await listenOnLoopback(server);
  const connectionString = `postgres://ada:${PASSWORD}@127.0.0.1:${port}/films?${parameters}`;
  const pool = new Pool({ connectionString, Client: QuietClient });
  let error: string | null = null;
  // With a callback, the pool sends the statement even if it first reported an error.
  pool.query('SELECT 1', (failure: Error | undefined) => (error ??= failure?.message ?? null));
  await eventually(() => isClosed || text.includes('SET '));
  const result = { text, error };
  const closed = new Promise((settle) => server.close(settle));
  for (const socket of sockets) socket.destroy();
  await closed;
  return result;
}

test.each([
  ['asks for the password in clear text', [CLEARTEXT], '', /not authenticate by SCRAM, which require_auth requires$/],
  ['asks for an MD5 hash', [MD5], '', /not authenticate by SCRAM, which require_auth requires$/],
  ['asks for no authentication', [NONE], '', /not authenticate by SCRAM, which require_auth requires$/],
  ['says only that it is ready', [READY], '', /not authenticate by SCRAM, which require_auth requires$/],
  // Both messages belong to SCRAM, which does not reveal the password.
  ['gives a wrong proof', WRONG_PROOF, 'pp', /server signature does not match$/],
])('the client refuses a server that %s, and sends it no password or statement', async (_, answers, types, message) => {
  const { text, error } = await receivedBy(answers, 'require_auth=scram-sha-256');
  expect(error).toMatch(message);
  expect(text).not.toContain(PASSWORD);
  expect(typesOf(text)).toBe(types);
});

test('without require_auth, the client accepts a server that asks for no authentication', async () => {
  expect((await receivedBy([NONE], '')).error).toBeNull();
});

test('with require_auth, the client accepts a server that proves that it knows the password', async () => {
  const client = new QuietClient(`${proxy.url}?require_auth=scram-sha-256`);
  await client.connect();
  expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  await client.end();
});
