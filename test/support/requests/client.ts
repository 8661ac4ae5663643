import { withCanary } from '../checks/canary';
import { apiContract } from '../checks/contract';

/** A response with its complete body. */
export interface ApiResponse<Body = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON; null if there is no body or it is not JSON. */
  readonly body: Body;
  readonly text: string;
}

/** Options of a request. */
export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Expected status. For any other status, `send` throws an error that contains the response body. */
  readonly expect?: number;
}

/** Address of a service. */
export interface Service {
  readonly url: string;
  /** Whether the service runs another release, whose responses differ from the API description; default false. */
  readonly isOtherRelease?: boolean;
}

/** Returns a client that sends no token. Its method `as` returns a client of a user. */
export function client(service: Service): ApiClient {
  return new ApiClient(service);
}

/**
 * A small client for tests. Paths are relative to `/api/v1`, except those that start with `/api/`, `/health/` or
 * `/.well-known/`, and `/mcp`. The client checks every response of a documented operation against the API description:
 * an undocumented status or body fails the test. It adds the canary (see `../checks/canary.ts`) to the parts of
 * requests that no response may contain.
 */
export class ApiClient {
  constructor(
    private readonly service: Service,
    private readonly token: string | null = null,
  ) {}

  /** Returns a client of the same service that sends the token of a user. */
  as(user: string | { readonly token: string }): ApiClient {
    return new ApiClient(this.service, typeof user === 'string' ? user : user.token);
  }

  get<Body = Record<string, unknown>>(path: string, options?: RequestOptions): Promise<ApiResponse<Body>> {
    return this.send('GET', path, undefined, options);
  }

  post<Body = Record<string, unknown>>(
    path: string,
    body?: unknown,
    options?: RequestOptions,
  ): Promise<ApiResponse<Body>> {
    return this.send('POST', path, body, options);
  }

  put<Body = Record<string, unknown>>(
    path: string,
    body?: unknown,
    options?: RequestOptions,
  ): Promise<ApiResponse<Body>> {
    return this.send('PUT', path, body, options);
  }

  patch<Body = Record<string, unknown>>(
    path: string,
    body?: unknown,
    options?: RequestOptions,
  ): Promise<ApiResponse<Body>> {
    return this.send('PATCH', path, body, options);
  }

  delete<Body = Record<string, unknown>>(path: string, options?: RequestOptions): Promise<ApiResponse<Body>> {
    return this.send('DELETE', path, undefined, options);
  }

  /** Sends a request. A string or bytes as the body are sent unchanged; the caller sets their content type. */
  async send<Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    options: RequestOptions = {},
  ): Promise<ApiResponse<Body>> {
    const isRaw = typeof body === 'string' || body instanceof Uint8Array || body === undefined;
    const answer = await fetch(this.service.url + toFullPath(path), {
      method,
      redirect: 'manual',
      headers: {
        ...(this.token === null ? {} : { authorization: `Bearer ${this.token}` }),
        ...(isRaw ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(body === undefined
        ? {}
        : { body: isRaw ? (body as string) : JSON.stringify(withCanary(method, path, body)) }),
    });
    const text = await answer.text();
    const response = { status: answer.status, headers: answer.headers, text, body: parse(answer, text) as Body };
    if (this.service.isOtherRelease !== true) {
      apiContract().check(method, toFullPath(path), response, { isPruned: isPruned(path, body) });
    }
    if (options.expect !== undefined && options.expect !== response.status) {
      throw new Error(`${method} ${path}: ${response.status} instead of ${options.expect}: ${text.slice(0, 1000)}`);
    }
    return response;
  }
}

/** Whether the request asks for a level of detail that leaves fields out. Does not read the level in a raw body. */
export function isPruned(path: string, body: unknown): boolean {
  const inQuery = new URLSearchParams(path.split('?', 2)[1] ?? '').get('detail');
  const { detail = inQuery } = (typeof body === 'object' ? (body ?? {}) : {}) as { detail?: unknown };
  return detail === 'ids' || detail === 'brief';
}

function toFullPath(path: string): string {
  return /^\/(?:api|health|\.well-known)\/|^\/mcp$/.test(path) ? path : `/api/v1${path}`;
}

function parse(answer: Response, text: string): unknown {
  const isJson = /^application\/([\w.]+\+)?json/.test(answer.headers.get('content-type') ?? '');
  return isJson && text !== '' ? (JSON.parse(text) as unknown) : null;
}
