import { Controller, Get, Module, Post } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CurrentPrincipal, Public, RequireScope } from '../../../src/auth/auth.decorators';
import { Answers } from '../../../src/common/response-bounds/answers.decorator';
import type { Principal } from '../../../src/common/principal';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { client } from '../../support/requests/client';
import { createTestApp, type TestApp } from '../../support/app/test-app';

describe('the service', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  test('authenticates requests after the connections that read accounts are terminated', async () => {
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

describe('two services in one process', () => {
  test('accept only their own tokens', async () => {
    const [first, second] = await Promise.all([createTestApp(), createTestApp()]);
    const [firstUser, secondUser] = await Promise.all([createUser(first), createUser(second)]);
    const status = async (app: TestApp, user: TestUser): Promise<number> =>
      (await client(app).as(user).get('/auth/me')).status;
    expect(await Promise.all([status(first, firstUser), status(second, secondUser)])).toEqual([200, 200]);
    expect(await Promise.all([status(first, secondUser), status(second, firstUser)])).toEqual([401, 401]);
    await Promise.all([first.close(), second.close()]);
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

describe('access rules of handlers', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ modules: [ProbeModule] });
  });
  afterAll(() => app.close());

  test('a handler admits only the callers that it declares', async () => {
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
