import { type FakeProvider, startFakeProvider } from '../../../test/support/demo/fake-provider';
import { connectTo } from '../../../test/support/demo/fake-provider-client';
import { eventually } from '../../../test/support/eventually';
import { toDemoOptions } from '../planner/demo-options';
import type * as MoviePlan from '../planner/movie-plan';
import { planUnits } from './plan-stream';

/** The calls of `planMovie` that fail, counted from 1. */
const mockFailingCalls = new Set<number>();
let mockCalls = 0;

jest.mock('../planner/movie-plan', () => {
  const actual = jest.requireActual<typeof MoviePlan>('../planner/movie-plan');
  const planMovie: typeof MoviePlan.planMovie = (...values) => {
    mockCalls += 1;
    if (mockFailingCalls.has(mockCalls)) throw new RangeError('Maximum call stack size exceeded');
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
    fake.failures = [];
    mockFailingCalls.clear();
    mockCalls = 0;
  });
  afterAll(() => fake.close());

  async function plan(count: number, provider = connectTo(fake)): Promise<{ ids: number[]; failures: number }> {
    const options = toDemoOptions({ libraries: [{ library_kind: 'movies', name: 'L' }] }, {});
    const [library] = options.libraries;
    if (library === undefined) throw new Error('no library');
    const knownUnits = { providerIds: new Set<number>(), folders: [] };
    const request = { budget: { remaining: 10_000 } };
    const ids: number[] = [];
    const seededLibrary = { options: library, index: 0, seed: options.seed };
    for await (const unit of planUnits(provider, seededLibrary, options, knownUnits, count, request))
      ids.push(unit.providerId);
    return { ids, failures: provider.statistics.failures };
  }

  it('leave out only the title that cannot be planned', async () => {
    const fullPlan = await plan(11);
    mockCalls = 0;
    mockFailingCalls.add(3);
    const { ids, failures } = await plan(10);
    expect(ids).toEqual(fullPlan.ids.filter((_, index) => index !== 2));
    expect(failures).toBe(fullPlan.failures + 1);
  });

  it('fail when no title can be planned', async () => {
    for (let call = 1; call <= 100; call += 1) mockFailingCalls.add(call);
    await expect(plan(5)).rejects.toThrow('Maximum call stack');
  });

  it('abort the fetches of further titles when the planning fails', async () => {
    const [firstId] = (await plan(1)).ids;
    // Several fetches start at once, so the request for the first title can arrive after others.
    fake.failures = [
      { kind: '500', path: new RegExp(`^/movie/${firstId}$`) },
      { kind: 'silent', path: /^\/movie\// },
    ];
    const provider = connectTo(fake, { timeoutMs: 20_000, maxRetries: 0, concurrency: 10 });
    await expect(plan(6, provider)).rejects.toThrow('unavailable');
    await eventually(() => fake.inFlight() === 0, 5_000);
    expect(provider.statistics.failures).toBe(1);
  });
});
