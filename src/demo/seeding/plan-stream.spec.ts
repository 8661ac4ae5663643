import { type FakeProvider, startFakeProvider } from '../../../test/support/fake-provider';
import { toDemoOptions } from '../planner/demo-options';
import type * as MoviePlan from '../planner/movie-plan';
import { DEFAULT_PROVIDER_SETTINGS, ProviderClient, RequestBudget } from '../provider/provider-client';
import { planUnits } from './plan-stream';

/** Of the movies asked for, by place, those for which planning fails. */
const mockFailures = new Set<number>();
let mockPlanned = 0;

jest.mock('../planner/movie-plan', () => {
  const actual = jest.requireActual<typeof MoviePlan>('../planner/movie-plan');
  const planMovie: typeof MoviePlan.planMovie = (...values) => {
    mockPlanned += 1;
    if (mockFailures.has(mockPlanned)) throw new RangeError('Maximum call stack size exceeded');
    return actual.planMovie(...values);
  };
  return { ...actual, planMovie };
});

describe('planned units', () => {
  let fake: FakeProvider;

  beforeAll(async () => {
    fake = await startFakeProvider({ perYear: 1 });
  });
  beforeEach(() => {
    mockFailures.clear();
    mockPlanned = 0;
  });
  afterAll(() => fake.close());

  async function plan(count: number): Promise<{ ids: number[]; failures: number }> {
    const options = toDemoOptions({ libraries: [{ library_kind: 'movies', name: 'L' }] }, {});
    const [library] = options.libraries;
    if (library === undefined) throw new Error('no library');
    const provider = new ProviderClient({
      ...DEFAULT_PROVIDER_SETTINGS,
      baseUrl: fake.url,
      apiKey: fake.key,
      requestsPerSecond: 100_000,
      backoffMs: 1,
    });
    const known = { providerIds: new Set<number>(), folders: [] };
    const request = { budget: new RequestBudget(10_000) };
    const ids: number[] = [];
    const place = { options: library, index: 0, seed: options.seed };
    for await (const unit of planUnits(provider, place, options, known, count, request)) ids.push(unit.providerId);
    return { ids, failures: provider.statistics.failures };
  }

  it('leave out a title that cannot be planned, and no other', async () => {
    const whole = await plan(11);
    mockPlanned = 0;
    mockFailures.add(3);
    const { ids, failures } = await plan(10);
    expect(ids).toEqual(whole.ids.filter((_, index) => index !== 2));
    expect(failures).toBe(whole.failures + 1);
  });

  it('fail when no title can be planned', async () => {
    for (let place = 1; place <= 100; place += 1) mockFailures.add(place);
    await expect(plan(5)).rejects.toThrow('Maximum call stack');
  });
});
