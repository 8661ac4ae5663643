import { once } from 'node:events';
import { createServer } from 'node:net';
import { listenOnLoopback } from './loopback-server';

/** Returns a TCP port that is currently free on the loopback address. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  const port = await listenOnLoopback(server);
  server.close();
  await once(server, 'close');
  return port;
}
