import { createServer } from 'node:net';

/** Returns a TCP port that is currently free on the loopback address. */
export async function findFreePort(): Promise<number> {
  return new Promise((settle, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port: 0, exclusive: true }, () => {
      const address = server.address();
      server.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('The server has no TCP port.'));
        else settle(address.port);
      });
    });
  });
}
