import { randomInt } from 'node:crypto';
import { connect, createServer, type Socket } from 'node:net';
import { listenOnLoopback } from './loopback-server';
import { addressOf } from './tcp-proxy';

/** A proxy that gives connections their own process numbers and keys for cancel requests, as PgBouncer does. */
export interface Pooler {
  /** URL of the database through the pooler. */
  readonly url: string;
  /** Number of cancel requests so far. */
  readonly cancelRequests: number;
  /** With `true`, holds cancel requests back. With `false`, forwards them, also those of clients that have left. */
  holdCancelRequests(isHeld: boolean): void;
  close(): Promise<void>;
}

/** The server's message with the number and the key of its process: type, length and these two numbers. */
const KEY_DATA = Buffer.from('K\0\0\0\x0c', 'latin1');
const NUMBERS_BYTES = 8;
/** The start of a cancel request: length and code. The numbers of `KEY_DATA` follow. */
const CANCEL_REQUEST = Buffer.from([0, 0, 0, 16, 4, 210, 22, 46]);

/** Starts a pooler for the server in `url`. `processID` is the process number that it gives to every connection. */
export async function createPooler(url: string, processID: number): Promise<Pooler> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  /** The numbers of the server by those of the pooler, in hex. */
  const keys = new Map<string, Buffer>();
  let cancelRequests = 0;
  let isHolding = false;
  const held: (() => void)[] = [];

  const renumber = (message: Buffer): Buffer => {
    const at = message.indexOf(KEY_DATA);
    if (at < 0) return message;
    const start = at + KEY_DATA.length;
    const own = Buffer.alloc(NUMBERS_BYTES);
    own.writeInt32BE(processID);
    own.writeInt32BE(randomInt(2 ** 31), 4);
    keys.set(own.toString('hex'), message.subarray(start, start + NUMBERS_BYTES));
    return Buffer.concat([message.subarray(0, start), own, message.subarray(start + NUMBERS_BYTES)]);
  };

  const server = createServer((client) => {
    const upstream = connect(addressOf(target));
    let hasKey = false;
    client.once('data', (first) => {
      const isCancel = first.subarray(0, CANCEL_REQUEST.length).equals(CANCEL_REQUEST);
      const numbers = first.subarray(CANCEL_REQUEST.length);
      if (isCancel) cancelRequests += 1;
      const message = isCancel ? Buffer.concat([CANCEL_REQUEST, keys.get(numbers.toString('hex')) ?? numbers]) : first;
      if (isCancel && isHolding)
        held.push(() =>
          connect(addressOf(target))
            .on('error', () => undefined)
            .end(message),
        );
      else upstream.write(message);
      client.on('data', (chunk) => upstream.write(chunk));
    });
    upstream.on('data', (chunk) => {
      client.write(hasKey ? chunk : renumber(chunk));
      hasKey ||= chunk.includes(KEY_DATA);
    });
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  const pooled = new URL(url);
  pooled.host = `127.0.0.1:${await listenOnLoopback(server)}`;
  return {
    url: pooled.toString(),
    get cancelRequests() {
      return cancelRequests;
    },
    holdCancelRequests: (isHeld) => {
      isHolding = isHeld;
      if (!isHeld) for (const send of held.splice(0)) send();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}
