import { Connection } from 'pg';

/** What the driver knows about a connection. `processID` and `secretKey` are null before it is open. */
export interface CancelTarget {
  readonly host: string;
  readonly port: number;
  readonly ssl: object | boolean;
  readonly sslNegotiation: string;
  readonly processID: number | null;
  readonly secretKey: number | null;
}

/** The driver's connection. The types of the driver leave these methods out. */
type DriverConnection = Connection & {
  connect(portOrPath: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processID: number, secretKey: number): void;
};

/**
 * Asks the server to cancel the running statement of a connection, by the key that the server gave this connection. The
 * key also works through a pooler, which gives its clients process numbers of its own. The request cancels no statement
 * of another connection. Resolves when the server has closed the connection of the request, which it does after the
 * cancellation. Also resolves after `timeoutMs`, and if the server cannot be reached. Never rejects.
 *
 * Resolves with `false` if the server may still execute the request: it was sent, but the server has not closed its
 * connection.
 */
export function sendCancelRequest(target: CancelTarget, timeoutMs: number): Promise<boolean> {
  const { host, port, ssl, sslNegotiation, processID, secretKey } = target;
  if (processID === null || secretKey === null) return Promise.resolve(true);
  const connection = new Connection({ ssl, sslNegotiation } as object) as DriverConnection;
  const socket = connection.stream;
  return new Promise((resolve) => {
    let isSent = false;
    let isAbandoned = false;
    const abandon = (): void => {
      isAbandoned = true;
      socket.destroy();
    };
    const timer = setTimeout(abandon, timeoutMs);
    connection.on('end', () => {
      clearTimeout(timer);
      resolve(!isSent || !isAbandoned);
    });
    connection.on('error', abandon);
    const send = (): void => {
      isSent = true;
      connection.cancel(processID, secretKey);
    };
    // Before the handshake has ended, the driver only buffers what is sent.
    const sendAfterHandshake = (): void => void connection.stream.once('secureConnect', send);
    // With direct TLS, the driver starts TLS itself.
    const requestTls = (): void => {
      if (sslNegotiation !== 'direct') connection.requestSsl();
    };
    connection.on('connect', ssl === false ? send : requestTls);
    connection.on('sslconnect', sendAfterHandshake);
    if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
    else connection.connect(port, host);
  });
}
