import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * A dirty key: the id of an item whose read-model rows must be derived again. A transaction that makes rows stale
 * writes their keys.
 */
@Entity('intelligence_dirty_keys')
@Index('intelligence_dirty_keys_due_ix', ['library_id', 'not_before', 'media_id'], { where: 'NOT quarantined' })
export class DirtyKeyEntity {
  @PrimaryColumn('uuid')
  library_id: string;

  @PrimaryColumn('uuid')
  media_id: string;

  @Column('text')
  reason: string;

  @Column('timestamptz', { default: () => 'now()' })
  enqueued_at: Date;

  @Column('integer', { default: 0 })
  attempts: number;

  @Column('timestamptz', { default: () => 'now()' })
  not_before: Date;

  /** Whether the derivation failed five times. It is retried only after a change of the item or a requested refresh. */
  @Column('boolean', { default: false })
  quarantined: boolean;

  @Column('text', { nullable: true })
  last_error: string | null;
}
