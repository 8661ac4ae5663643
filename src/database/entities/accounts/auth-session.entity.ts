import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { UserEntity } from './user.entity';

/** A session: one login and the chain of refresh tokens issued for it. */
@Entity('auth_sessions')
@ForeignKey(() => UserEntity, ['user_id'], ['user_id'], { name: 'auth_sessions_user_fk', onDelete: 'CASCADE' })
@Index('auth_sessions_user_ix', ['user_id', 'created_at'])
export class AuthSessionEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'auth_sessions_pk' })
  session_id: string;

  @Column('uuid')
  user_id: string;

  /** SHA-256 of the only valid refresh token. Each refresh replaces it, so the session's other tokens were used. */
  @Column('bytea')
  token_hash: Buffer;

  @CreateDateColumn({ type: 'timestamptz' })
  created_at: Date;

  @Column('timestamptz')
  expires_at: Date;
}
