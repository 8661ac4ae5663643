import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { Gauge, Histogram, Registry } from 'prom-client';

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Counts and times requests by method, route and status. The number of labels is bounded, because the route is the
 * declared pattern and not the path of the request.
 */
@Injectable()
export class RequestMetrics {
  private readonly durations: Histogram;
  private readonly inFlight: Gauge;

  constructor(registry: Registry) {
    this.durations = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the receipt of a request to the end of its response.',
      labelNames: ['method', 'route', 'status'],
      buckets: BUCKETS_SECONDS,
      registers: [registry],
    });
    this.inFlight = new Gauge({
      name: 'http_requests_in_flight',
      help: 'Number of requests in progress.',
      registers: [registry],
    });
  }

  /** Express middleware. It runs before all others, so that it also counts requests that they refuse. */
  readonly middleware = (request: Request, response: Response, next: NextFunction): void => {
    const startedAt = performance.now();
    this.inFlight.inc();
    response.once('close', () => {
      this.inFlight.dec();
      const status = response.writableFinished ? String(response.statusCode) : 'aborted';
      const labels = { method: methodOf(request), route: routeOf(request), status };
      this.durations.observe(labels, (performance.now() - startedAt) / 1000);
    });
    next();
  };
}

function methodOf({ method }: Request): string {
  return METHODS.has(method) ? method : 'other';
}

function routeOf(request: Request): string {
  const route = request.route as { path?: unknown } | undefined;
  return typeof route?.path === 'string' ? route.path : 'none';
}
