import fc from 'fast-check';
import { type AttemptCount, cancelAttempt, countAttempt, expiryOf, recordSuccess } from './login-delays';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Login attempts at a time that the test sets. */
class Logins {
  now = 1_800_000_000_000;
  private readonly counts = new Map<string, AttemptCount>();

  /** Returns the milliseconds to wait; 0 if the attempt is allowed. */
  attempt(name: string, address: string): number {
    return countAttempt(this.countsOf(name, address), this.now);
  }

  succeed(name: string, address: string): void {
    recordSuccess(this.countsOf(name, address), this.now);
  }

  cancel(name: string, address: string, countedAt: number): void {
    cancelAttempt(this.countsOf(name, address), countedAt, this.now);
  }

  /** Attempts a login, waits as long as the refusal says, and repeats this. Returns the number of allowed attempts. */
  repeatAttempts(name: string, address: string, durationMs: number): number {
    const end = this.now + durationMs;
    let passed = 0;
    while (this.now < end) {
      const wait = this.attempt(name, address);
      if (wait === 0) passed += 1;
      this.now += Math.max(1, wait);
    }
    return passed;
  }

  private countsOf(name: string, address: string): { pair: AttemptCount; name: AttemptCount; address: AttemptCount } {
    return { pair: this.find(`${name} ${address}`), name: this.find(name), address: this.find(address) };
  }

  /** Returns the count of a key. Replaces an expired count by a new one, because the store removes expired counts. */
  private find(key: string): AttemptCount {
    const existing = this.counts.get(key);
    if (existing !== undefined && expiryOf(existing) >= this.now) return existing;
    const count = { failures: 0, windowEndsAt: this.now, nextAllowedAt: this.now, turnAt: null, lastSuccessAt: null };
    this.counts.set(key, count);
    return count;
  }
}

test('ten of 68 simultaneous attempts with one name from one address are allowed', () => {
  const logins = new Logins();
  const waits = Array.from({ length: 68 }, () => logins.attempt('admin', 'a'));
  expect(waits.filter((wait) => wait === 0)).toHaveLength(10);
  expect(new Set(waits.slice(10))).toEqual(new Set([SECOND]));
});

test('one address is allowed at most 310 attempts a day with one name', () => {
  expect(new Logins().repeatAttempts('admin', 'a', DAY)).toBeLessThanOrEqual(310);
});

/** Attempts a login every `gapMs` for an hour, with one pair after the other. Returns how many attempts are allowed. */
function attemptForAnHour(pairs: number, gapMs: number, pairOf: (index: number) => [string, string]): number {
  const logins = new Logins();
  let passed = 0;
  for (let index = 0; index * gapMs < HOUR; index += 1, logins.now += gapMs) {
    if (logins.attempt(...pairOf(index % pairs)) === 0) passed += 1;
  }
  return passed;
}

// The upper bound is the sum of 1,800 turns in an hour and the attempts before the turns begin, in at most five windows
// of 15 minutes. With 400 pairs, each pair gets a turn; with 3,000 pairs, not every pair does.
test.each([
  [400, 100],
  [3_000, 20],
])('one address is allowed 1,700 to 2,300 attempts an hour with %i names together', (names, gapMs) => {
  const passed = attemptForAnHour(names, gapMs, (index) => [`user ${index}`, 'a']);
  expect(passed).toBeGreaterThan(1_700);
  expect(passed).toBeLessThanOrEqual(1_800 + 5 * 100);
});

test.each([
  [400, 100],
  [3_000, 20],
])('%i addresses together are allowed 1,700 to 2,050 attempts an hour with one name', (addresses, gapMs) => {
  const passed = attemptForAnHour(addresses, gapMs, (index) => ['admin', `bot ${index}`]);
  expect(passed).toBeGreaterThan(1_700);
  expect(passed).toBeLessThanOrEqual(1_800 + 5 * 50);
});

test('many addresses together are allowed 50 attempts with one name, and then at most one in two seconds', () => {
  const logins = new Logins();
  let passed = 0;
  for (let second = 0; second < 600; second += 1) {
    for (let bot = 0; bot < 100; bot += 1) if (logins.attempt('admin', `bot ${bot}`) === 0) passed += 1;
    logins.now += SECOND;
  }
  expect(passed).toBeLessThanOrEqual(50 + 300 + 1);
});

test('if no turn is free within 15 minutes, an attempt waits until it can reserve one', () => {
  const logins = new Logins();
  const waits = Array.from({ length: 1_000 }, (_, bot) => logins.attempt('admin', `bot ${bot}`));
  expect(Math.max(...waits)).toBe(15 * MINUTE);
  const wait = logins.attempt('admin', 'home');
  expect(wait).toBe(2 * SECOND);
  logins.now += wait;
  expect(logins.attempt('admin', 'home')).toBe(15 * MINUTE);
  logins.now += 15 * MINUTE;
  expect(logins.attempt('admin', 'home')).toBe(0);
});

test('an attacker with few addresses delays a user at another address by at most two seconds', () => {
  const logins = new Logins();
  logins.repeatAttempts('admin', 'attacker', 2 * MINUTE);
  expect(logins.attempt('admin', 'office')).toBe(0);
  logins.repeatAttempts('admin', 'attacker', 8 * HOUR);
  for (let bot = 0; bot < 5; bot += 1) logins.repeatAttempts('admin', `bot ${bot}`, 2 * MINUTE);
  const wait = logins.attempt('admin', 'home');
  expect(wait).toBeLessThanOrEqual(2 * SECOND);
});

