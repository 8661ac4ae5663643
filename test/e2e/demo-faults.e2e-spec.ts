import type { Misbehaviour } from '../support/fake-provider-failures';
import { type DemoPlace, makeDemoPlace, type RunningDemo } from '../support/demo-app';
import { readTree } from '../support/decoy';
import { DemoProcesses } from '../support/demo-process';
import { eventually } from '../support/eventually';

describe('a demo whose provider has a bad day', () => {
  let place: DemoPlace;
  let demo: RunningDemo;

  beforeAll(async () => {
    place = await makeDemoPlace();
    demo = await place.start({}, { timeoutMs: 300, breakerThreshold: 1000 });
    await demo.settle();
  });
  beforeEach(() => void (place.fake.failures = []));
  afterAll(async () => {
    await demo?.close();
    await place?.close();
  });

  it.each<Misbehaviour>([
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
  ])('fails cleanly when all it gets is %s, and leaves everything as it was', async (behaviour) => {
    const [tree, before] = [readTree(place.root), await demo.status()];
    place.fake.failures = [{ behaviour }];
    const answer = await demo.send('POST', '/admin/demo/reset', {}, { prefer: 'wait=30' });
    expect(answer.status).toBe(200);
    expect(answer.body.state).toBe('failed');
    expect(answer.body.job).toMatchObject({
      kind: 'reset',
      phase: 'planning',
      error: expect.stringMatching(/^The metadata provider/),
    });
    expect(JSON.stringify(answer.body)).not.toContain(place.fake.key);
    expect(answer.body.libraries).toEqual(before.libraries);
    expect(readTree(place.root)).toEqual(tree);
    const overview = await demo.send('POST', '/intelligence/libraries/overview', {});
    expect(overview.status).toBe(200);
  });

  it.each<[Misbehaviour, number]>([
    ['429-retry-after-1', 1],
    ['429', 2],
    ['500', 2],
    ['reset', 2],
    ['cut-json', 3],
    ['html', 3],
    ['huge-body', 1],
    ['redirect', 3],
    ['slow-drip', 2],
  ])('gets over %s, %i times', async (behaviour, times) => {
    place.fake.failures = [{ behaviour, times, path: /^\/(movie|tv)\/\d+$/ }];
    const answer = await demo.send('POST', '/admin/demo/reset', {}, { prefer: 'wait=30' });
    expect(answer.body).toMatchObject({ state: 'ready', job: null });
    expect(answer.body.libraries.map((library) => library.primary_item_count)).toEqual([12, 3]);
  });

  it('goes on where the provider refuses a page', async () => {
    place.fake.failures = [{ behaviour: 'page-refused', times: 4, path: /^\/discover/ }];
    const answer = await demo.send('POST', '/admin/demo/reset', {}, { prefer: 'wait=30' });
    expect(answer.body).toMatchObject({ state: 'ready', job: null });
    expect(answer.body.libraries.map((library) => library.primary_item_count)).toEqual([12, 3]);
  });

  it('takes texts that no database and no file system takes', async () => {
    place.fake.rewrite = (body) => JSON.parse(JSON.stringify(body), spoilText) as unknown;
    try {
      const answer = await demo.send('POST', '/admin/demo/reset', {}, { prefer: 'wait=30' });
      expect(answer.body).toMatchObject({ state: 'ready', job: null });
      expect(answer.body.libraries.map((library) => library.primary_item_count)).toEqual([12, 3]);
      const names = readTree(place.root).map(([path]) => path);
      expect(names.filter((name) => /[<>:"\\|?*\p{Cc}\p{Cf}]/u.test(name))).toEqual([]);
      const { body } = await demo.send('POST', '/intelligence/candidates:search', { query: 'SELECT' });
      expect(body.candidates.length).toBeGreaterThan(0);
      expect(JSON.stringify(body)).not.toMatch(/\\u0000|\\ud83d(?!\\ude)|\u202e|\u{e0041}/u);
    } finally {
      place.fake.rewrite = (body) => body;
      await demo.send('POST', '/admin/demo/reset', {}, { prefer: 'wait=30' });
    }
  });

  it('answers while it waits for the provider', async () => {
    place.fake.failures = [{ behaviour: 'silent', times: 3 }];
    const accepted = await demo.send('POST', '/admin/demo/reset', {});
    expect(accepted.status).toBe(202);
    expect((await demo.send('POST', '/intelligence/libraries/overview', {})).status).toBe(200);
    expect((await demo.status()).state).toBe('resetting');
    await demo.settle();
  });

  it('stops with the service in the middle of a command, and goes back at the next start', async () => {
    await demo.send('POST', '/admin/demo/reset', {}, { prefer: 'wait=30' });
    const tree = readTree(place.root);
    place.fake.failures = [{ behaviour: 'silent' }];
    const requests = place.fake.requests.length;
    await demo.send('POST', '/admin/demo/reset', { movie_count: 5 });
    await eventually(() => place.fake.requests.length > requests);
    await demo.close();
    place.fake.failures = [];
    demo = await place.start({}, { timeoutMs: 300, breakerThreshold: 1000 });
    expect(await demo.settle()).toMatchObject({ state: 'ready', job: null });
    expect(readTree(place.root)).toEqual(tree);
  });

  it('cannot be seeded with a key that is refused, says so, and serves all the same', async () => {
    const other = await makeDemoPlace();
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

/** What a provider may say about a title, whoever wrote it there. */
const HOSTILE = [
  '\0\ud83d \u202eDROP\u{e0041} ../../etc/passwd',
  `'; SELECT 1 -- <script>alert("x")</script> %s {{7*7}} \x07\u2028`,
  'x'.repeat(1_000),
].join(' ');

function spoilText(key: string, value: unknown): unknown {
  const spoiled = ['title', 'name', 'original_title', 'original_name', 'overview', 'tagline', 'character'];
  return spoiled.includes(key) && typeof value === 'string' ? `${value} ${HOSTILE}` : value;
}

describe('a demo in a process of its own', () => {
  let place: DemoPlace;
  let processes: DemoProcesses;

  beforeAll(async () => {
    place = await makeDemoPlace();
    processes = await DemoProcesses.open(place.environment({ LOG_LEVEL: 'debug' }));
  });
  afterAll(async () => {
    await processes?.close();
    await place?.close();
  });

  it('holds no more memory when all it gets is a gibibyte each time, and logs no key', async () => {
    const demo = await processes.start(null);
    expect(await demo?.settle()).toMatchObject({ state: 'ready' });
    const before = (await demo?.peakMiB()) ?? 0;
    place.fake.failures = [{ behaviour: 'huge-body' }];
    expect(await demo?.command('reset', 12, 3)).toMatchObject({ state: 'failed', job: { phase: 'planning' } });
    expect(((await demo?.peakMiB()) ?? Number.POSITIVE_INFINITY) - before).toBeLessThan(96);
    place.fake.failures = [{ behaviour: 'html' }];
    expect(await demo?.command('reset', 12, 3)).toMatchObject({ state: 'failed' });
    place.fake.failures = [];
    expect(await demo?.command('reset', 12, 3)).toMatchObject({ state: 'ready' });
    expect(processes.output).toContain('ProviderError');
    expect(processes.output).not.toContain(place.fake.key);
  });
});
