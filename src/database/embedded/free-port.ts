import { createServer } from 'node:net';

/** A TCP port of the loopback address that nothing listened on a moment ago. */
export async function findFreePort(): Promise<number> {
  return new Promise((settle, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port: 0, exclusive: true }, () => {
      const address = server.address();
      server.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('The probe has no TCP port.'));
        else settle(address.port);
      });
    });
  });
}
