import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A read-model row that must be derived again; written in the transaction that made it stale. */
@Entity('intelligence_dirty_keys')
@Index('intelligence_dirty_keys_due_ix', ['library_id', 'not_before', 'media_id'], { where: 'NOT quarantined' })
export class DirtyKeyEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'intelligence_dirty_keys_pk' })
  library_id: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'intelligence_dirty_keys_pk' })
  media_id: string;

  @Column('text')
  reason: string;

  @Column('timestamptz', { default: () => 'now()' })
  enqueued_at: Date;

  @Column('integer', { default: 0 })
  attempts: number;

  @Column('timestamptz', { default: () => 'now()' })
  not_before: Date;

  /** Failed too often: out of the queue's way, shown to admins, tried again on the item's next change. */
  @Column('boolean', { default: false })
  quarantined: boolean;

  @Column('text', { nullable: true })
  last_error: string | null;
}
