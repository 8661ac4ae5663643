import type { FailureKind } from '../../support/demo/fake-provider-failures';
import { type DemoFixture, createDemoFixture, type RunningDemo } from '../../support/demo/demo-app';
import { readTree } from '../../support/demo/decoy';
import { DemoProcesses } from '../../support/demo/demo-process';
import { eventually } from '../../support/eventually';

describe('a demo whose provider fails', () => {
  let fixture: DemoFixture;
  let demo: RunningDemo;

  beforeAll(async () => {
    fixture = await createDemoFixture();
    demo = await fixture.start({}, { timeoutMs: 300, breakerThreshold: 1000 });
    await demo.settle();
  });
  beforeEach(() => void (fixture.fake.failures = []));
  afterAll(async () => {
    await demo?.close();
    await fixture?.close();
  });

  it.each<FailureKind>([
    '429',
    '429-retry-after-hour',
    '500',
    'silent',
    'slow-drip',
    'cut-body',
    'cut-json',
    'html',
    'html-error',
    'redirect',
    'reset',
    'wrong-types',
    'empty',
    'huge-body',
    'page-refused',
  ])('changes no file and no library if a reset fails because all requests to the provider fail: %s', async (kind) => {
    const [tree, before] = [readTree(fixture.root), await demo.status()];
    fixture.fake.failures = [{ kind }];
    const answer = await demo.send('POST', '/admin/demo/reset', {}, { prefer: 'wait=30' });
    expect(answer.status).toBe(200);
    expect(answer.body.state).toBe('failed');
    expect(answer.body.job).toMatchObject({
      kind: 'reset',
      phase: 'planning',
      error: expect.stringMatching(/^The metadata provider/),
    });
    expect(JSON.stringify(answer.body)).not.toContain(fixture.fake.key);
    expect(answer.body.libraries).toEqual(before.libraries);
    expect(readTree(fixture.root)).toEqual(tree);
    const overview = await demo.send('POST', '/intelligence/libraries/overview', {});
    expect(overview.status).toBe(200);
  });

  it.each<[FailureKind, number]>([
    ['429-retry-after-1', 1],
    ['429', 2],
    ['500', 2],
    ['reset', 2],
    ['cut-json', 3],
    ['html', 3],
    ['huge-body', 1],
    ['redirect', 3],
    ['slow-drip', 2],
  ])('finishes a reset although requests to the provider fail: %s, %i times', async (kind, times) => {
    fixture.fake.failures = [{ kind, times, path: /^\/(movie|tv)\/\d+$/ }];
    const answer = await demo.send('POST', '/admin/demo/reset', {}, { prefer: 'wait=30' });
    expect(answer.body).toMatchObject({ state: 'ready', job: null });
    expect(answer.body.libraries.map((library) => library.primary_item_count)).toEqual([12, 3]);
  });

  it('finishes a reset if the provider refuses some pages', async () => {
    fixture.fake.failures = [{ kind: 'page-refused', times: 4, path: /^\/discover/ }];
    const answer = await demo.send('POST', '/admin/demo/reset', {}, { prefer: 'wait=30' });
    expect(answer.body).toMatchObject({ state: 'ready', job: null });
    expect(answer.body.libraries.map((library) => library.primary_item_count)).toEqual([12, 3]);
  });

  it('removes from texts of the provider what the database or a file system does not accept', async () => {
    fixture.fake.rewrite = (body) => JSON.parse(JSON.stringify(body), appendHostileText) as unknown;
    try {
      const answer = await demo.send('POST', '/admin/demo/reset', {}, { prefer: 'wait=30' });
      expect(answer.body).toMatchObject({ state: 'ready', job: null });
      expect(answer.body.libraries.map((library) => library.primary_item_count)).toEqual([12, 3]);
      const names = readTree(fixture.root).map(([path]) => path);
      expect(names.filter((name) => /[<>:"\\|?*\p{Cc}\p{Cf}]/u.test(name))).toEqual([]);
      const { body } = await demo.send('POST', '/intelligence/candidates:search', { query: 'SELECT' });
      expect(body.candidates.length).toBeGreaterThan(0);
      expect(JSON.stringify(body)).not.toMatch(/\\u0000|\\ud83d(?!\\ude)|\u202e|\u{e0041}/u);
    } finally {
      fixture.fake.rewrite = (body) => body;
      await demo.send('POST', '/admin/demo/reset', {}, { prefer: 'wait=30' });
    }
  });

  it('answers requests while it waits for the provider', async () => {
    fixture.fake.failures = [{ kind: 'silent', times: 3 }];
    const accepted = await demo.send('POST', '/admin/demo/reset', {});
    expect(accepted.status).toBe(202);
    const [status, overview] = await Promise.all([
      demo.status(),
      demo.send('POST', '/intelligence/libraries/overview', {}),
    ]);
    expect([status.state, overview.status]).toEqual(['resetting', 200]);
    await demo.settle();
  });

  it('continues a command if the client that waits for its end disconnects', async () => {
    const requests = fixture.fake.requests.length;
    fixture.fake.failures = [{ kind: 'silent', times: 1 }];
    const waiting = demo.send('POST', '/admin/demo/reset', {}, { prefer: 'wait=30' }).catch(() => null);
    await eventually(() => fixture.fake.requests.length > requests);
    demo.app.getHttpServer().closeAllConnections();
    expect(await waiting).toBeNull();
    expect(await demo.settle()).toMatchObject({ state: 'ready', job: null });
  });

  it('undoes a command at the next start if a stop interrupted its planning', async () => {
    await demo.send('POST', '/admin/demo/reset', {}, { prefer: 'wait=30' });
    const tree = readTree(fixture.root);
    fixture.fake.failures = [{ kind: 'silent' }];
    const requests = fixture.fake.requests.length;
    await demo.send('POST', '/admin/demo/reset', { movie_count: 5 });
    await eventually(() => fixture.fake.requests.length > requests);
    await demo.close();
    fixture.fake.failures = [];
    demo = await fixture.start({}, { timeoutMs: 300, breakerThreshold: 1000 });
    expect(await demo.settle()).toMatchObject({ state: 'ready', job: null });
    expect(readTree(fixture.root)).toEqual(tree);
  });

  it('reports in its status that the provider refuses the key, and still answers requests', async () => {
    const other = await createDemoFixture();
    const refused = await other.start({ METADATA_API_KEY: 'f'.repeat(32) });
    try {
      const status = await refused.settle();
      expect(status).toMatchObject({
        state: 'failed',
        libraries: [],
        job: { kind: 'seed', error: expect.stringContaining('METADATA_API_KEY') },
      });
      expect(JSON.stringify(status)).not.toContain('f'.repeat(32));
      expect((await refused.send('POST', '/intelligence/libraries/overview', {})).status).toBe(200);
    } finally {
      await refused.close();
      await other.close();
    }
  });
});

/** Hostile text. Users of the provider can write such texts into titles and descriptions. */
const HOSTILE = [
  '\0\ud83d \u202eDROP\u{e0041} ../../etc/passwd',
  `'; SELECT 1 -- <script>alert("x")</script> %s {{7*7}} \x07\u2028`,
  'x'.repeat(1_000),
].join(' ');

function appendHostileText(key: string, value: unknown): unknown {
  const members = ['title', 'name', 'original_title', 'original_name', 'overview', 'tagline', 'character'];
  return members.includes(key) && typeof value === 'string' ? `${value} ${HOSTILE}` : value;
}

describe('a demo in a separate process', () => {
  let fixture: DemoFixture;
  let processes: DemoProcesses;

  beforeAll(async () => {
    fixture = await createDemoFixture();
    processes = await DemoProcesses.open(fixture.environment({ LOG_LEVEL: 'debug' }));
  });
  afterAll(async () => {
    await processes?.close();
    await fixture?.close();
  });

  it('needs less than 96 MiB more memory when every answer of the provider is huge, and never logs the key', async () => {
    const demo = await processes.start(null);
    expect(await demo?.settle()).toMatchObject({ state: 'ready' });
    const before = (await demo?.peakMiB()) ?? 0;
    fixture.fake.failures = [{ kind: 'huge-body' }];
    expect(await demo?.command('reset', 12, 3)).toMatchObject({ state: 'failed', job: { phase: 'planning' } });
    expect(((await demo?.peakMiB()) ?? Number.POSITIVE_INFINITY) - before).toBeLessThan(96);
    fixture.fake.failures = [{ kind: 'html' }];
    expect(await demo?.command('reset', 12, 3)).toMatchObject({ state: 'failed' });
    fixture.fake.failures = [];
    expect(await demo?.command('reset', 12, 3)).toMatchObject({ state: 'ready' });
    expect(processes.output).toContain('ProviderError');
    expect(processes.output).not.toContain(fixture.fake.key);
  });
});
