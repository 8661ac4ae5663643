import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { UserEntity } from '../accounts/user.entity';

/** Stored response to a request with an `Idempotency-Key`. The transaction of the request writes the row. */
@Entity('intelligence_idempotency_keys')
@ForeignKey(() => UserEntity, ['owner_user_id'], ['user_id'], {
  name: 'intelligence_idempotency_keys_owner_fk',
  onDelete: 'CASCADE',
})
@Index('intelligence_idempotency_keys_age_ix', ['owner_user_id', 'created_at'])
export class IdempotencyKeyEntity {
  @PrimaryColumn('uuid')
  owner_user_id: string;

  /** Constant name of the route, such as `runs`. */
  @PrimaryColumn('text')
  route: string;

  @PrimaryColumn('text')
  idempotency_key: string;

  /** HMAC of the primary key, the path parameters and the body of the request, in hex. */
  @Column('text')
  request_hash: string;

  /** HTTP status of the response. */
  @Column('integer')
  status: number;

  /** Body of the response. The type is `json` and not `jsonb`, so that a replay returns the same bytes. */
  @Column('json')
  answer: object;

  @Column('timestamptz', { default: () => 'now()' })
  created_at: Date;
}
