import type { Express } from 'express';
import { client } from '../support/requests/client';
import { createTestApp, type TestApp } from '../support/app/test-app';

/** Routes without authentication, with the reason. Every other route answers a request without a token with 401. */
const PUBLIC: Readonly<Record<string, string>> = {
  'POST /api/v1/auth/login': 'issues the first tokens',
  'POST /api/v1/auth/refresh': 'issues the next tokens',
  'GET /health/live': 'called by probes, which have no account',
  'GET /health/ready': 'called by probes, which have no account',
  'GET /.well-known/oauth-protected-resource/mcp': 'tells clients without a token where to get one',
  'GET /api/docs': 'contains no catalog data',
  'GET /api/docs/start.js': 'part of the page',
  'GET /api/docs/swagger-ui.css': 'part of the page',
  'GET /api/docs/swagger-ui-bundle.js': 'part of the page',
  'GET /api/docs/favicon-32x32.png': 'part of the page',
  'GET /api/docs/openapi.json': 'contains no catalog data',
  'GET /api/docs/errors': 'explains errors that every client can receive',
};

interface Layer {
  route?: { path: string | string[]; methods: Record<string, boolean> };
}

describe('routes', () => {
  let app: TestApp;
  let routes: { method: string; path: string }[];

  beforeAll(async () => {
    app = await createTestApp();
    routes = routesOf(app.app.getHttpAdapter().getInstance());
  });
  afterAll(() => app.close());

  it('are found in the router of the application', () => {
    expect(routes.length).toBeGreaterThan(10);
  });

  it('require authentication unless they are listed as public', async () => {
    const open: string[] = [];
    for (const { method, path } of routes) {
      if (`${method} ${path}` in PUBLIC) continue;
      const response = await client(app).send(method, toTarget(path));
      const challenge = response.headers.get('www-authenticate') ?? '';
      const isRefused = response.status === 401 && /^Bearer(?: resource_metadata="[^"]+")?$/.test(challenge);
      if (!isRefused) open.push(`${method} ${path} answers ${response.status}`);
    }
    expect(open).toEqual([]);
  });

  it('that are listed as public exist and require no authentication', async () => {
    for (const route of Object.keys(PUBLIC)) {
      const [method = '', path = ''] = route.split(' ');
      expect(routes).toContainEqual({ method, path });
      expect((await client(app).send(method, path)).status).not.toBe(401);
    }
  });
});

function routesOf(express: Express): { method: string; path: string }[] {
  const { stack } = express.router as unknown as { stack: Layer[] };
  return stack.flatMap(({ route }) =>
    [route?.path ?? []].flat().flatMap((path) =>
      Object.keys(route?.methods ?? {}).map((method) => ({
        method: method.toUpperCase(),
        path: path.replaceAll('\\', ''),
      })),
    ),
  );
}

/** Returns a target that matches the route. Its ids are well-formed, so that only the missing token is an error. */
function toTarget(path: string): string {
  return path
    .replace(/:media_id/g, 'movie:11111111-2222-4333-8444-555555555555')
    .replace(/:(sequence|revision)/g, '1')
    .replace(/\/:\w+_id/g, '/11111111-2222-4333-8444-555555555555')
    .replace(/\/:\w+/g, '/x');
}
