import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { serve, type RunningService } from '../../../src/app.serve';
import { loadConfig } from '../../../src/common/config/config';
import { ALL_USERS } from '../../../src/common/principal';
import { ReadPool } from '../../../src/database/read-pool';
import { client } from '../../support/requests/client';
import { eventually } from '../../support/eventually';
import { TEST_ENVIRONMENT } from '../../support/app/test-environment';
import { ProbeModule } from '../../support/app/probe.module';
import { createTestDatabase, type TestDatabase } from '../../support/databases/test-database';
import { watchedLogger } from '../../support/app/watched-logger';

describe('stopping the service', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const start = (
    env: Record<string, string> = {},
    onLogLine: (line: string) => void = () => undefined,
  ): Promise<RunningService> =>
    serve(
      loadConfig({
        ...TEST_ENVIRONMENT,
        PORT: '0',
        LOG_LEVEL: 'silent',
        JWT_SECRET: randomBytes(48).toString('base64'),
        DATABASE_URL: database.url,
        ...env,
      }),
      { modules: [ProbeModule], logger: watchedLogger(onLogLine) },
    );

  /** Waits until a request holds a connection to the database. */
  const waitUntilInFlight = ({ app }: RunningService): Promise<boolean> => {
    const pool = app.get(ReadPool);
    return eventually(() => pool.load.total > pool.load.idle);
  };

  it('fails the readiness check, then accepts no connections, and lets requests in progress end', async () => {
    const service = await start();
    const api = client(service);
    expect((await api.get('/health/ready')).status).toBe(200);
    const inFlight = api.get('/probe/sleep/2');
    await waitUntilInFlight(service);

    const stopped = service.stop();
    // The server accepts connections for one more second.
    const [ready, live] = await Promise.all([api.get('/health/ready'), api.get('/health/live')]);
    expect([ready.status, ready.headers.get('connection')]).toEqual([503, 'close']);
    expect(live.status).toBe(200);
    expect((await inFlight).status).toBe(200);
    await stopped;
    await expect(api.get('/health/live')).rejects.toThrow();
  });

  it('aborts requests that do not end in time', async () => {
    const service = await start({ SHUTDOWN_TIMEOUT_MS: '1000' });
    const stuck = client(service)
      .get('/probe/sleep/100')
      .then(
        ({ status }) => status,
        () => 'cut off',
      );
    await waitUntilInFlight(service);
    await service.stop();
    expect(await stuck).toBe('cut off');
  });

  it('logs a warning if connections to the database do not end in time', async () => {
    const lines: string[] = [];
    const service = await start({ SHUTDOWN_TIMEOUT_MS: '200' }, (line) => lines.push(line));
    const endRead = new AbortController();
    const reading = service.app
      .get(ReadPool)
      .readAs(ALL_USERS, () => once(endRead.signal, 'abort'))
      .catch(() => undefined);
    await waitUntilInFlight(service);
    await service.stop();
    endRead.abort();
    await reading;
    expect(lines.filter((line) => line.includes('"msg":"Stopped"'))).toEqual([]);
    expect(lines.find((line) => line.includes('Stopped before everything was closed'))).toContain('"level":"warn"');
  });

  it('logs the end of a complete stop', async () => {
    const lines: string[] = [];
    const service = await start({}, (line) => lines.push(line));
    await service.stop();
    expect(lines.at(-1)).toContain('"msg":"Stopped"');
  });

  it('aborts requests at a second signal', async () => {
    const service = await start({ SHUTDOWN_TIMEOUT_MS: '100000' });
    const stuck = client(service)
      .get('/probe/sleep/100')
      .catch(() => 'cut off');
    await waitUntilInFlight(service);
    await Promise.all([service.stop(), service.stop()]);
    expect(await stuck).toBe('cut off');
  });
});
