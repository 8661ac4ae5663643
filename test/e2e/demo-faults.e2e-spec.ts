import type { Misbehaviour } from '../support/fake-provider-failures';
import { type DemoPlace, makeDemoPlace, type RunningDemo } from '../support/demo-app';
import { readTree } from '../support/decoy';
import { pollUntil } from '../support/poll';

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
  ])('gets over %s, %i times', async (behaviour, times) => {
    place.fake.failures = [{ behaviour, times, path: /^\/(movie|tv)\/\d+$/ }];
    const answer = await demo.send('POST', '/admin/demo/reset', {}, { prefer: 'wait=30' });
    expect(answer.body).toMatchObject({ state: 'ready', job: null });
    expect(answer.body.libraries.map((library) => library.primary_item_count)).toEqual([12, 3]);
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
    await pollUntil(() => place.fake.requests.length > requests);
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
