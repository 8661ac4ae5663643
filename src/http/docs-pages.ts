import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Express, Response } from 'express';
import helmet from 'helmet';
import { dirname } from 'node:path';
import { keepResolved } from '../common/processes/keep-resolved';
import { ApiDescription } from './openapi/api-description';
import { renderErrorsPage } from './openapi/errors-page';

const DOCS = '/api/docs';
const ASSETS = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'] as const;

const renderPage = (docs: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Intelligence read model</title>
<link rel="stylesheet" href="${docs}/swagger-ui.css"><link rel="icon" href="${docs}/favicon-32x32.png">
</head>
<body><div id="swagger-ui"></div>
<script src="${docs}/swagger-ui-bundle.js"></script><script src="${docs}/start.js"></script></body>
</html>
`;
const renderStart = (docs: string): string =>
  `SwaggerUIBundle({ url: '${docs}/openapi.json', dom_id: '#swagger-ui', deepLinking: true });\n`;

/**
 * Serves the API description, the page that shows it, and the page of errors, without authentication. `basePath` is the
 * path under which a proxy publishes the service; links begin with it.
 */
export function serveDocs(app: NestExpressApplication, basePath: string): void {
  const docs = `${basePath}${DOCS}`;
  const express: Express = app.getHttpAdapter().getInstance();
  const assets = dirname(require.resolve('swagger-ui-dist/package.json'));
  // The service speaks plain HTTP, so browsers must not upgrade the requests for the assets to HTTPS. A proxy with TLS
  // can set HSTS.
  const harden = helmet({ contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } }, hsts: false });
  const servePage = (path: string, send: (response: Response) => unknown): void => {
    express.get(`${DOCS}${path}`, harden, (_request, response) => send(response));
  };
  const description = app.get(ApiDescription);
  description.describe(app, basePath);
  const readText = keepResolved(async () => JSON.stringify(await description.read()));
  servePage('', (response) => response.type('html').send(renderPage(docs)));
  servePage('/start.js', (response) => response.type('js').send(renderStart(docs)));
  servePage('/errors', (response) => response.type('html').send(renderErrorsPage()));
  servePage('/openapi.json', async (response) => {
    response.type('json').send(await readText());
  });
  for (const asset of ASSETS) {
    servePage(`/${asset}`, (response) => sendAsset(response, assets, asset));
  }
}

/**
 * Sends a file of a folder. Without `root`, Express would answer 404 if the path contains a name that begins with a
 * dot.
 */
export function sendAsset(response: Response, folder: string, name: string): void {
  response.setHeader('Cache-Control', 'public, max-age=86400');
  response.sendFile(name, { root: folder, cacheControl: false, etag: false, lastModified: false });
}
