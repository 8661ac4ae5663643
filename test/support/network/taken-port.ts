import { type AddressInfo, createServer, type Server } from 'node:net';

/** Runs `work` while a server listens on a port; default: any free port. */
export async function withTakenPort<T>(work: (port: number) => Promise<T>, requestedPort = 0): Promise<T> {
  const server: Server = createServer();
  await new Promise<void>((settle, reject) => {
    // If another program already listens on the requested port, the port is in use as intended.
    server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? settle() : reject(error)));
    server.listen(requestedPort, '127.0.0.1', () => settle());
  });
  try {
    return await work((server.address() as AddressInfo | null)?.port ?? requestedPort);
  } finally {
    await new Promise((settle) => server.close(settle));
  }
}
