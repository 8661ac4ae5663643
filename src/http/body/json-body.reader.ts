import type { Request } from 'express';
import { BODY_MAX_VALUES, OPAQUE_MAX_VALUES } from '../../common/request-body/body.decorators';
import { OpaqueJson } from '../../common/json/opaque-json';
import { Problem } from '../../common/problems/problem';
import { ClientGoneError } from '../../common/request-context';
import type { ThreadWork, WorkThreads } from '../../common/processes/work-threads';
import { type BodyTask, parseBody, type ParsedBody } from './body-parser';

export interface BodyLimits {
  /** Maximum length of a request body in bytes. A longer body is refused. */
  readonly maxBytes: number;
  /** Maximum time in milliseconds for receiving the body. After it, the connection is closed. */
  readonly timeoutMs: number;
  /** Members at the root of the body that may have any structure, such as the content of an artifact. */
  readonly opaqueFields: readonly string[];
}

const JSON_TYPE = 'application/json';
/** Maximum number of bytes that the main thread parses, which takes at most about two milliseconds. */
const INLINE_MAX_BYTES = 16_384;
const PARSE_BODY: ThreadWork<BodyTask, ParsedBody> = { module: require.resolve('./body-parser'), run: parseBody };

/**
 * Reads the JSON object in the body of a request. An absent, empty or blank body gives an empty object. Throws
 * `unsupported-media-type`, `payload-too-large`, `malformed-json` and `invalid-request`, and `ClientGoneError` if the
 * client disconnects.
 */
export async function readJsonBody(request: Request, limits: BodyLimits, threads: WorkThreads): Promise<object> {
  const length = contentLength(request);
  if (length === 0) return {};
  requireMediaType(request, JSON_TYPE);
  // A request that is closed already emits no further event.
  if (request.destroyed) throw new ClientGoneError();
  if (length !== null && length > limits.maxBytes) throw new Problem('payload-too-large');
  return parseBytes(await collect(request, limits), limits.opaqueFields, threads);
}

/** Parses the bytes of a body. A worker thread parses large bodies, because they would block the event loop. */
export async function parseBytes(
  bytes: Buffer,
  opaqueFields: readonly string[],
  threads: Pick<WorkThreads, 'run'>,
): Promise<object> {
  const opaque = { names: opaqueFields, maxValues: OPAQUE_MAX_VALUES };
  const task: BodyTask = { bytes, limits: { maxValues: BODY_MAX_VALUES, opaque } };
  const parsed = bytes.length > INLINE_MAX_BYTES ? await threads.run(PARSE_BODY, task) : parseBody(task);
  if ('refused' in parsed) throw new Problem(parsed.refused.code, parsed.refused);
  const { members } = parsed;
  for (const [name, text] of Object.entries(parsed.opaque)) members[name] = new OpaqueJson(text);
  return members;
}

/** Refuses media types other than `expected`, charsets other than UTF-8, and content codings other than `identity`. */
export function requireMediaType(request: Request, expected: string): void {
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '').toLowerCase().split(';');
  const charset = parameters.map((each) => each.trim()).find((each) => each.startsWith('charset='));
  if (type.trim() !== expected || (charset !== undefined && !/^charset="?utf-?8"?$/.test(charset))) {
    // `Accept-Post` is defined only for POST. For other methods, RFC 9110 allows `Accept` in an answer.
    const header = request.method === 'POST' ? 'Accept-Post' : 'Accept';
    throw new Problem('unsupported-media-type', { headers: { [header]: expected } });
  }
  const coding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (coding !== 'identity') {
    throw new Problem('unsupported-media-type', { headers: { 'Accept-Encoding': 'identity' } });
  }
}

/** Returns the length of the body in bytes: 0 without a body, null for a chunked body. */
function contentLength(request: Request): number | null {
  if (request.headers['transfer-encoding'] !== undefined) return null;
  return Number(request.headers['content-length'] ?? 0);
}

function collect(request: Request, limits: BodyLimits): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
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
