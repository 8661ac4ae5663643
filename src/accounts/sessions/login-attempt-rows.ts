/** Converts the counts of login attempts to rows and back. */
import { createHash } from 'node:crypto';
import type { LoginAttemptEntity } from '../../database/entities/accounts/login-attempt.entity';
import { type AttemptCount, expiryOf } from './login-delays';

/** Who attempts a login, and from where. */
export interface LoginAttempt {
  /** The name as `toUsernameKey` returns it. There may be no account with this name. */
  readonly usernameKey: string;
  /** The key by which the request limits count the caller's address. */
  readonly addressKey: string;
}

/**
 * The kinds of counts. An attempt is counted once in each kind: for its name and address together (the pair), for its
 * name, and for its address.
 */
export const KINDS = ['pair', 'name', 'address'] as const;

/** Returns the count in a row. Throws if there is no row. */
export function toCount(row: LoginAttemptEntity | undefined): AttemptCount {
  if (row === undefined) throw new Error('The database returned no row for a count of login attempts.');
  return {
    failures: row.failures,
    windowEndsAt: row.window_ends_at.getTime(),
    nextAllowedAt: row.open_at.getTime(),
    turnAt: row.turn_at?.getTime() ?? null,
    lastSuccessAt: row.good_at?.getTime() ?? null,
  };
}

/** Returns the columns of a count. */
export function toColumns(count: AttemptCount): Omit<LoginAttemptEntity, 'key_hash'> {
  return {
    failures: count.failures,
    window_ends_at: new Date(count.windowEndsAt),
    open_at: new Date(count.nextAllowedAt),
    turn_at: count.turnAt === null ? null : new Date(count.turnAt),
    good_at: count.lastSuccessAt === null ? null : new Date(count.lastSuccessAt),
    expires_at: new Date(expiryOf(count)),
  };
}

/** Returns the `key_hash` of each count of an attempt. */
export function hashesOf({ usernameKey, addressKey }: LoginAttempt): Readonly<Record<(typeof KINDS)[number], Buffer>> {
  return {
    pair: hashOf('pair', addressKey, usernameKey),
    name: hashOf('name', usernameKey),
    address: hashOf('address', addressKey),
  };
}

function hashOf(...parts: readonly string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}
