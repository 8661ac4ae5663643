/**
 * Computes how long the next login attempt must wait. Attempts are counted before the password is checked, so parallel
 * attempts gain nothing, and a refusal reveals nothing about the password.
 *
 * Three counts of failed attempts decide: those of the pair of name and address, of the name, and of the address.
 * Failures of a pair delay its next attempt by an exponential backoff. After many failures of a name or an address,
 * attempts take turns, one every two seconds: each pair waits for its own turn, in the order of the first attempts, for
 * at most 15 minutes. In this time there are 450 turns of a name, so an attacker with fewer addresses, none of which is
 * the user's, can delay the user, but cannot lock the user out. An address from which the user has logged in within 30
 * days does not wait for turns.
 */

/** The count of a pair, a name or an address. Times are in Unix milliseconds. */
export interface AttemptCount {
  /** Attempts within the window that have not succeeded. */
  failures: number;
  windowEndsAt: number;
  /** For a pair: no attempt is allowed before this time. For a name or an address: the time of the next free turn. */
  nextAllowedAt: number;
  /** For a pair: the time of its turn, or null if it does not wait for one. Otherwise unused. */
  turnAt: number | null;
  /** For a pair: the last successful login, or null. Otherwise unused. */
  lastSuccessAt: number | null;
}

/** The counts that an attempt is added to. */
export interface AttemptCounts {
  /** The count of the pair of name and address. */
  readonly pair: AttemptCount;
  readonly name: AttemptCount;
  readonly address: AttemptCount;
}

/**
 * Time in milliseconds for which failures count: from the first failure of a name or an address, and from the last
 * attempt of a pair.
 */
const WINDOW_MS = 15 * 60_000;
/** Number of failures of a pair from which on each further attempt must wait. */
const FREE_FAILURES = 10;
/** Backoff of a pair: the first delay, and the maximum. Each further failure doubles the delay. */
const BACKOFF_MIN_MS = 1000;
const BACKOFF_MAX_MS = 5 * 60_000;
/** Failures of a name from all addresses, and of an address with all names, after which attempts take turns. */
const NAME_FAILURES = 50;
const ADDRESS_FAILURES = 100;
const TURN_INTERVAL_MS = 2000;
/**
 * Maximum wait for a turn. An attempt whose turn would come later gets no turn: if all these attempts shared the last
 * turn, an attacker with many addresses would gain guesses.
 */
const TURN_WAIT_MAX_MS = WINDOW_MS;
/** Time in milliseconds for which a turn is reserved for its pair. */
const TURN_RESERVED_MS = 60_000;
/** Time in milliseconds for which an address counts as known to the user after a successful login. */
const KNOWN_ADDRESS_MS = 30 * 24 * 3_600_000;

/**
 * Counts an attempt in `counts` and returns 0. If the attempt comes too early, counts nothing and returns the
 * milliseconds to wait.
 */
export function countAttempt(counts: AttemptCounts, now: number): number {
  const { pair, name, address } = counts;
  for (const count of [pair, name, address]) if (count.windowEndsAt <= now) count.failures = 0;
  if (pair.nextAllowedAt > now) return pair.nextAllowedAt - now;
  const wait = waitForTurn(counts, now);
  if (wait > 0) return wait;
  pair.turnAt = null;
  for (const count of [name, address]) if (count.failures === 0) count.windowEndsAt = now + WINDOW_MS;
  for (const count of [pair, name, address]) count.failures += 1;
  // Each attempt extends the window of the pair, so that its delays keep growing.
  pair.windowEndsAt = now + WINDOW_MS;
  pair.nextAllowedAt = now + backoffMs(pair.failures);
  return 0;
}

/**
 * Records that the password of a counted attempt was right. The attempt no longer counts for the name and the address,
 * and all failures of the pair are forgotten. The next attempt of the pair is allowed at once.
 */
export function recordSuccess({ pair, name, address }: AttemptCounts, now: number): void {
  for (const count of [name, address]) count.failures = Math.max(0, count.failures - 1);
  pair.failures = 0;
  pair.nextAllowedAt = now;
  pair.lastSuccessAt = now;
}

/**
 * Removes the attempt that was counted at `countedAt`, because its password was not checked. The next attempt of the
 * pair is allowed at once. But if another attempt of the pair was counted later, the delay after that attempt applies.
 */
export function cancelAttempt({ pair, name, address }: AttemptCounts, countedAt: number, now: number): void {
  for (const count of [pair, name, address]) count.failures = Math.max(0, count.failures - 1);
  // The window ends a fixed time after the last attempt.
  const lastCountedAt = pair.windowEndsAt - WINDOW_MS;
  if (lastCountedAt > countedAt) {
    pair.nextAllowedAt = lastCountedAt + backoffMs(pair.failures);
    return;
  }
  pair.nextAllowedAt = now;
  // The attempt can have used a turn only if attempts must take turns. The pair gets the turn back.
  if (crowdedOf(name, address).length > 0) pair.turnAt = now;
}

/** Returns the time from which a count has no effect and may be deleted. */
export function expiryOf({ windowEndsAt, nextAllowedAt, turnAt, lastSuccessAt }: AttemptCount): number {
  return Math.max(
    windowEndsAt,
    nextAllowedAt,
    (turnAt ?? 0) + TURN_RESERVED_MS,
    lastSuccessAt === null ? 0 : lastSuccessAt + KNOWN_ADDRESS_MS,
  );
}

/** Returns the counts that have so many failures that their attempts must take turns. */
function crowdedOf(name: AttemptCount, address: AttemptCount): AttemptCount[] {
  return [
    ...(name.failures >= NAME_FAILURES ? [name] : []),
    ...(address.failures >= ADDRESS_FAILURES ? [address] : []),
  ];
}

function backoffMs(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  return Math.min(BACKOFF_MIN_MS * 2 ** Math.min(failures - FREE_FAILURES, 20), BACKOFF_MAX_MS);
}

/**
 * Returns 0 if the attempt needs no turn or has its turn. Otherwise returns the time until the turn of the pair. If the
 * pair has no turn yet, takes the next free one. If all turns within the maximum wait are taken, takes none and returns
 * the time until the pair can take one.
 */
function waitForTurn({ pair, name, address }: AttemptCounts, now: number): number {
  if (pair.lastSuccessAt !== null && now - pair.lastSuccessAt < KNOWN_ADDRESS_MS) return 0;
  const crowded = crowdedOf(name, address);
  if (crowded.length === 0) return 0;
  if (pair.turnAt !== null && pair.turnAt + TURN_RESERVED_MS > now) return Math.max(0, pair.turnAt - now);
  const turn = Math.max(now, ...crowded.map((count) => count.nextAllowedAt));
  if (turn > now + TURN_WAIT_MAX_MS) return turn - now - TURN_WAIT_MAX_MS;
  for (const count of crowded) count.nextAllowedAt = turn + TURN_INTERVAL_MS;
  pair.turnAt = turn;
  return turn - now;
}
