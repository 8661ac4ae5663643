import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Failed logins of one user name, whether an account bears it or not. */
@Entity('login_failures')
@Index('login_failures_window_ix', ['window_ends_at'])
export class LoginFailureEntity {
  /** SHA-256 of the name's key: what people type into a name field is sometimes a password. */
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'login_failures_pk' })
  account_hash: Buffer;

  @Column('integer')
  failures: number;

  @Column('timestamptz')
  window_ends_at: Date;

  @Column('timestamptz', { nullable: true })
  locked_until: Date | null;
}
