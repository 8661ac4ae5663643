import type { IncomingMessage } from 'node:http';

const DRAIN_BYTES = 1_048_576;
const DRAIN_MS = 2000;

/**
 * Drops what is still to come of an answered request's body, so that the client reads its answer before the connection
 * ends. No more than 1 MiB and 2 s of it: then the connection is closed.
 */
export function drainBounded(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  let dropped = 0;
  const close = (): void => void request.socket.destroy();
  const timer = setTimeout(close, DRAIN_MS).unref();
  request.on('data', (chunk: Buffer) => {
    dropped += chunk.length;
    if (dropped > DRAIN_BYTES) close();
  });
  request.once('close', () => clearTimeout(timer));
  request.once('end', () => clearTimeout(timer));
  request.resume();
}
