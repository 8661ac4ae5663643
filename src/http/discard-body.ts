import type { IncomingMessage } from 'node:http';

const DISCARD_MAX_BYTES = 1_048_576;
const DISCARD_MAX_MS = 2000;

/**
 * Reads and discards the unread part of a request body after the answer was sent. If the connection closed at once, the
 * client might not receive the answer. Closes the connection after 1 MiB or 2 s.
 */
export function discardBody(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  let discarded = 0;
  const close = (): void => void request.socket.destroy();
  const timer = setTimeout(close, DISCARD_MAX_MS).unref();
  request.on('data', (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > DISCARD_MAX_BYTES) close();
  });
  request.once('close', () => clearTimeout(timer));
  request.once('end', () => clearTimeout(timer));
  request.resume();
}
