import { type AddressInfo, createServer, type Server } from 'node:net';

/** A port that another program listens on for the time of `work`. */
export async function withTakenPort<T>(work: (port: number) => Promise<T>, wanted = 0): Promise<T> {
  const server: Server = createServer();
  await new Promise<void>((settle) => {
    // Whoever has the wanted port takes it for us, too.
    server.once('error', () => settle());
    server.listen(wanted, '127.0.0.1', () => settle());
  });
  try {
    return await work((server.address() as AddressInfo | null)?.port ?? wanted);
  } finally {
    await new Promise((settle) => server.close(settle));
  }
}
