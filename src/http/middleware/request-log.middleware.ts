import type { NextFunction, Request, Response } from 'express';
import type { AuthenticatedRequest } from '../../auth/authenticated-request';
import type { ServiceLogger } from '../../common/logging/service-logger';
import { requestIdOf } from './request-id';
import { findTraceId } from './trace-id';

/** Paths of probes. Probes are frequent, so they are logged as `debug`; a 5xx is `warn`, as for other paths. */
const PROBE_PATH = /^\/health\//;

/** Logs one line for each request, without headers, body and query string, because these can contain secrets. */
export function logRequests({ pino }: ServiceLogger) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const startedAt = process.hrtime.bigint();
    // The span of the request is active here, but not in event handlers of the response.
    const traceId = findTraceId(request);
    response.once('close', () => {
      const level = response.statusCode >= 500 ? 'warn' : PROBE_PATH.test(request.originalUrl) ? 'debug' : 'info';
      if (!pino.isLevelEnabled(level)) return;
      const fields = { ...fieldsOf(request, response, startedAt), ...(traceId === null ? {} : { trace_id: traceId }) };
      pino[level](fields, response.writableFinished ? 'Answered' : 'Aborted');
    });
    next();
  };
}

function fieldsOf(request: Request, response: Response, startedAt: bigint): Record<string, unknown> {
  const { user: principal } = request as AuthenticatedRequest;
  const { problem, reason }: { problem?: unknown; reason?: unknown } = response.locals;
  return {
    request_id: requestIdOf(request),
    method: request.method,
    path: request.originalUrl.split('?', 1)[0]?.slice(0, 512),
    status: response.statusCode,
    duration_ms: Number((process.hrtime.bigint() - startedAt) / 1000n) / 1000,
    ...(principal === undefined ? {} : { user_id: principal.userId }),
    ...(principal?.key === undefined ? {} : { key_id: principal.key.keyId, service_id: principal.key.serviceId }),
    ...(typeof problem === 'string' ? { code: problem } : {}),
    ...(typeof reason === 'string' ? { reason } : {}),
  };
}
