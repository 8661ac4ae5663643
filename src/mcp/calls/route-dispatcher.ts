import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { type IncomingHttpHeaders, type IncomingMessage, request as openRequest, type Server } from 'node:http';
import { duplexPair } from 'node:stream';
import { json } from 'node:stream/consumers';
import { ClientGoneError } from '../../common/request-context';

/** A request to a route of this service. */
export interface RouteRequest {
  readonly method: string;
  /** Path with query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body: object;
  /** Aborts the request, as if the client closed its connection. */
  readonly signal: AbortSignal;
}

export interface RouteAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/**
 * Sends requests to the routes of this process, over connections in memory. The requests pass the same middleware,
 * guards, validation, limits, bounds and filters as requests of other clients.
 */
@Injectable()
export class RouteDispatcher {
  constructor(private readonly host: HttpAdapterHost) {}

  /** Sends a request and returns its answer. Throws `ClientGoneError` when the signal aborts. */
  async send({ method, path, headers, body, signal }: RouteRequest): Promise<RouteAnswer> {
    const [clientEnd, serverEnd] = duplexPair();
    const server = this.host.httpAdapter.getHttpServer() as Server;
    server.emit('connection', serverEnd);
    try {
      return await new Promise<RouteAnswer>((resolve, reject) => {
        const request = openRequest(
          {
            createConnection: () => clientEnd,
            method,
            path,
            signal,
            headers: { host: 'localhost', ...headers, 'content-type': 'application/json' },
          },
          (response) => void readAnswer(response).then(resolve, reject),
        );
        request.once('error', reject);
        request.end(JSON.stringify(body));
      });
    } catch (error) {
      throw signal.aborted ? new ClientGoneError() : error;
    } finally {
      clientEnd.destroy();
      serverEnd.destroy();
    }
  }
}

async function readAnswer(response: IncomingMessage): Promise<RouteAnswer> {
  return { status: response.statusCode ?? 0, headers: response.headers, body: await json(response) };
}
