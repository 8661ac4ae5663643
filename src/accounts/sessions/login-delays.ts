/**
 * How long the next login attempt has to wait. Attempts are counted before the password is checked, so that attempts made
 * in parallel gain nothing, and a refusal says nothing about the password.
 *
 * Three counts decide: of the name and address together, of the name, and of the address. The first has a back-off. The
 * other two end in turns: each name and address waits for its own, first come, first served. So an attacker can delay a
 * user, but not lock one out. An address from which the user has logged in before waits for no turn.
 */

/** Attempts under one key; times in Unix milliseconds. */
export interface AttemptCount {
  /** Attempts of the window that have not turned out to be good. */
  failures: number;
  windowEndsAt: number;
  /** Of a name and address: no attempt before. Of a name or an address alone: the next free turn. */
  openAt: number;
  /** Of a name and address: its turn, or null if it waits for none. */
  turnAt: number | null;
  /** Of a name and address: the last good login, or null. */
  goodAt: number | null;
}

/** The counts that an attempt falls under. */
export interface AttemptCounts {
  /** Of the name from this address. */
  readonly pair: AttemptCount;
  readonly name: AttemptCount;
  readonly address: AttemptCount;
}

export const WINDOW_MS = 15 * 60_000;
/** Failures of a name from one address without a wait. */
export const FREE_FAILURES = 10;
const FIRST_WAIT_MS = 1000;
const LAST_WAIT_MS = 5 * 60_000;
/** Failures of a name from all addresses, and of an address with all names, after which attempts take turns. */
const NAME_FAILURES = 50;
const ADDRESS_FAILURES = 100;
const TURN_EVERY_MS = 2000;
const LONGEST_TURN_MS = WINDOW_MS;
/** How long a turn waits for its attempt. */
const TURN_KEPT_MS = 60_000;
/** How long an address counts as one of the user's after a good login. */
export const KNOWN_MS = 30 * 24 * 3_600_000;

/**
 * Counts an attempt, in place, and returns 0; or returns the milliseconds to wait, after which the same name and address
 * is let through.
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
  // Each attempt prolongs the window of the pair, so that its waits keep growing.
  pair.windowEndsAt = now + WINDOW_MS;
  pair.openAt = now + backOff(pair.failures);
  return 0;
}

/** Takes a counted attempt back: the password was good, or it was not checked. */
export function takeBack({ pair, name, address }: AttemptCounts, now: number, isGood: boolean): void {
  for (const count of [name, address]) count.failures = Math.max(0, count.failures - 1);
  pair.failures = isGood ? 0 : Math.max(0, pair.failures - 1);
  pair.openAt = now;
  if (isGood) pair.goodAt = now;
}

/** When a count says nothing any more and may be removed. */
export function expiryOf({ windowEndsAt, openAt, turnAt, goodAt }: AttemptCount): number {
  return Math.max(windowEndsAt, openAt, (turnAt ?? 0) + TURN_KEPT_MS, goodAt === null ? 0 : goodAt + KNOWN_MS);
}

function backOff(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  return Math.min(FIRST_WAIT_MS * 2 ** Math.min(failures - FREE_FAILURES, 20), LAST_WAIT_MS);
}

/** 0 if the attempt needs no turn or has it; else takes the next free turn and returns the time until then. */
function waitForTurn({ pair, name, address }: AttemptCounts, now: number): number {
  if (pair.goodAt !== null && now - pair.goodAt < KNOWN_MS) return 0;
  const crowded = [name.failures >= NAME_FAILURES ? name : null, address.failures >= ADDRESS_FAILURES ? address : null];
  const inTurns = crowded.filter((count) => count !== null);
  if (inTurns.length === 0) return 0;
  if (pair.turnAt !== null && pair.turnAt + TURN_KEPT_MS > now) return Math.max(0, pair.turnAt - now);
  const turn = Math.min(Math.max(now, ...inTurns.map((count) => count.openAt)), now + LONGEST_TURN_MS);
  for (const count of inTurns) count.openAt = Math.min(turn + TURN_EVERY_MS, now + LONGEST_TURN_MS);
  pair.turnAt = turn;
  return turn - now;
}
