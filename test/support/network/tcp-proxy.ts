import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { listenOnLoopback } from './loopback-server';

/** A TCP proxy between the application and its database that can simulate failures. */
export interface TcpProxy {
  /** URL of the database through the proxy. */
  readonly url: string;
  /** Number of open connections of clients. */
  readonly connections: number;
  /** Number of connections accepted so far. */
  readonly accepted: number;
  /** Number of connections that `cutAfter` has reset so far. */
  readonly cutConnections: number;
  /**
   * Discards all data that arrives from now on, in both directions. Connections stay open, as with a server that hangs.
   */
  freeze(): void;
  /** Forwards data again. Discarded data is lost. */
  thaw(): void;
  /**
   * Discards the data of the server, or forwards it again, like a network that loses one direction. The server still
   * receives all requests.
   */
  loseAnswers(loses: boolean): void;
  /** Delays all data in both directions by this number of milliseconds, in order. */
  delay(milliseconds: number): void;
  /**
   * Buffers all data in both directions, or forwards the buffered data, like a network that stalls and then recovers.
   */
  hold(isHeld: boolean): void;
  /** Resets every connection. */
  cut(): void;
  /** Resets each connection instead of forwarding more than this number of bytes from the server. */
  cutAfter(bytes: number): void;
  /**
   * Ends each connection as soon as it is ready, as an administrator can: appends the fatal error 57P01 to the first
   * "ready for query" of the server.
   */
  endWhenReady(ends: boolean): void;
  close(): Promise<void>;
}

/** The message "ready for query" outside of a transaction. It ends the start-up of a connection. */
const READY = Buffer.from('Z\0\0\0\x05I', 'latin1');
/** The message of a server whose administrator ends the connection. */
const TERMINATED = errorMessage({
  S: 'FATAL',
  V: 'FATAL',
  C: '57P01',
  M: 'terminating connection due to administrator command',
});

/** The address of a server: a TCP port, or a Unix socket if the host is a percent-encoded directory. */
export function addressOf({ hostname, port }: URL): NetConnectOpts {
  const host = decodeURIComponent(hostname);
  const number = Number(port || 5432);
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${number}` } : { host, port: number };
}

/** Runs work after a delay. Keeps the order of the calls of `add`, also when the delay becomes shorter. */
class DelayLine {
  private readonly waiting: (() => void)[] = [];
  private dueAt = 0;

  add(delayMs: number, work: () => void): void {
    if (delayMs === 0 && this.waiting.length === 0) return work();
    this.dueAt = Math.max(this.dueAt, performance.now() + delayMs);
    this.waiting.push(work);
    // Each timer runs the oldest work, because timers with the same time may expire in any order.
    setTimeout(() => this.waiting.shift()?.(), this.dueAt - performance.now());
  }
}

/**
 * Resets a connection. Destroys a Unix socket, which cannot be reset, and a socket that is shutting down, which libuv
 * refuses to reset.
 */
function reset(socket: Socket): void {
  if (socket.remoteAddress === undefined || socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}

const isReady = (chunk: Buffer): boolean => chunk.subarray(-READY.length).equals(READY);

function errorMessage(fields: Readonly<Record<string, string>>): Buffer {
  const body = Buffer.from(
    `${Object.entries(fields)
      .map(([name, text]) => `${name}${text}\0`)
      .join('')}\0`,
    'latin1',
  );
  const head = Buffer.alloc(5, 'E');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** Starts a proxy on a free port for the server in `url`. */
export async function createTcpProxy(url: string): Promise<TcpProxy> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  const clients = new Set<Socket>();
  let isFrozen = false;
  let losesAnswers = false;
  let accepted = 0;
  let cutConnections = 0;
  let allowance = Infinity;
  let endsWhenReady = false;
  let delayMs = 0;
  let isHolding = false;

  const server = createServer((client) => {
    accepted += 1;
    clients.add(client);
    client.on('close', () => clients.delete(client));
    const upstream = connect(addressOf(target));
    let forwarded = 0;
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      const line = new DelayLine();
      sockets.add(from);
      from.on('data', (chunk) => {
        if (isFrozen || (losesAnswers && from === upstream)) return;
        if (from === upstream && (forwarded += chunk.length) > allowance) {
          cutConnections += 1;
          reset(client);
          upstream.destroy();
        } else if (from === upstream && endsWhenReady && isReady(chunk)) {
          client.end(Buffer.concat([chunk, TERMINATED]));
          upstream.destroy();
        } else line.add(delayMs, () => to.writable && to.write(chunk));
      });
      from.on('close', () => {
        sockets.delete(from);
        line.add(delayMs, () => to.destroy());
      });
      // Resets are intended. The event 'close' follows and cleans up.
      from.on('error', () => undefined);
      if (isHolding) from.pause();
    }
  });
  const address = new URL(url);
  address.hostname = '127.0.0.1';
  address.port = String(await listenOnLoopback(server));

  const cut = (): void => sockets.forEach(reset);
  return {
    url: address.toString(),
    get connections() {
      return clients.size;
    },
    get accepted() {
      return accepted;
    },
    get cutConnections() {
      return cutConnections;
    },
    freeze: () => void (isFrozen = true),
    thaw: () => void (isFrozen = false),
    loseAnswers: (loses) => void (losesAnswers = loses),
    cut,
    cutAfter: (bytes) => void (allowance = bytes),
    delay: (milliseconds) => void (delayMs = milliseconds),
    hold: (isHeld) => {
      isHolding = isHeld;
      for (const socket of sockets)
        if (isHolding) socket.pause();
        else socket.resume();
    },
    endWhenReady: (ends) => void (endsWhenReady = ends),
    close: () => {
      cut();
      return new Promise<void>((settle) => server.close(() => settle()));
    },
  };
}
