import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Express, type Request, type Response } from 'express';
import { createServer, IncomingMessage, type Server, type ServerOptions, ServerResponse } from 'node:http';
import type { Config } from '../common/config/config';
import { limitConnectionsPerAddress, type IsTrustedProxy } from './connection-limit';
import { answerParserError, refuseTunnel } from './parser-error';
import { refuseUnknownRoute } from './middleware/unknown-route.middleware';

/** Maximum size of all header fields together, in bytes. For more, the answer is 431. */
const MAX_HEADER_BYTES = 16_384;
const MAX_REQUESTS_PER_SOCKET = 10_000;
/** A connection that transfers nothing for this multiple of the request timeout is closed. */
const IDLE_TIMEOUT_FACTOR = 4;

/** The prototypes that Express gives to every request and response of an application. */
interface ExpressPrototypes {
  request: object;
  response: object;
}

/**
 * Nest's Express adapter with these differences:
 * - The server limits connections, header sizes and times, and removes the base path from URLs.
 * - A request that Node or Nest would refuse without a problem document gets one.
 * - No parser reads bodies.
 * - Requests and responses are created with Express' prototypes. Express itself sets the prototypes after the creation,
 *   which costs more than half of the throughput (docs/adr/0004-the-http-edge.md).
 */
export class FastExpressAdapter extends ExpressAdapter {
  constructor(private readonly settings: Config['http']) {
    super(createExpress(settings));
  }

  override initHttpServer(): void {
    const { basePath, headersTimeoutMs, keepAliveTimeoutMs, requestTimeoutMs } = this.settings;
    const { maxConnections, maxConnectionsPerAddress } = this.settings;
    const application = this.getInstance<Express>();
    const options: ServerOptions = {
      ...buildPrototypes(application),
      headersTimeout: headersTimeoutMs,
      keepAliveTimeout: keepAliveTimeoutMs,
      maxHeaderSize: MAX_HEADER_BYTES,
      // The body readers apply their own time limits.
      requestTimeout: 0,
      connectionsCheckingInterval: Math.min(1000, headersTimeoutMs),
      // The service answers a request without a host with a problem document.
      requireHostHeader: false,
      noDelay: true,
    };
    const server: Server = createServer(options, (request, response) => {
      if (isLastOfConnection(response)) response.shouldKeepAlive = false;
      if (basePath !== '') request.url = withoutBasePath(request.url ?? '/', basePath);
      application(request as Request, response as Response);
    });
    server.maxConnections = maxConnections;
    limitConnectionsPerAddress(server, maxConnectionsPerAddress, application.get('trust proxy fn') as IsTrustedProxy);
    // Node would answer 417 without a body. `checkRequestHead` answers with a problem document.
    server.on('checkExpectation', (request, response) => server.emit('request', request, response));
    server.maxRequestsPerSocket = MAX_REQUESTS_PER_SOCKET;
    // With a limit, Node would ignore further headers without an error. `checkRequestHead` refuses too many headers.
    server.maxHeadersCount = 0;
    server.timeout = requestTimeoutMs * IDLE_TIMEOUT_FACTOR;
    server.on('clientError', (error, socket) => answerParserError(error, socket, basePath));
    server.on('connect', (_, socket) => refuseTunnel(socket, basePath));
    this.httpServer = server;
  }

  /** Distinguishes 404 from 405 and answers OPTIONS. Nest would answer 404 for every method. */
  override setNotFoundHandler(): void {
    this.use(refuseUnknownRoute(this.getInstance<Express>()));
  }

  /** Registers no parsers, because `JsonBodyInterceptor` reads bodies after the guards. */
  override registerParserMiddleware(): void {
    return;
  }
}

/**
 * Whether Node refuses further requests of the connection, because `maxRequestsPerSocket` is reached. Node would answer
 * pipelined requests by 503 without a body. If the connection closes after this response, they get no answer, and RFC
 * 9112, section 9.6, tells clients not to assume that they are processed.
 */
function isLastOfConnection(response: ServerResponse): boolean {
  return (response as { maxRequestsOnConnectionReached?: boolean }).maxRequestsOnConnectionReached === true;
}

/**
 * Removes the base path from a URL that starts with it. Every route works with and without the base path, because a
 * proxy can keep or remove it, and probes do not use it.
 */
function withoutBasePath(url: string, basePath: string): string {
  if (!url.startsWith(basePath)) return url;
  const path = url.slice(basePath.length);
  if (path.startsWith('/')) return path;
  return path === '' || path.startsWith('?') ? `/${path}` : url;
}

function createExpress(settings: Config['http']): Express {
  const application = express();
  // The first `use` creates the router, which copies these two settings.
  application.set('case sensitive routing', true);
  application.set('strict routing', true);
  application.set('query parser', 'simple');
  application.set('trust proxy', settings.trustProxy.length === 0 ? false : [...settings.trustProxy]);
  application.disable('x-powered-by');
  application.disable('etag');
  return application;
}

function buildPrototypes(application: ExpressPrototypes): Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'> {
  class FastRequest extends IncomingMessage {}
  class FastResponse<R extends IncomingMessage = IncomingMessage> extends ServerResponse<R> {}
  copyMembers(FastRequest.prototype, express.request, application.request);
  copyMembers(FastResponse.prototype, express.response, application.response);
  application.request = FastRequest.prototype;
  application.response = FastResponse.prototype;
  return { IncomingMessage: FastRequest, ServerResponse: FastResponse };
}

function copyMembers(target: object, ...sources: object[]): void {
  for (const source of sources) {
    const { constructor: _, ...members }: PropertyDescriptorMap = Object.getOwnPropertyDescriptors(source);
    Object.defineProperties(target, members);
  }
}
