import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { UserEntity } from './user.entity';

/** A session: one login and the chain of refresh tokens issued for it. */
@Entity('auth_sessions')
@ForeignKey(() => UserEntity, ['user_id'], ['user_id'], { name: 'auth_sessions_user_fk', onDelete: 'CASCADE' })
@Index('auth_sessions_user_ix', ['user_id', 'created_at'])
export class AuthSessionEntity {
  @PrimaryColumn('uuid')
  session_id: string;

  @Column('uuid')
  user_id: string;

  /**
   * SHA-256 of the current refresh token. Each refresh replaces the token with one that is derived from it. For one
   * second, the replaced token can still be exchanged for the current one. Any other use of a replaced token ends the
   * session.
   */
  @Column('bytea')
  token_hash: Buffer;

  /** When the current refresh token replaced an earlier one; null if it is the first one, or of an earlier release. */
  @Column('timestamptz', { nullable: true })
  exchanged_at: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  created_at: Date;

  @Column('timestamptz')
  expires_at: Date;
}
