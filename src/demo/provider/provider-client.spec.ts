import { type FakeProvider, startFakeProvider } from '../../../test/support/demo/fake-provider';
import { connectTo } from '../../../test/support/demo/fake-provider-client';
import type { FailureKind } from '../../../test/support/demo/fake-provider-failures';
import type { ProviderClient, RequestBudget } from './provider-client';
import { ProviderError } from './provider-error';
import type { ProviderSettings } from './provider-settings';
import { eventually } from '../../../test/support/eventually';
import { isMovie, isPage, isSeries } from './provider-shapes';
import { TokenBucket } from './token-bucket';

describe('the client of the metadata provider', () => {
  let fake: FakeProvider;

  beforeAll(async () => {
    fake = await startFakeProvider();
  });
  beforeEach(() => {
    fake.failures = [];
    fake.requests.length = 0;
  });
  afterAll(() => fake.close());

  function connect(settings: Partial<ProviderSettings> = {}): ProviderClient {
    return connectTo(fake, { timeoutMs: 300, maxRetries: 2, ...settings });
  }

  const budget = (): RequestBudget => ({ remaining: 1000 });

  async function failureOf(work: Promise<unknown>): Promise<string> {
    try {
      await work;
    } catch (error) {
      if (error instanceof ProviderError) return error.failure;
      throw error;
    }
    return 'none';
  }

  it('gets a film and a series with the parts that `append_to_response` names', async () => {
    const movie = await connect().get('/movie/20001', isMovie, {
      budget: budget(),
      parameters: { append_to_response: 'credits,release_dates,keywords,alternative_titles', language: 'en-US' },
    });
    expect(movie).toMatchObject({
      id: 20001,
      credits: { cast: expect.any(Array) },
      release_dates: { results: expect.any(Array) },
    });
    const series = await connect().get('/tv/20005', isSeries, {
      budget: budget(),
      parameters: { append_to_response: 'season/1,content_ratings' },
    });
    expect(series).toHaveProperty(['season/1', 'episodes']);
  });

  it('sends a key as a parameter and a token in a header', async () => {
    await connect().get('/movie/20001', isMovie, { budget: budget() });
    expect(fake.requests[0]?.parameters).toEqual({ api_key: fake.key });
    expect(await failureOf(connect({ apiKey: 'a.b.c' }).get('/movie/1', isMovie, { budget: budget() }))).toBe(
      'unauthorized',
    );
    expect(fake.requests[1]).toMatchObject({ parameters: {}, authorization: 'Bearer a.b.c' });
  });

  it.each<[FailureKind, string, number]>([
    ['429', 'rate_limited', 3],
    ['429-retry-after-hour', 'rate_limited', 1],
    ['500', 'unavailable', 3],
    ['503', 'unavailable', 3],
    ['html-error', 'unavailable', 3],
    ['silent', 'timeout', 3],
    ['slow-drip', 'timeout', 3],
    ['cut-body', 'network', 3],
    ['reset', 'network', 3],
    ['cut-json', 'malformed', 1],
    ['html', 'malformed', 1],
    ['empty', 'malformed', 1],
    ['wrong-types', 'malformed', 1],
    ['redirect', 'redirect', 1],
    ['huge-body', 'too_large', 1],
  ])('reports %s as the failure %s after %i attempts', async (kind, failure, attempts) => {
    fake.failures = [{ kind }];
    const client = connect({ timeoutMs: kind === 'huge-body' ? 5000 : 150 });
    expect(await failureOf(client.get('/movie/20001', isMovie, { budget: budget() }))).toBe(failure);
    expect(fake.requests).toHaveLength(attempts);
    expect(client.statistics).toEqual({ requests: attempts, retries: attempts - 1, failures: 1 });
  });

  it.each<FailureKind>(['429', '429-retry-after-1', '429-retry-after-date', '500', 'reset', 'silent'])(
    'succeeds after one failed attempt: %s',
    async (kind) => {
      fake.failures = [{ kind, times: 1 }];
      const client = connect({ timeoutMs: 1500 });
      await expect(client.get('/movie/20001', isMovie, { budget: budget() })).resolves.toMatchObject({ id: 20001 });
      expect(client.statistics).toEqual({ requests: 2, retries: 1, failures: 0 });
    },
  );

  it('waits for the time in Retry-After', async () => {
    fake.failures = [{ kind: '429-retry-after-1', times: 1 }];
    await connect().get('/movie/20001', isMovie, { budget: budget() });
    const [first, second] = fake.requests;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(990);
  });

  it.each<FailureKind>(['429-retry-after-fraction', '429-retry-after-negative', '429-retry-after-month-and-day'])(
    'waits for its own backoff if Retry-After is invalid: %s',
    async (kind) => {
      fake.failures = [{ kind, times: 1 }];
      await connect({ backoffMs: 400 }).get('/movie/20001', isMovie, { budget: budget() });
      const [first, second] = fake.requests;
      expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(190);
    },
  );

  it('accepts deeply nested JSON', async () => {
    fake.failures = [{ kind: 'deep-json' }];
    const page = await connect().get('/discover/movie', isPage, { budget: budget() });
    expect(page.results).toHaveLength(1);
  });

  it('classifies the answers to wrong keys, pages and ids, and to a search without a query', async () => {
    const client = connect();
    expect(
      await failureOf(connect({ apiKey: 'f'.repeat(32) }).get('/movie/20001', isMovie, { budget: budget() })),
    ).toBe('unauthorized');
    expect(
      await failureOf(client.get('/discover/movie', isPage, { budget: budget(), parameters: { page: 501 } })),
    ).toBe('refused');
    expect(await failureOf(client.get('/movie/99999999', isMovie, { budget: budget() }))).toBe('not_found');
    expect(await failureOf(client.get('/search/movie', isPage, { budget: budget() }))).toBe('refused');
  });

  it('limits the number of concurrent requests, and sends no more requests than the budget allows', async () => {
    const slow = await startFakeProvider({ latencyMs: 20 });
    try {
      const client = connect({ concurrency: 3, baseUrl: slow.url });
      const get = (id: number, requestBudget: RequestBudget): Promise<unknown> =>
        client.get(`/movie/${id}`, isMovie, { budget: requestBudget });
      await Promise.all(Array.from({ length: 12 }, (_, index) => get(20001 + index, budget())));
      expect(slow.maxInFlight()).toBe(3);
      const small = { remaining: 2 };
      const results = Array.from({ length: 4 }, () => failureOf(get(20001, small)));
      expect((await Promise.all(results)).sort()).toEqual(['budget', 'budget', 'none', 'none']);
    } finally {
      await slow.close();
    }
  });

  it('sends no more requests after `breakerThreshold` consecutive failures', async () => {
    fake.failures = [{ kind: '500' }];
    const client = connect({ maxRetries: 0, breakerThreshold: 5 });
    for (let index = 0; index < 12; index += 1) {
      expect(await failureOf(client.get('/movie/20001', isMovie, { budget: budget() }))).toBe('unavailable');
    }
    expect(fake.requests).toHaveLength(5);
  });

  it('closes its request and rejects when its signal is aborted', async () => {
    fake.failures = [{ kind: 'silent' }];
    const controller = new AbortController();
    const call = connect({ timeoutMs: 3_600_000 }).get('/movie/20001', isMovie, {
      budget: budget(),
      signal: controller.signal,
    });
    const rejected = expect(call).rejects.toThrow('over');
    await eventually(() => fake.inFlight() === 1 && fake.requests.length === 1);
    controller.abort(new Error('over'));
    await rejected;
    await eventually(() => fake.inFlight() === 0);
    expect(fake.requests).toHaveLength(1);
  });

  it.each<FailureKind>(['429-retry-after-hour', '429', '500'])(
    'ends the wait before a retry when its signal is aborted: %s',
    async (kind) => {
      fake.failures = [{ kind }];
      const controller = new AbortController();
      const client = connect({ maxRetryAfterMs: 3_600_000, backoffMs: 3_600_000 });
      const call = client.get('/movie/20001', isMovie, { budget: budget(), signal: controller.signal });
      const rejected = expect(call).rejects.toThrow('over');
      await eventually(() => client.statistics.retries === 1);
      controller.abort(new Error('over'));
      await rejected;
      expect(client.statistics).toEqual({ requests: 1, retries: 1, failures: 0 });
    },
  );

  it('never includes the API key in an error', async () => {
    const texts: string[] = [];
    for (const kind of ['500', 'html', 'redirect', 'reset', 'silent', 'cut-json'] as const) {
      fake.failures = [{ kind }];
      const error: unknown = await connect({ timeoutMs: 100 })
        .get('/movie/20001', isMovie, { budget: budget() })
        .catch((e: unknown) => e);
      texts.push(String(error), JSON.stringify(error), (error as Error).stack ?? '');
    }
    expect(texts.join('\n')).not.toContain(fake.key);
    expect(texts.join('\n')).not.toContain('api_key');
  });
});

describe('the token bucket', () => {
  it('issues the accumulated tokens at once, then tokens at a constant rate, and none during a pause', async () => {
    let now = 0;
    const bucket = new TokenBucket(
      10,
      () => now,
      (milliseconds) => {
        now += milliseconds;
        return Promise.resolve();
      },
    );
    const times: number[] = [];
    for (let index = 0; index < 30; index += 1) {
      await bucket.take();
      times.push(Math.round(now));
    }
    expect(times.slice(0, 10)).toEqual(Array(10).fill(0));
    expect(times[19]).toBe(1000);
    expect(times[29]).toBe(2000);
    bucket.pause(5000);
    await bucket.take();
    expect(now).toBeGreaterThanOrEqual(7000);
  });

  it('issues no token during a pause that begins while a request waits for its token', async () => {
    let now = 0;
    const bucket = new TokenBucket(
      1,
      () => now,
      (milliseconds) => {
        if (now === 0) bucket.pause(5000);
        now += milliseconds;
        return Promise.resolve();
      },
    );
    await bucket.take();
    expect(now).toBe(0);
    await bucket.take();
    expect(now).toBe(5000);
  });
});
