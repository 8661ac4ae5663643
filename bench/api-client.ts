import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** A request to the API. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Complete path, with the prefix of the API. */
  readonly path: string;
  /** Sent as NDJSON if it is a string, otherwise as JSON. */
  readonly body?: unknown;
}

/** Returns a POST request to a route below `/intelligence`. */
export function post(path: string, body: object = {}): ApiRequest {
  return { method: 'POST', path: `/api/v1/intelligence/${path}`, body };
}

/** The server to which requests are sent, and the token of the user who sends them. */
export interface ApiTarget {
  readonly url: string;
  readonly token: string;
}

/** A complete response. */
export interface ApiResponse {
  readonly status: number;
  readonly body: readonly Buffer[];
}

const MAX_ATTEMPTS = 500;
const RETRY_MS = 10;

/** Sends requests to one server over keep-alive connections. Does not measure times. */
export class ApiClient {
  private readonly agent = new Agent({ keepAlive: true });

  constructor(private readonly target: ApiTarget) {}

  /**
   * Sends a request to a path below `/api/v1` and returns the text of the response. Repeats a request that gets 503.
   * Throws if the last status is 300 or more.
   */
  async send(method: ApiRequest['method'], path: string, body?: unknown): Promise<string> {
    const apiRequest = { method, path: `/api/v1${path}`, body };
    let response = await exchange(this.target, apiRequest, this.agent);
    // The service limits parallel imports and refuses others with 503. Each request of the benchmark can be sent again,
    // because a repeated write stores the same as a single one.
    for (let attempts = 1; response.status === 503 && attempts < MAX_ATTEMPTS; attempts += 1) {
      await delay(RETRY_MS);
      response = await exchange(this.target, apiRequest, this.agent);
    }
    requireSuccess(apiRequest, response);
    return Buffer.concat(response.body).toString();
  }

  close(): void {
    this.agent.destroy();
  }
}

/** Throws if the status is 300 or more. */
export function requireSuccess({ method, path }: ApiRequest, { status, body }: ApiResponse): void {
  if (status < 300) return;
  throw new Error(`${method} ${path}: ${status} ${Buffer.concat(body).toString().slice(0, 300)}`);
}

/** Sends a request and reads the complete response. Rejects if the connection fails. */
export function exchange({ url, token }: ApiTarget, apiRequest: ApiRequest, agent: Agent): Promise<ApiResponse> {
  const { method, path, body } = apiRequest;
  const isText = typeof body === 'string';
  const text = body === undefined || isText ? body : JSON.stringify(body);
  const type = isText ? 'application/x-ndjson' : 'application/json';
  const headers = {
    authorization: `Bearer ${token}`,
    ...(text !== undefined && { 'content-type': type, 'content-length': Buffer.byteLength(text) }),
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(url + path, { method, agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: chunks }));
    });
    outgoing.on('error', reject);
    outgoing.end(text);
  });
}