test('for 30 days after a login, attempts with the same name and address do not wait for a turn', () => {
  const logins = new Logins();
  expect(logins.attempt('admin', 'office')).toBe(0);
  logins.succeed('admin', 'office');
  const attack = (): void => {
    for (let second = 0; second < 60; second += 1) {
      for (let bot = 0; bot < 50; bot += 1) logins.attempt('admin', `bot ${bot}`);
      for (let name = 0; name < 50; name += 1) logins.attempt(`name ${name}`, 'office');
      logins.now += SECOND;
    }
    expect(logins.attempt('admin', 'home')).toBeGreaterThan(10 * SECOND);
  };
  for (let day = 0; day < 29; day += 1, logins.now += DAY) {
    attack();
    expect(logins.attempt('admin', 'office')).toBe(0);
  }
  logins.now += DAY;
  attack();
  expect(logins.attempt('admin', 'office')).toBeGreaterThan(10 * SECOND);
});

test('a user who waits as long as each refusal says can log in within 20 minutes, even if 300 addresses attack', () => {
  let longest = 0;
  const crowd = fc.integer({ min: 100, max: 300 });
  const otherAttempt = fc.record({
    name: fc.constantFrom('admin', 'b'),
    address: fc.integer({ min: 0, max: 300 }).map((n) => `bot ${n}`),
    gapMs: fc.integer({ min: 0, max: 20 }),
  });
  fc.assert(
    fc.property(
      crowd,
      fc.array(otherAttempt, { minLength: 100, maxLength: 800 }),
      fc.nat(30),
      (bots, attempts, mistakes) => {
        const logins = new Logins();
        const attack = (until: number): void => {
          for (let index = 0; logins.now < until; index += 1) {
            const { name, address, gapMs } = attempts[index % attempts.length]!;
            logins.attempt(name, address);
            logins.now = Math.min(until, logins.now + gapMs + (until - logins.now) / 1000);
          }
        };
        for (let bot = 0; bot < bots; bot += 1) logins.attempt('admin', `bot ${bot}`);
        for (const { name, address } of attempts) logins.attempt(name, address);
        for (let mistake = 0; mistake < mistakes; mistake += 1) logins.attempt('admin', 'home');
        let waited = 0;
        // The user first waits for the back-off of this name and address, then for their turn.
        for (let wait = logins.attempt('admin', 'home'), waits = 0; wait > 0; wait = logins.attempt('admin', 'home')) {
          expect((waits += 1)).toBeLessThanOrEqual(2);
          waited += wait;
          attack(logins.now + wait);
        }
        expect(waited).toBeLessThanOrEqual(20 * MINUTE);
        longest = Math.max(longest, waited);
      },
    ),
    { numRuns: 50 },
  );
  // The back-off alone is at most five minutes.
  expect(longest).toBeGreaterThan(6 * MINUTE);
});

test('after nine failures and a success, the next attempt with the same name and address does not wait', () => {
  const logins = new Logins();
  for (let round = 0; round < 30; round += 1) {
    for (let failure = 0; failure < 9; failure += 1) expect(logins.attempt(`user ${round}`, 'a')).toBe(0);
    expect(logins.attempt(`user ${round}`, 'a')).toBe(0);
    logins.succeed(`user ${round}`, 'a');
    expect(logins.attempt(`user ${round}`, 'a')).toBe(0);
    logins.succeed(`user ${round}`, 'a');
    logins.now += 15 * MINUTE;
  }
});

test('an attempt whose password was not checked causes no wait; later failures still do', () => {
  const failures = fc.integer({ min: 0, max: 30 });
  fc.assert(
    fc.property(failures, failures, fc.nat(500), (before, later, checkMs) => {
      const logins = new Logins();
      /** Waits until an attempt is allowed. Returns its time. */
      const attempt = (): number => {
        for (let wait = logins.attempt('user', 'a'); wait > 0; wait = logins.attempt('user', 'a')) logins.now += wait;
        return logins.now;
      };
      for (let count = 0; count < before; count += 1) attempt();
      const unchecked = attempt();
      logins.now += checkMs;
      let last = unchecked;
      for (let count = 0; count < later; count += 1) last = attempt();
      logins.cancel('user', 'a', unchecked);
      const excess = before + later - 10;
      const backoff = excess < 0 ? 0 : Math.min(2 ** excess * SECOND, 5 * MINUTE);
      expect(logins.attempt('user', 'a')).toBe(later === 0 ? 0 : Math.max(0, last + backoff - logins.now));
    }),
  );
});

test('cancelling an attempt that needed no turn reserves no turn', () => {
  const logins = new Logins();
  const countedAt = logins.now;
  expect(logins.attempt('admin', 'home')).toBe(0);
  logins.cancel('admin', 'home', countedAt);
  for (let bot = 0; bot < 250; bot += 1) logins.attempt('admin', `bot ${bot}`);
  expect(logins.attempt('admin', 'home')).toBeGreaterThan(0);
});

test('an attempt whose password was not checked gives its turn back', () => {
  const logins = new Logins();
  for (let bot = 0; bot < 250; bot += 1) logins.attempt('admin', `bot ${bot}`);
  logins.now += logins.attempt('admin', 'home');
  const unchecked = logins.now;
  expect(logins.attempt('admin', 'home')).toBe(0);
  for (let bot = 250; bot < 400; bot += 1) logins.attempt('admin', `bot ${bot}`);
  logins.now += SECOND;
  logins.cancel('admin', 'home', unchecked);
  expect(logins.attempt('admin', 'home')).toBe(0);
  expect(logins.attempt('admin', 'home')).toBeGreaterThan(0);
});
