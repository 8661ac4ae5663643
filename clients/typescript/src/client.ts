import createFetchClient from 'openapi-fetch';
import type { paths } from './generated/api.ts';
import { OPERATIONS } from './generated/operations.ts';
import type {
  Answer,
  Arguments,
  CallOptions,
  MarkdownOperation,
  OperationName,
  PagedOperation,
} from './operation-types.ts';
import { ProblemError } from './problem.ts';
import { type RetryOptions, type Send, withRetries } from './retries.ts';
import { type Credentials, Session } from './session.ts';

/** Address of the service, credentials, and limits of retries. */
export interface ClientOptions extends RetryOptions {
  /** Address of the service, such as `http://127.0.0.1:3000`. */
  readonly baseUrl: string;
  /** Without credentials, a client can call only the operations that need none. */
  readonly credentials?: Credentials;
  /** Sends one request; default `fetch`. */
  readonly fetch?: Send;
}

/** One method for each operation. A refused request throws a `ProblemError`. */
export type OperationMethods = {
  readonly [Name in OperationName]: (...args: Arguments<Name>) => Promise<Answer<Name>>;
};

/** A client of the service. */
export interface IntelligenceClient extends OperationMethods {
  /** Reads the pages of a list, from the first page or a given cursor on. Requests a page when the caller reads it. */
  pages<Name extends PagedOperation>(name: Name, ...args: Arguments<Name>): AsyncGenerator<Awaited<Answer<Name>>, void>;
  /** The answer of a read as Markdown. */
  markdown<Name extends MarkdownOperation>(name: Name, ...args: Arguments<Name>): Promise<string>;
}

/** The part of an answer that contains the cursor of the next page. */
interface PageBlock {
  readonly page: { readonly next_cursor: string | null };
}

/** The parameters of any operation. */
interface AnyInput extends CallOptions {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

type Call = (name: OperationName, input: AnyInput, accept: 'application/json' | 'text/markdown') => Promise<unknown>;

/** Creates a client. It sends no request before the first call. */
export function createClient(options: ClientOptions): IntelligenceClient {
  const call = toCall(options);
  const methods = Object.keys(OPERATIONS).map((name) => [
    name,
    (input: AnyInput = {}) => call(name as OperationName, input, 'application/json'),
  ]);
  return {
    ...(Object.fromEntries(methods) as OperationMethods),
    pages: <Name extends PagedOperation>(name: Name, ...[input]: Arguments<Name>) =>
      readPages<Answer<Name>>(call, name, input ?? {}),
    markdown: (name, ...[input]) => call(name, input ?? {}, 'text/markdown') as Promise<string>,
  };
}

function toCall({ baseUrl, credentials, fetch: send = (request) => fetch(request), ...retries }: ClientOptions): Call {
  const address = baseUrl.replace(/\/$/, '');
  const sendWithRetries = withRetries(send, retries);
  const session = credentials === undefined ? null : new Session(address, credentials, sendWithRetries);
  const http = createFetchClient<paths>({
    baseUrl: address,
    fetch: (request) => (session === null ? sendWithRetries(request) : session.authorize(request)),
    // The body of a catalog import is already text.
    bodySerializer: (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body)),
  });
  return async (name, { path, query, body, headers, signal }, accept) => {
    const [method, template] = OPERATIONS[name];
    const contentType = typeof body === 'string' ? 'application/x-ndjson' : 'application/json';
    const init = {
      params: { path, query },
      headers: { accept, ...(body === undefined ? {} : { 'content-type': contentType }), ...headers },
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal }),
      parseAs: accept === 'text/markdown' ? 'text' : 'json',
    };
    // openapi-fetch types each path separately, so no type fits a path that is known only at run time.
    const answer = (await http.request(method.toLowerCase() as never, template as never, init as never)) as {
      readonly data?: unknown;
      readonly error?: unknown;
      readonly response: Response;
    };
    if (!answer.response.ok) throw ProblemError.from(answer.response.status, answer.error);
    return answer.data;
  };
}

async function* readPages<Page>(call: Call, name: OperationName, input: AnyInput): AsyncGenerator<Awaited<Page>, void> {
  for (let next = input; ;) {
    const answer = await call(name, next, 'application/json');
    yield answer as Awaited<Page>;
    const { next_cursor: cursor } = (answer as PageBlock).page;
    if (cursor === null) return;
    // A GET route takes the cursor as a query parameter, a POST route in the `pagination` of its body.
    next = OPERATIONS[name][0] === 'GET' ? { ...input, query: { ...input.query, cursor } } : withCursor(input, cursor);
  }
}

function withCursor(input: AnyInput, cursor: string): AnyInput {
  const { pagination, ...body } = (input.body ?? {}) as { pagination?: object };
  return { ...input, body: { ...body, pagination: { ...pagination, cursor } } };
}
