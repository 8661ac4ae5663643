import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * Counts login attempts of a user name, of an address, or of both together. The name need not belong to an account.
 * After many failures of a name or an address, each pair of name and address without a recent success must wait for its
 * turn, a point in time that is reserved for it (see `login-delays.ts`).
 */
@Entity('login_attempts')
@Index('login_attempts_expiry_ix', ['expires_at'])
export class LoginAttemptEntity {
  /**
   * SHA-256 of the kind of count (`pair`, `name` or `address`) and of the name, the address or both. It is a hash,
   * because users sometimes type a password into the field of the name.
   */
  @PrimaryColumn('bytea')
  key_hash: Buffer;

  /** Attempts without success up to `window_ends_at`. An attempt counts before its password is checked. */
  @Column('integer', { default: 0 })
  failures: number;

  @Column('timestamptz', { default: () => 'now()' })
  window_ends_at: Date;

  /**
   * For a name and address: no attempt is allowed before this time. For a name or an address alone: the first turn that
   * is not reserved for a pair yet.
   */
  @Column('timestamptz', { default: () => 'now()' })
  open_at: Date;

  /** For a name and address: the turn that is reserved for this pair, or null if none is. */
  @Column('timestamptz', { nullable: true })
  turn_at: Date | null;

  /** For a name and address: the last successful login, or null. */
  @Column('timestamptz', { nullable: true })
  good_at: Date | null;

  /** From this time on, the row has no effect and may be deleted. */
  @Column('timestamptz', { default: () => 'now()' })
  expires_at: Date;
}
