import type { Request } from 'express';
import { Problem } from '../common/problem';
import { ClientGoneError } from '../common/request-context';
import { parseStrictJson } from '../common/strict-json';

/** Bounds of reading one body. */
export interface BodyLimits {
  readonly maxBytes: number;
  /** Milliseconds for the whole body; then the connection is closed. */
  readonly timeoutMs: number;
}

/** Strips one byte order mark, which some editors write before JSON, and refuses invalid UTF-8. */
const UTF_8 = new TextDecoder('utf-8', { fatal: true });
const JSON_TYPE = 'application/json';

/**
 * Reads the JSON object in a request's body; an absent, empty or blank body is an empty object. Throws
 * `unsupported-media-type`, `payload-too-large` (and then reads no further), `malformed-json` and `invalid-request`.
 */
export async function readJsonBody(request: Request, limits: BodyLimits): Promise<object> {
  const length = contentLength(request);
  if (length === 0) return {};
  requireMediaType(request, JSON_TYPE);
  if (length !== null && length > limits.maxBytes) throw new Problem('payload-too-large');
  const text = decode(await collect(request, limits));
  if (text.trim() === '') return {};
  return requireObject(parseStrictJson(text));
}

/** Refuses another media type than `expected`, another charset than UTF-8, and every content coding. */
export function requireMediaType(request: Request, expected: string): void {
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '').toLowerCase().split(';');
  const charset = parameters.map((each) => each.trim()).find((each) => each.startsWith('charset='));
  if (type.trim() !== expected || (charset !== undefined && !/^charset="?utf-?8"?$/.test(charset))) {
    const header = request.method === 'POST' ? 'Accept-Post' : 'Accept';
    throw new Problem('unsupported-media-type', { headers: { [header]: expected } });
  }
  const coding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (coding !== 'identity') {
    throw new Problem('unsupported-media-type', { headers: { 'Accept-Encoding': 'identity' } });
  }
}

/** The announced length; 0 when there is no body, null when it is chunked. */
function contentLength(request: Request): number | null {
  if (request.headers['transfer-encoding'] !== undefined) return null;
  return Number(request.headers['content-length'] ?? 0);
}

function collect(request: Request, limits: BodyLimits): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const timer = setTimeout(() => request.socket.destroy(), limits.timeoutMs);
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > limits.maxBytes) settle(() => reject(new Problem('payload-too-large')));
      else chunks.push(chunk);
    };
    const onEnd = (): void => settle(() => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size)));
    const onClose = (): void => settle(() => reject(new ClientGoneError()));
    const settle = (conclude: () => void): void => {
      clearTimeout(timer);
      request.pause().off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
      conclude();
    };
    request.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
  });
}

function decode(bytes: Buffer): string {
  try {
    return UTF_8.decode(bytes);
  } catch {
    // The decoder's error says no more than this.
    throw new Problem('malformed-json', { detail: 'The body is not valid UTF-8.' });
  }
}

function requireObject(value: unknown): object {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw Problem.invalidRequest([{ field: 'body', message: 'must be a JSON object' }]);
}
