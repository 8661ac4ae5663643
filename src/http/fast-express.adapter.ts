import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Express, type Request, type Response } from 'express';
import { createServer, IncomingMessage, type Server, type ServerOptions, ServerResponse } from 'node:http';
import type { Config } from '../common/config/config';
import { limitConnectionsPerAddress, type IsTrustedProxy } from './connection-limit';
import { answerParserError } from './parser-error';
import { refuseUnknownRoute } from './middleware/unknown-route.middleware';

/** Maximum number of bytes of all header fields together; more give 431. */
const MAX_HEADER_BYTES = 16_384;
const MAX_REQUESTS_PER_SOCKET = 10_000;
/**
 * A connection without any transfer for this multiple of the request timeout is closed, for example if the client no
 * longer reads.
 */
const IDLE_FACTOR = 4;

/** The prototypes that Express gives to every request and response of an application. */
interface ExpressPrototypes {
  request: object;
  response: object;
}

/**
 * Nest's Express adapter with two differences. Requests and responses have Express' prototypes from their creation.
 * Express itself changes the prototype of each one, which costs more than half of its throughput (ADR 4). And the
 * server has limits for connections, header bytes and time.
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
      // The code that reads a body limits its time. A streamed import may take any time as long as data arrives.
      requestTimeout: 0,
      connectionsCheckingInterval: Math.min(1000, headersTimeoutMs),
      // The service answers a request without a host with a problem document.
      requireHostHeader: false,
      noDelay: true,
    };
    const server: Server = createServer(options, (request, response) => {
      if (basePath !== '') request.url = withoutBasePath(request.url ?? '/', basePath);
      application(request as Request, response as Response);
    });
    server.maxConnections = maxConnections;
    limitConnectionsPerAddress(server, maxConnectionsPerAddress, application.get('trust proxy fn') as IsTrustedProxy);
    // Node would answer 417 without a body. `checkRequestHead` refuses the request with a problem document.
    server.on('checkExpectation', (request, response) => server.emit('request', request, response));
    server.maxRequestsPerSocket = MAX_REQUESTS_PER_SOCKET;
    // Node would drop headers beyond this number without an error. Their size is limited, and too many are refused.
    server.maxHeadersCount = 0;
    server.timeout = requestTimeoutMs * IDLE_FACTOR;
    server.on('clientError', (error, socket) => answerParserError(error, socket, basePath));
    this.httpServer = server;
  }

  /** Nest answers 404 for every method. This service distinguishes 404 from 405, and answers OPTIONS. */
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
  // The router copies these two settings when it is created, at the first `use`.
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
