import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { LOGIN_DELAYED } from '../common/problems/problem';

/** Prefix of the names of all metrics. */
export const METRIC_PREFIX = 'intelligence_';
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const LOGIN_ROUTE = '/api/v1/auth/login';
/** Outcomes of a login by status. A login with another status, such as 400 or 503, is not counted. */
const LOGIN_OUTCOMES: Readonly<Record<string, string>> = { 200: 'accepted', 401: 'refused', 429: 'refused' };
const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Counts and times requests by method, route and status, and counts problems and logins. The number of time series is
 * bounded, because the label `route` is the declared pattern and not the path of the request.
 */
@Injectable()
export class RequestMetrics {
  private readonly durations: Histogram;
  private readonly inFlight: Gauge;
  private readonly problems: Counter;
  private readonly logins: Counter;

  constructor(registry: Registry) {
    this.durations = new Histogram({
      name: `${METRIC_PREFIX}http_request_duration_seconds`,
      help: 'Time from the receipt of a request to the end of its response.',
      labelNames: ['method', 'route', 'status'],
      buckets: BUCKETS_SECONDS,
      registers: [registry],
    });
    this.inFlight = new Gauge({
      name: `${METRIC_PREFIX}http_requests_in_flight`,
      help: 'Number of requests in progress.',
      registers: [registry],
    });
    this.problems = new Counter({
      name: `${METRIC_PREFIX}http_problems_total`,
      help: 'Requests that were refused or failed, by the problem code of the response.',
      labelNames: ['code'],
      registers: [registry],
    });
    this.logins = new Counter({
      name: `${METRIC_PREFIX}logins_total`,
      help: 'Logins with a name and a password that were accepted, refused, or delayed because of earlier failures.',
      labelNames: ['outcome'],
      registers: [registry],
    });
  }

  /**
   * Express middleware. It runs before all other middleware, so that it also counts requests that other middleware
   * refuses.
   */
  readonly middleware = (request: Request, response: Response, next: NextFunction): void => {
    const startedAt = performance.now();
    this.inFlight.inc();
    response.once('close', () => {
      this.inFlight.dec();
      const status = response.writableFinished ? String(response.statusCode) : 'aborted';
      const labels = { method: methodOf(request), route: routeOf(request), status };
      this.durations.observe(labels, (performance.now() - startedAt) / 1000);
      const { problem, reason }: { problem?: unknown; reason?: unknown } = response.locals;
      if (typeof problem === 'string') this.problems.inc({ code: problem });
      const outcome = labels.route === LOGIN_ROUTE ? LOGIN_OUTCOMES[status] : undefined;
      // A login that a request limit refuses also gets 429. It counts as refused, not as delayed.
      if (outcome !== undefined) this.logins.inc({ outcome: reason === LOGIN_DELAYED ? 'delayed' : outcome });
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
