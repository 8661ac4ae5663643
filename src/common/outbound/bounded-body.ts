/**
 * Returns the body of a response as UTF-8 text. If the body is longer than `maxBytes`, stops reading and returns null.
 * Ignores the header `Content-Length`, because it can be wrong. If the signal aborts, closes the connection and throws
 * the reason of the signal.
 */
export async function readBody(response: Response, maxBytes: number, signal: AbortSignal): Promise<string | null> {
  if (response.body === null) return '';
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = response.body.getReader();
  const cancel = (): void => void reader.cancel(signal.reason).catch(() => undefined);
  signal.addEventListener('abort', cancel, { once: true });
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const chunk = next.value as Uint8Array;
      length += chunk.length;
      if (length > maxBytes) {
        await reader.cancel();
        return null;
      }
      chunks.push(chunk);
    }
    signal.throwIfAborted();
    return Buffer.concat(chunks).toString('utf8');
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
