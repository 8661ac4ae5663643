/**
 * Computes how long the next login attempt must wait. Attempts are counted before the password is checked, so parallel
 * attempts gain nothing, and a refusal reveals nothing about the password.
 *
 * Three counts decide: of the pair of name and address, of the name, and of the address. Failures of the pair have a
 * growing delay. Beyond a number of failures of a name or an address, attempts take turns: each pair waits for its own
 * turn, in the order of the first attempts. So an attacker can delay a user, but not lock one out. An address from
 * which the user has logged in before does not wait for turns.
 */

/** Attempts with one key. Times are in Unix milliseconds. */
export interface AttemptCount {
  /** Attempts within the window that have not succeeded. */
  failures: number;
  windowEndsAt: number;
  /** For a pair: no attempt is allowed before this time. For a name or an address: the time of the next free turn. */
  openAt: number;
  /** For a pair: the time of its turn, or null if it does not wait for one. Otherwise unused. */
  turnAt: number | null;
  /** For a pair: the last successful login, or null. Otherwise unused. */
  goodAt: number | null;
}

/** The counts that an attempt is added to. */
export interface AttemptCounts {
  /** The count of the pair of name and address. */
  readonly pair: AttemptCount;
  readonly name: AttemptCount;
  readonly address: AttemptCount;
}

export const WINDOW_MS = 15 * 60_000;
/** Number of failures of a pair that cause no wait. */
export const FREE_FAILURES = 10;
const FIRST_WAIT_MS = 1000;
const LAST_WAIT_MS = 5 * 60_000;
/** Failures of a name from all addresses, and of an address with all names, after which attempts take turns. */
const NAME_FAILURES = 50;
const ADDRESS_FAILURES = 100;
const TURN_INTERVAL_MS = 2000;
const LONGEST_TURN_MS = WINDOW_MS;
/** Time in milliseconds for which a turn is kept for its attempt. */
const TURN_KEPT_MS = 60_000;
/** Time in milliseconds for which an address counts as known to the user after a successful login. */
export const KNOWN_MS = 30 * 24 * 3_600_000;

/**
 * Counts an attempt in `counts` and returns 0. If the attempt comes too early, counts nothing and returns the
 * milliseconds to wait.
 */
export function countAttempt(counts: AttemptCounts, now: number): number {
  const { pair, name, address } = counts;
  for (const count of [pair, name, address]) if (count.windowEndsAt <= now) count.failures = 0;
  if (pair.openAt > now) return pair.openAt - now;
  const wait = waitForTurn(counts, now);
  if (wait > 0) return wait;
  pair.turnAt = null;
  for (const count of [name, address]) if (count.failures === 0) count.windowEndsAt = now + WINDOW_MS;
  for (const count of [pair, name, address]) count.failures += 1;
  // Each attempt extends the window of the pair, so that its delays keep growing.
  pair.windowEndsAt = now + WINDOW_MS;
  pair.openAt = now + backOff(pair.failures);
  return 0;
}

/** Removes a counted attempt, because the password was right or was not checked. */
export function removeAttempt({ pair, name, address }: AttemptCounts, now: number, hasSucceeded: boolean): void {
  for (const count of [name, address]) count.failures = Math.max(0, count.failures - 1);
  pair.failures = hasSucceeded ? 0 : Math.max(0, pair.failures - 1);
  pair.openAt = now;
  if (hasSucceeded) pair.goodAt = now;
}

/** Returns the time from which a count has no effect and may be deleted. */
export function expiryOf({ windowEndsAt, openAt, turnAt, goodAt }: AttemptCount): number {
  return Math.max(windowEndsAt, openAt, (turnAt ?? 0) + TURN_KEPT_MS, goodAt === null ? 0 : goodAt + KNOWN_MS);
}

function backOff(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  return Math.min(FIRST_WAIT_MS * 2 ** Math.min(failures - FREE_FAILURES, 20), LAST_WAIT_MS);
}

/**
 * Returns 0 if the attempt needs no turn or has its turn. Otherwise takes the next free turn and returns the time until
 * then.
 */
function waitForTurn({ pair, name, address }: AttemptCounts, now: number): number {
  if (pair.goodAt !== null && now - pair.goodAt < KNOWN_MS) return 0;
  const crowded = [name.failures >= NAME_FAILURES ? name : null, address.failures >= ADDRESS_FAILURES ? address : null];
  const inTurns = crowded.filter((count) => count !== null);
  if (inTurns.length === 0) return 0;
  if (pair.turnAt !== null && pair.turnAt + TURN_KEPT_MS > now) return Math.max(0, pair.turnAt - now);
  const turn = Math.min(Math.max(now, ...inTurns.map((count) => count.openAt)), now + LONGEST_TURN_MS);
  for (const count of inTurns) count.openAt = Math.min(turn + TURN_INTERVAL_MS, now + LONGEST_TURN_MS);
  pair.turnAt = turn;
  return turn - now;
}
