import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { UserEntity } from '../accounts/user.entity';

const primaryKey = (): { primaryKeyConstraintName: string } => ({
  primaryKeyConstraintName: 'intelligence_idempotency_keys_pk',
});

/** What was answered to a request that named an `Idempotency-Key`; written in the transaction of its effect. */
@Entity('intelligence_idempotency_keys')
@ForeignKey(() => UserEntity, ['owner_user_id'], ['user_id'], {
  name: 'intelligence_idempotency_keys_owner_fk',
  onDelete: 'CASCADE',
})
@Index('intelligence_idempotency_keys_age_ix', ['owner_user_id', 'created_at'])
export class IdempotencyKeyEntity {
  @PrimaryColumn('uuid', primaryKey())
  owner_user_id: string;

  @PrimaryColumn('text', primaryKey())
  route: string;

  @PrimaryColumn('text', primaryKey())
  idempotency_key: string;

  /** SHA-256 over path and body. */
  @Column('text')
  request_hash: string;

  /** HTTP status of the answer. */
  @Column('integer')
  status: number;

  /** The body, not normalised: a replay has the same bytes. */
  @Column('json')
  answer: object;

  @Column('timestamptz', { default: () => 'now()' })
  created_at: Date;
}
