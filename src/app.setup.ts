import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule, type AppOptions } from './app.module';
import type { Config } from './common/config/config';
import { Lifecycle } from './common/processes/lifecycle';
import { ServiceLogger } from './common/logging/service-logger';
import { RevisionTokens } from './common/paging/revision-token';
import { requireKnownFormat } from './http/middleware/accept.middleware';
import { toCorsOptions } from './http/cors-options';
import { serveDocs } from './http/docs-pages';
import { checkRequestHead } from './http/middleware/request-head.middleware';
import { FastExpressAdapter } from './http/fast-express.adapter';
import { logRequests } from './http/middleware/request-log.middleware';
import { openRequestContext } from './http/middleware/request-context.middleware';
import { MCP_PATH, METADATA_PATH } from './mcp/protected-resource';
import { RequestMetrics } from './ops/request-metrics';

/** Path prefix of the API. The health routes, the MCP endpoint and the API description are outside of it. */
export const API_PREFIX = 'api/v1';

/** Creates the application. Throws when a provider cannot be created, for example without a database connection. */
export async function createApp(config: Config, options: AppOptions = {}): Promise<NestExpressApplication> {
  const adapter = new FastExpressAdapter(config.http);
  const app = await NestFactory.create<NestExpressApplication>(AppModule.forServer(config, options), adapter, {
    bufferLogs: true,
    // If the start fails, the program prints the reason as one line, without what Nest logs about it.
    autoFlushLogs: false,
    bodyParser: false,
    abortOnError: false,
  });
  return configureApp(app, config.http);
}

/** Adds the path prefix, the middleware and the pages of the API description. */
function configureApp(app: NestExpressApplication, { basePath, corsOrigins }: Config['http']): NestExpressApplication {
  const logger = app.get(ServiceLogger);
  app.useLogger(logger);
  app.flushLogs();
  setPrefix(app);
  app.use(
    app.get(RequestMetrics, { strict: false }).middleware,
    logRequests(logger),
    checkRequestHead(app.get(Lifecycle)),
  );
  if (corsOrigins.length > 0) app.enableCors(toCorsOptions(corsOrigins));
  app.use(`/${API_PREFIX}`, requireKnownFormat, openRequestContext(app.get(RevisionTokens)));
  serveDocs(app, basePath);
  return app;
}

/** Creates only the metadata of modules and routes, for generators. No provider is instantiated. */
export async function createPreview(config: Config): Promise<NestExpressApplication> {
  const adapter = new FastExpressAdapter(config.http);
  const app = await NestFactory.create<NestExpressApplication>(AppModule.forServer(config), adapter, {
    preview: true,
    logger: false,
    abortOnError: false,
  });
  return setPrefix(app);
}

function setPrefix(app: NestExpressApplication): NestExpressApplication {
  return app.setGlobalPrefix(API_PREFIX, {
    exclude: ['health/live', 'health/ready', MCP_PATH, `${METADATA_PATH}/${MCP_PATH}`],
  });
}
