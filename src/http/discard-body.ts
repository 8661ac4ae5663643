import type { IncomingMessage } from 'node:http';

const DISCARD_MAX_BYTES = 1_048_576;
const DISCARD_MAX_MS = 2000;

/**
 * Reads and discards the rest of the body of a request that was answered, so that the client receives the answer before
 * the connection closes. Reads at most 1 MiB for at most 2 s; then the connection is closed.
 */
export function discardBody(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  let dropped = 0;
  const close = (): void => void request.socket.destroy();
  const timer = setTimeout(close, DISCARD_MAX_MS).unref();
  request.on('data', (chunk: Buffer) => {
    dropped += chunk.length;
    if (dropped > DISCARD_MAX_BYTES) close();
  });
  request.once('close', () => clearTimeout(timer));
  request.once('end', () => clearTimeout(timer));
  request.resume();
}
