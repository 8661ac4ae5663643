import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { UserEntity } from './user.entity';

/** One login and the refresh tokens that descend from it. */
@Entity('auth_sessions')
@ForeignKey(() => UserEntity, ['user_id'], ['user_id'], { name: 'auth_sessions_user_fk', onDelete: 'CASCADE' })
@Index('auth_sessions_user_ix', ['user_id', 'created_at'])
export class AuthSessionEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'auth_sessions_pk' })
  session_id: string;

  @Column('uuid')
  user_id: string;

  /** SHA-256 of the one refresh token that is good now; any other token of the session was used before. */
  @Column('bytea')
  token_hash: Buffer;

  @CreateDateColumn({ type: 'timestamptz' })
  created_at: Date;

  @Column('timestamptz')
  expires_at: Date;
}
