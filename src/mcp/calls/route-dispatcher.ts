import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { type IncomingHttpHeaders, type IncomingMessage, request as openRequest, type Server } from 'node:http';
import { duplexPair } from 'node:stream';
import { ClientGoneError } from '../../common/request-context';

/** A request to a route of this service. */
export interface RouteRequest {
  readonly method: string;
  /** Path with query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON; null for no body. */
  readonly body: object | null;
  /** Aborts the request, as if the client closed its connection. */
  readonly signal: AbortSignal;
}

/** The answer of a route. */
export interface RouteAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The parsed body; null without one. */
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
    const text = body === null ? null : JSON.stringify(body);
    try {
      return await new Promise<RouteAnswer>((resolve, reject) => {
        const request = openRequest(
          {
            createConnection: () => clientEnd,
            method,
            path,
            signal,
            headers: {
              host: 'localhost',
              ...headers,
              ...(text === null ? {} : { 'content-type': 'application/json' }),
            },
          },
          (response) => void readAnswer(response).then(resolve, reject),
        );
        request.once('error', reject);
        request.end(text ?? undefined);
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
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  const body: unknown = text === '' ? null : JSON.parse(text);
  return { status: response.statusCode ?? 0, headers: response.headers, body };
}
