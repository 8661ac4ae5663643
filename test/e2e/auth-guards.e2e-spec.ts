import { Controller, Get, Module, Post } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CurrentPrincipal, Public, RequireScope } from '../../src/auth/auth.decorators';
import { Answers } from '../../src/common/bounded/answers.decorator';
import type { Principal } from '../../src/common/principal';
import { createUser } from '../support/accounts';
import { client } from '../support/client';
import { createTestApp, type TestApp } from '../support/test-app';

const ANY_ID = '11111111-1111-4111-8111-111111111111';

/** Everything that may be asked without a user, by the contract. */
const PUBLIC = ['POST /api/v1/auth/login', 'POST /api/v1/auth/refresh', 'GET /health/live', 'GET /health/ready'];
/** The API description is beside the API. */
const DOCUMENTS = /^GET \/api\/docs/;

interface Layer {
  route?: { path: string; methods: Record<string, boolean> };
}

function routesOf({ app }: TestApp): string[] {
  const { router } = app.getHttpAdapter().getInstance() as { router: { stack: Layer[] } };
  return router.stack.flatMap(({ route }) =>
    route === undefined ? [] : Object.keys(route.methods).map((method) => `${method.toUpperCase()} ${route.path}`),
  );
}

describe('the routes of the service', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  test('are all closed to callers without a user, but for the public ones', async () => {
    const routes = routesOf(app).filter((route) => !DOCUMENTS.test(route));
    expect(routes.length).toBeGreaterThan(10);
    const open: string[] = [];
    for (const route of routes) {
      const [method = '', path = ''] = route.split(' ');
      if (method === '_ALL' || !path.startsWith('/')) continue;
      const url =
        app.url +
        path
          .replace(/\\:/g, ':')
          .replace(/[:*](\w+)/g, (whole, name: string) => (/_id$|^id$/.test(name) ? ANY_ID : whole));
      const answers = await Promise.all(
        ['', 'Bearer x.y.z'].map((authorization) => fetch(url, { method, headers: { authorization } })),
      );
      if (answers.some(({ status }) => status !== 401)) open.push(route);
      else
        expect(answers.map(({ headers }) => headers.get('www-authenticate'))).toEqual([
          'Bearer',
          'Bearer error="invalid_token"',
        ]);
    }
    expect(open.sort()).toEqual([...PUBLIC].sort());
  });

  test('go on when the connections that read accounts are cut', async () => {
    const user = await createUser(app);
    const api = client(app).as(user);
    await api.get('/auth/me', { expect: 200 });
    for (let round = 0; round < 3; round += 1) {
      await app.app.get(DataSource).query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE application_name = 'intelligence-auth' AND datname = current_database()`,
      );
      const answers = await Promise.all(Array.from({ length: 8 }, () => api.get('/auth/me')));
      expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    }
  });
});

@Controller('probe')
class ProbeController {
  @Get('anybody')
  @Answers(null)
  anybody(@CurrentPrincipal() principal: Principal): void {
    expect(principal.userId).toBeDefined();
  }

  @Public()
  @Get('open')
  @Answers(null)
  open(): void {}

  @RequireScope('catalog:write')
  @Post('catalog')
  @Answers(null)
  catalog(): void {}
}

@Module({ controllers: [ProbeController] })
class ProbeModule {}

describe('rules of handlers', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ modules: [ProbeModule] });
  });
  afterAll(() => app.close());

  test('a scope lets in whoever has it, and administrators', async () => {
    const [plain, writer, other, admin] = await Promise.all([
      createUser(app),
      createUser(app, { scopes: ['catalog:write'] }),
      createUser(app, { scopes: ['artifacts:write'] }),
      createUser(app, { role: 'admin' }),
    ]);
    const statuses = [];
    for (const user of [plain, writer, other, admin]) {
      statuses.push((await fetchProbe('POST', 'catalog', user.token)).status);
    }
    expect(statuses).toEqual([403, 204, 403, 204]);
    expect((await fetchProbe('GET', 'open')).status).toBe(204);
    expect((await fetchProbe('GET', 'anybody')).status).toBe(401);
    expect((await fetchProbe('GET', 'anybody', plain.token)).status).toBe(204);
  });

  function fetchProbe(method: string, path: string, token?: string): Promise<Response> {
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    return fetch(`${app.url}/api/v1/probe/${path}`, { method, headers });
  }
});
