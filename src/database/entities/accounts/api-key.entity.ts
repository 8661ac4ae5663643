import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { UserEntity } from './user.entity';

@Entity('api_keys')
@ForeignKey(() => UserEntity, ['user_id'], ['user_id'], { name: 'api_keys_user_fk', onDelete: 'CASCADE' })
@Unique('api_keys_secret_uq', ['secret_hash'])
@Index('api_keys_user_ix', ['user_id', 'created_at'])
export class ApiKeyEntity {
  @PrimaryColumn('uuid')
  key_id: string;

  @Column('uuid')
  user_id: string;

  /** What the key is for, in the words of the administrator. */
  @Column('text')
  name: string;

  /** SHA-256 of the secret, which has 256 random bits. */
  @Column('bytea')
  secret_hash: Buffer;

  @Column('timestamptz')
  expires_at: Date;

  /**
   * Lifetime at creation, in seconds. A rotation makes the key expire earlier, but keeps this value. Null for keys of
   * earlier releases, until a rotation computes it.
   */
  @Column('integer', { nullable: true })
  lifetime_seconds: number | null;

  /** When the key was last used; null before the first use. A use within the following minute does not change it. */
  @Column('timestamptz', { nullable: true })
  last_used_at: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  created_at: Date;
}
