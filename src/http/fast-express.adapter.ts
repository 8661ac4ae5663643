import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Express, type Request, type Response } from 'express';
import { createServer, IncomingMessage, type Server, type ServerOptions, ServerResponse } from 'node:http';
import type { Config } from '../common/config/config';
import { limitConnectionsPerAddress, type TrustsProxy } from './connection-limit';
import { answerParserError } from './parser-error';
import { refuseUnknownRoute } from './middleware/unknown-route.middleware';

/** Bytes of all header fields together; more is 431. */
const MAX_HEADER_BYTES = 16_384;
const MAX_REQUESTS_PER_SOCKET = 10_000;
/** A connection on which nothing moves for so many request timeouts is closed: a reader that stopped reading. */
const IDLE_FACTOR = 4;

/** What Express keeps on an application: the prototypes it gives to every request and response. */
interface ExpressPrototypes {
  request: object;
  response: object;
}

/**
 * Express as Nest drives it, with two differences. Requests and responses are built with Express' prototypes from the
 * start, where Express changes the prototype of each one, which costs most of its throughput. And the server is
 * bounded: in connections, header bytes and time.
 */
export class FastExpressAdapter extends ExpressAdapter {
  constructor(private readonly limits: Config['http']) {
    super(createExpress(limits));
  }

  override initHttpServer(): void {
    const { basePath, headersTimeoutMs, keepAliveTimeoutMs, maxConnections, requestTimeoutMs } = this.limits;
    const { maxConnectionsPerAddress } = this.limits;
    const application = this.getInstance<Express>();
    const options: ServerOptions = {
      ...buildPrototypes(application),
      headersTimeout: headersTimeoutMs,
      keepAliveTimeout: keepAliveTimeoutMs,
      maxHeaderSize: MAX_HEADER_BYTES,
      // Bodies are timed where they are read: a streamed import may take long as long as it moves.
      requestTimeout: 0,
      connectionsCheckingInterval: Math.min(1000, headersTimeoutMs),
      // A request without a host is answered by us, as a problem document.
      requireHostHeader: false,
      noDelay: true,
    };
    const server: Server = createServer(options, (request, response) => {
      if (basePath !== '') request.url = withoutBasePath(request.url ?? '/', basePath);
      application(request as Request, response as Response);
    });
    server.maxConnections = maxConnections;
    limitConnectionsPerAddress(server, maxConnectionsPerAddress, application.get('trust proxy fn') as TrustsProxy);
    // Node would answer 417 without a body. The edge refuses it with a problem document.
    server.on('checkExpectation', (request, response) => server.emit('request', request, response));
    server.maxRequestsPerSocket = MAX_REQUESTS_PER_SOCKET;
    // No silent dropping of headers beyond a count: the size bounds them, and too many are refused.
    server.maxHeadersCount = 0;
    server.timeout = requestTimeoutMs * IDLE_FACTOR;
    server.on('clientError', (error, socket) => answerParserError(error, socket, basePath));
    this.httpServer = server;
  }

  /** Nest's own answer is 404 whatever the method; ours tells 404 from 405 and answers OPTIONS. */
  override setNotFoundHandler(): void {
    this.use(refuseUnknownRoute(this.getInstance<Express>()));
  }

  /** Bodies are read after the guards, by `JsonBodyInterceptor`. */
  override registerParserMiddleware(): void {
    return;
  }
}

/**
 * A proxy may keep its path in the requests that it forwards, or remove it. Probes reach the service without a proxy.
 * Therefore every route is served with the path and without it.
 */
function withoutBasePath(url: string, basePath: string): string {
  if (!url.startsWith(basePath)) return url;
  const rest = url.slice(basePath.length);
  if (rest.startsWith('/')) return rest;
  return rest === '' || rest.startsWith('?') ? `/${rest}` : url;
}

function createExpress(limits: Config['http']): Express {
  const application = express();
  // The router takes over these two when it is made, at the first `use`.
  application.set('case sensitive routing', true);
  application.set('strict routing', true);
  application.set('query parser', 'simple');
  application.set('trust proxy', limits.trustProxy.length === 0 ? false : [...limits.trustProxy]);
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
