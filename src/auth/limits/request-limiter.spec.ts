import { BackgroundLoops } from '../../common/processes/background-loops';
import { Problem } from '../../common/problems/problem';
import type { CallerRequests, RateLimitStore } from './rate-limit.store';
import { RequestLimiter } from './request-limiter';
import { toAddressKey } from './caller-address';

/** The table of counts in memory, shared by several limiters. */
class SharedCounts implements Pick<RateLimitStore, 'add'> {
  readonly totals = new Map<string, number>();
  broken = false;

  add(window: number, added: readonly CallerRequests[]): Promise<CallerRequests[]> {
    if (this.broken) return Promise.reject(new Error('The database is unavailable.'));
    const rows = added.map(({ caller, requests }) => {
      const key = `${window} ${caller}`;
      this.totals.set(key, (this.totals.get(key) ?? 0) + requests);
      return { caller, requests: this.totals.get(key) ?? 0 };
    });
    return Promise.resolve(rows);
  }
}

let time: number;
let shared: SharedCounts;

beforeEach(() => {
  time = 1_800_000_000_000 - (1_800_000_000_000 % 60_000);
  shared = new SharedCounts();
});

function makeLimiter(requestsPerMinute: number, loops = new BackgroundLoops()): RequestLimiter {
  const limits = { requestsPerMinute, keyRequestsPerMinute: 5 * requestsPerMinute, now: () => time };
  return new RequestLimiter(shared as unknown as RateLimitStore, limits, loops);
}

/** Returns how many of the requests the limiter admits. */
function countAdmitted(limiter: RequestLimiter, caller: string, requests: number): number {
  let admitted = 0;
  for (let index = 0; index < requests; index += 1) {
    try {
      limiter.consume(caller);
      admitted += 1;
    } catch (error) {
      expect(error).toBeInstanceOf(Problem);
    }
  }
  return admitted;
}

test('the count restarts each minute, also after the clock was set back', () => {
  const one = makeLimiter(5);
  expect(countAdmitted(one, 'a', 9)).toBe(5);
  time += 59_999;
  expect(countAdmitted(one, 'a', 1)).toBe(0);
  time += 1;
  expect(countAdmitted(one, 'a', 9)).toBe(5);
  time -= 3_600_000;
  expect(countAdmitted(one, 'a', 9)).toBe(5);
});

test('Retry-After is the number of seconds until the next minute', () => {
  const one = makeLimiter(1);
  one.consume('a');
  time += 17_500;
  try {
    one.consume('a');
    throw new Error('The request was admitted.');
  } catch (error) {
    expect(error).toMatchObject({ headers: { 'Retry-After': '43', RateLimit: '"requests";r=0;t=43' } });
  }
});

test('instances apply one common limit after they have exchanged their counts, in any order', async () => {
  const [one, two] = [makeLimiter(10), makeLimiter(10)];
  expect([countAdmitted(one, 'a', 4), countAdmitted(two, 'a', 3)]).toEqual([4, 3]);
  for (const limiter of [one, two, one]) await limiter.exchange();
  expect(countAdmitted(one, 'a', 10)).toBe(3);
  for (const limiter of [one, two]) await limiter.exchange();
  expect(countAdmitted(two, 'a', 10)).toBe(0);
});

test('no count is lost while the database is unavailable', async () => {
  const [one, two] = [makeLimiter(10), makeLimiter(10)];
  shared.broken = true;
  countAdmitted(one, 'a', 6);
  await one.exchange();
  expect(countAdmitted(one, 'a', 1)).toBe(1);
  shared.broken = false;
  await one.exchange();
  countAdmitted(two, 'a', 1);
  await two.exchange();
  expect(countAdmitted(two, 'a', 10)).toBe(2);
});

test('an exchange without counts does not end a series of failures', async () => {
  const loops = new BackgroundLoops();
  const one = makeLimiter(10, loops);
  shared.broken = true;
  countAdmitted(one, 'a', 6);
  for (let failure = 0; failure < 2; failure += 1) await one.exchange();
  time += 60_000;
  await one.exchange();
  expect(loops.all.map(({ failing }) => failing?.failures)).toEqual([2]);
});

test('a caller whose counter is replaced during a failed exchange keeps all its counts', async () => {
  const one = makeLimiter(10);
  countAdmitted(one, 'a', 6);
  shared.add = () => {
    for (let index = 0; index < 50_000; index += 1) one.consume(`caller ${index}`);
    one.consume('a');
    return Promise.reject(new Error('The database is unavailable.'));
  };
  await one.exchange();
  expect(countAdmitted(one, 'a', 10)).toBe(3);
});

test('callers far below the limit are not written to the database', async () => {
  const one = makeLimiter(1000);
  countAdmitted(one, 'small', 9);
  countAdmitted(one, 'big', 10);
  await one.exchange();
  expect([...shared.totals.values()]).toEqual([10]);
});

test('several exchanges write all counts if there are too many callers for one exchange', async () => {
  const one = makeLimiter(10);
  for (let caller = 0; caller < 12_000; caller += 1) one.consume(String(caller));
  for (const written of [5_000, 10_000, 12_000, 12_000]) {
    await one.exchange();
    expect(shared.totals.size).toBe(written);
  }
});

test('with too many callers, the oldest counts are dropped', () => {
  const one = makeLimiter(2);
  expect(countAdmitted(one, 'first', 3)).toBe(2);
  for (let index = 0; index < 50_000; index += 1) one.consume(`caller ${index}`);
  expect(countAdmitted(one, 'first', 3)).toBe(2);
  expect(countAdmitted(one, 'caller 49999', 3)).toBe(1);
});

test.each([
  [undefined, 'ip:unknown'],
  ['192.0.2.7', 'ip:192.0.2.7'],
  ['::ffff:192.0.2.7', 'ip:192.0.2.7'],
  ['::ffff:c000:207', 'ip:192.0.2.7'],
  ['0:0:0:0:0:FFFF:192.0.2.7', 'ip:192.0.2.7'],
  ['192.0.2.7, not an address', 'ip:192.0.2.7, not an address'],
  ['2001:db8:1:2:3:4:5:6', 'ip:2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', 'ip:2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::9', 'ip:2001:db8:1:2::/64'],
  ['2001:db8::9', 'ip:2001:db8:0:0::/64'],
  ['::1', 'ip:0:0:0:0::/64'],
  ['fe80::1%eth0', 'ip:fe80:0:0:0::/64'],
])('the address %s counts as %s', (address, key) => {
  expect(toAddressKey(address)).toBe(key);
});
