/** Reads answers without trusting their announced length. */

/** The body as text (UTF-8); null when it has more than `maxBytes`, of which no more is read. */
export async function readBody(response: Response, maxBytes: number): Promise<string | null> {
  if (response.body === null) return '';
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = response.body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const chunk = next.value as Uint8Array;
    length += chunk.length;
    if (length > maxBytes) {
      await reader.cancel();
      return null;
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
