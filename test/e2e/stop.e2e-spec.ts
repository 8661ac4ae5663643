import { randomBytes } from 'node:crypto';
import { serve, type RunningService } from '../../src/app.serve';
import { loadConfig } from '../../src/common/config/config';
import { client } from '../support/client';
import { ProbeModule } from '../support/probe.module';
import { createTestDatabase, type TestDatabase } from '../support/test-database';
import { watchedLogger } from '../support/watched-logger';

describe('the stop', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const start = (env: Record<string, string> = {}): Promise<RunningService> =>
    serve(
      loadConfig({
        NODE_ENV: 'test',
        DERIVATION_THREADS: '0',
        WORK_THREADS: '0',
        PORT: '0',
        METRICS_PORT: '0',
        LOG_LEVEL: 'silent',
        JWT_SECRET: randomBytes(48).toString('base64'),
        DATABASE_URL: database.url,
        ...env,
      }),
      { modules: [ProbeModule], logger: watchedLogger() },
    );

  it('fails readiness first, lets requests in progress end, and then accepts no more', async () => {
    const service = await start();
    const api = client(service);
    expect((await api.get('/health/ready')).status).toBe(200);
    const inFlight = api.get('/probe/sleep/1.5');
    // The request is in flight once the health check behind it was answered.
    await api.get('/health/live');

    const startedAt = Date.now();
    const stopped = service.stop();
    const ready = await api.get('/health/ready');
    expect([ready.status, ready.headers.get('connection')]).toEqual([503, 'close']);
    expect((await api.get('/health/live')).status).toBe(200);
    expect((await inFlight).status).toBe(200);
    await stopped;
    expect(Date.now() - startedAt).toBeLessThan(9000);
    await expect(api.get('/health/live')).rejects.toThrow();
  });

  it('aborts requests that do not end in time', async () => {
    const service = await start({ SHUTDOWN_TIMEOUT_MS: '1000' });
    const stuck = client(service)
      .get('/probe/sleep/4')
      .then(
        ({ status }) => status,
        () => 'cut off',
      );
    await client(service).get('/health/live');
    const startedAt = Date.now();
    await service.stop();
    expect(Date.now() - startedAt).toBeLessThan(3000);
    expect(await stuck).toBe('cut off');
  });

  it('aborts requests at a second signal', async () => {
    const service = await start();
    const stuck = client(service)
      .get('/probe/sleep/4')
      .catch(() => 'cut off');
    await client(service).get('/health/live');
    const startedAt = Date.now();
    const first = service.stop();
    await Promise.all([first, service.stop()]);
    expect(Date.now() - startedAt).toBeLessThan(7000);
    expect(await stuck).toBe('cut off');
  });
});
