import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule, type AppOptions } from './app.module';
import type { Config } from './common/config/config';
import { Lifecycle } from './common/processes/lifecycle';
import { ServiceLogger } from './common/logging/service-logger';
import { requireJsonAccepted } from './http/middleware/accept.middleware';
import { serveDocs } from './http/docs-pages';
import { guardEdge } from './http/middleware/edge.middleware';
import { FastExpressAdapter } from './http/fast-express.adapter';
import { logRequests } from './http/middleware/request-log.middleware';
import { openRequestContext } from './http/middleware/request-context.middleware';
import { RequestMetrics } from './ops/request-metrics';

/** Where the API lives; health and the API description are beside it. */
export const API_PREFIX = 'api/v1';

/** Builds the whole application, ready to listen. Throws when a module cannot start, such as without a database. */
export async function createApp(config: Config, options: AppOptions = {}): Promise<NestExpressApplication> {
  const adapter = new FastExpressAdapter(config.http);
  const app = await NestFactory.create<NestExpressApplication>(AppModule.forServer(config, options), adapter, {
    bufferLogs: true,
    bodyParser: false,
    abortOnError: false,
  });
  return configureApp(app);
}

/** Adds what stands before and beside the routes: prefix, middleware, API description. */
function configureApp(app: NestExpressApplication): NestExpressApplication {
  const logger = app.get(ServiceLogger);
  app.useLogger(logger);
  setPrefix(app);
  app.use(app.get(RequestMetrics, { strict: false }).middleware, logRequests(logger), guardEdge(app.get(Lifecycle)));
  app.use(`/${API_PREFIX}`, requireJsonAccepted, openRequestContext);
  serveDocs(app);
  return app;
}

/** The modules and routes alone: nothing is made, connected or served. For generators. */
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
  return app.setGlobalPrefix(API_PREFIX, { exclude: ['health/live', 'health/ready'] });
}
