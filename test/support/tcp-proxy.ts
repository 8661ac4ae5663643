import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy between the application and its database that can simulate failures. */
export interface TcpProxy {
  /** URL of the database through the proxy. */
  readonly url: string;
  /** Number of open connections. */
  readonly connections: number;
  /** Number of connections accepted so far. */
  readonly accepted: number;
  /** Discards all data in both directions. Connections stay open, as with a server that hangs. */
  freeze(): void;
  /** Forwards data again. Discarded data is lost. */
  thaw(): void;
  /** Resets every connection. */
  cut(): void;
  /** Resets each connection when it has forwarded this number of bytes from the server. */
  cutAfter(bytes: number): void;
  close(): Promise<void>;
}

/** Starts a proxy on a free port for the server in `url`. */
export async function createTcpProxy(url: string): Promise<TcpProxy> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let frozen = false;
  let accepted = 0;
  let allowance = Infinity;

  const server = createServer((client) => {
    accepted += 1;
    const upstream = connect({ host: target.hostname, port: Number(target.port || 5432) });
    let forwarded = 0;
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => {
        if (frozen) return;
        if (from === upstream && (forwarded += chunk.length) > allowance) {
          client.resetAndDestroy();
          upstream.destroy();
        } else if (to.writable) to.write(chunk);
      });
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      // Resets are intended. The event 'close' follows and cleans up.
      from.on('error', () => undefined);
    }
  });
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  const address = new URL(url);
  address.hostname = '127.0.0.1';
  address.port = String((server.address() as AddressInfo).port);

  const cut = (): void => sockets.forEach((socket) => void socket.resetAndDestroy());
  return {
    url: address.toString(),
    get connections() {
      return sockets.size / 2;
    },
    get accepted() {
      return accepted;
    },
    freeze: () => void (frozen = true),
    thaw: () => void (frozen = false),
    cut,
    cutAfter: (bytes) => void (allowance = bytes),
    close: () => {
      cut();
      return new Promise<void>((settle) => server.close(() => settle()));
    },
  };
}
