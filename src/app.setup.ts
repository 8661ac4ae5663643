import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Config } from './common/config/config';
import { Lifecycle } from './common/processes/lifecycle';
import { ServiceLogger } from './common/logging/service-logger';
import { RevisionTokens } from './common/paging/revision-token';
import { requireAcceptableFormat } from './http/middleware/accept.middleware';
import { toCorsOptions } from './http/cors-options';
import { serveDocs } from './http/docs-pages';
import { checkRequestHead } from './http/middleware/request-head.middleware';
import { logRequests } from './http/middleware/request-log.middleware';
import { openRequestContext } from './http/middleware/request-context.middleware';
import { MCP_PATH, METADATA_PATH } from './mcp/protected-resource';
import { RequestMetrics } from './ops/request-metrics';

/** Path prefix of the API. The health routes, the MCP endpoint, its metadata and the API description do not have it. */
const API_PREFIX = 'api/v1';

/** Adds the path prefix, the middleware and the pages of the API description. */
export function configureApp(
  app: NestExpressApplication,
  { basePath, corsOrigins }: Config['http'],
): NestExpressApplication {
  const logger = app.get(ServiceLogger);
  app.useLogger(logger);
  app.flushLogs();
  setPrefix(app);
  app.use(app.get(RequestMetrics).middleware, logRequests(logger), checkRequestHead(app.get(Lifecycle)));
  if (corsOrigins.length > 0) app.enableCors(toCorsOptions(corsOrigins));
  app.use(`/${API_PREFIX}`, requireAcceptableFormat, openRequestContext(app.get(RevisionTokens)));
  serveDocs(app, basePath);
  return app;
}

/** Sets the path prefix of the API, for a server and for the command `generate`. */
export function setPrefix(app: NestExpressApplication): NestExpressApplication {
  return app.setGlobalPrefix(API_PREFIX, {
    exclude: ['health/live', 'health/ready', MCP_PATH, `${METADATA_PATH}/${MCP_PATH}`],
  });
}
