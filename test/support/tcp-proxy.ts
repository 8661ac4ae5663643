import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A relay between the application and its database that can fail on demand. */
export interface TcpProxy {
  /** The target's address, by way of the proxy. */
  readonly url: string;
  /** Connections open at this moment. */
  readonly connections: number;
  /** Connections taken so far. */
  readonly accepted: number;
  /** Swallows everything in both directions, as a frozen server does; existing connections stay open. */
  freeze(): void;
  /** Relays again, what was swallowed is lost. */
  thaw(): void;
  /** Ends every connection with a reset. */
  cut(): void;
  /** Ends each connection after it relayed so many bytes from the server. */
  cutAfter(bytes: number): void;
  close(): Promise<void>;
}

/** Puts a relay on a free port in front of the server that `url` names. */
export async function createTcpProxy(url: string): Promise<TcpProxy> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let frozen = false;
  let accepted = 0;
  let allowance = Infinity;

  const server = createServer((client) => {
    accepted += 1;
    const upstream = connect({ host: target.hostname, port: Number(target.port || 5432) });
    let relayed = 0;
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => {
        if (frozen) return;
        if (from === upstream && (relayed += chunk.length) > allowance) {
          client.resetAndDestroy();
          upstream.destroy();
        } else if (to.writable) to.write(chunk);
      });
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      // Resets are what this proxy is for; 'close' follows and does the rest.
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
