import { startFakeCollector, type FakeCollector, type ReceivedSpan } from '../../support/network/fake-collector';
import { eventually } from '../../support/eventually';
import { InstalledService, npm } from '../../support/installation/installed-service';

const ADMIN = { ADMIN_USERNAME: 'root-admin', ADMIN_PASSWORD: 'a-Long-pass-Phrase-5521' };
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
/** Trace of a request whose caller does not sample it. */
const UNSAMPLED_TRACE = '5bf92f3577b34da6a3ce929d0e0e4737';
const PARENT = '00f067aa0ba902b7';

let service: InstalledService;
let collector: FakeCollector;
beforeAll(async () => {
  service = await InstalledService.create();
});
beforeEach(async () => {
  collector = await startFakeCollector();
});
afterEach(async () => {
  await service.end();
  await collector.close();
});
afterAll(() => service.remove());

const spansOfTrace = (traceId: string): ReceivedSpan[] => collector.spans.filter((span) => span.traceId === traceId);

it('the service sends spans of requests and SQL before it exits, without credentials or query strings', async () => {
  const settings = { ...ADMIN, OTLP_TRACES_URL: collector.url, BASE_PATH: '/media' };
  const run = service.start('traced', npm('start'), settings);
  const url = await service.addressOf(run);
  const login = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', traceparent: `00-${TRACE}-${PARENT}-01` },
    body: JSON.stringify({ username: ADMIN.ADMIN_USERNAME, password: ADMIN.ADMIN_PASSWORD }),
  });
  expect(login.status).toBe(200);
  for (const path of ['/health/live', '/health/ready?now', '/media/health/live']) await fetch(`${url}${path}`);
  await fetch(`${url}/api/v1/auth/me?secret=query-value`);
  await fetch(`${url}/api/v1/auth/me`, { headers: { traceparent: `00-${UNSAMPLED_TRACE}-${PARENT}-00` } });
  run.kill('SIGTERM');
  expect(await service.endOf(run, 'traced')).toMatchObject({ code: 0 });
  await eventually(() => Promise.resolve(spansOfTrace(TRACE).length > 1));
  const [request] = spansOfTrace(TRACE).filter(({ parentSpanId }) => parentSpanId === PARENT);
  expect(request).toMatchObject({
    name: 'POST /api/v1/auth/login',
    attributes: { 'http.route': '/api/v1/auth/login' },
  });
  const statements = spansOfTrace(TRACE).filter(({ attributes }) => 'db.query.text' in attributes);
  expect(statements.length).toBeGreaterThan(2);
  expect(collector.spans.filter(({ name }) => name.includes('health'))).toEqual([]);
  expect(spansOfTrace(UNSAMPLED_TRACE)).toEqual([]);
  for (const value of ['query-value', ...Object.values(ADMIN)]) expect(collector.text()).not.toContain(value);
});

it('the service answers requests while the collector is down', async () => {
  const unreachableUrl = collector.url;
  await collector.close();
  const run = service.start('untraced', npm('start'), { ...ADMIN, OTLP_TRACES_URL: unreachableUrl });
  const url = await service.addressOf(run);
  for (const flags of ['01', '00']) {
    const answer = await fetch(`${url}/api/v1/auth/me`, { headers: { traceparent: `00-${TRACE}-${PARENT}-${flags}` } });
    expect(answer.status).toBe(401);
  }
  run.kill('SIGTERM');
  expect(await service.endOf(run, 'untraced')).toMatchObject({ code: 0 });
});
