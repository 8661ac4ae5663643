import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Registry } from 'prom-client';
import type { Config } from '../common/config/config';
import { CONFIG } from '../common/config/config.token';
import { toMetricsListenFailure } from '../common/processes/ports';
import { ServiceMetrics } from './service-metrics';

/** Maximum number of open connections. A few scrapers need no more. */
const CONNECTIONS_MAX = 16;
/** Maximum time for a scraper to send a request. */
const TIMEOUT_MS = 10_000;

/** Serves `/metrics` for Prometheus on a separate port, which need not be open to the clients of the API. */
@Injectable()
export class MetricsServer implements OnApplicationBootstrap, OnApplicationShutdown {
  private server: Server | null = null;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly registry: Registry,
    private readonly metrics: ServiceMetrics,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { host, port } = this.config.metrics;
    if (port === 0) return;
    this.metrics.register();
    const server = createServer((request, response) => void this.answer(request, response));
    server.maxConnections = CONNECTIONS_MAX;
    server.headersTimeout = TIMEOUT_MS;
    server.requestTimeout = TIMEOUT_MS;
    await once(server.listen(port, host), 'listening').catch((error: Error) => {
      throw toMetricsListenFailure(error, this.config);
    });
    this.server = server;
  }

  async onApplicationShutdown(): Promise<void> {
    const { server } = this;
    if (server === null) return;
    this.server = null;
    await new Promise((settle) => {
      server.close(settle);
      server.closeAllConnections();
    });
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url?.split('?', 1)[0];
    if (path !== '/metrics' || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(path === '/metrics' ? 405 : 404).end();
      return;
    }
    try {
      const text = await this.registry.metrics();
      response.writeHead(200, { 'Content-Type': this.registry.contentType }).end(text);
    } catch {
      // The scraper needs no reason. Readiness reports problems of the database.
      response.writeHead(503).end();
    }
  }
}
