import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Login attempts of a user name, an address, or both together, whether an account bears the name or not. */
@Entity('login_attempts')
@Index('login_attempts_expiry_ix', ['expires_at'])
export class LoginAttemptEntity {
  /** SHA-256 of the kind and the key: what people type into a name field is sometimes a password. */
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'login_attempts_pk' })
  key_hash: Buffer;

  /** Attempts of the window that have not turned out to be good. */
  @Column('integer', { default: 0 })
  failures: number;

  @Column('timestamptz', { default: () => 'now()' })
  window_ends_at: Date;

  /** Of a name and address: no attempt before. Of a name or an address alone: the next free turn. */
  @Column('timestamptz', { default: () => 'now()' })
  open_at: Date;

  /** Of a name and address: when it has its turn, or null. */
  @Column('timestamptz', { nullable: true })
  turn_at: Date | null;

  /** Of a name and address: the last good login, or null. */
  @Column('timestamptz', { nullable: true })
  good_at: Date | null;

  /** From then on, the row says nothing and may be removed. */
  @Column('timestamptz', { default: () => 'now()' })
  expires_at: Date;
}
