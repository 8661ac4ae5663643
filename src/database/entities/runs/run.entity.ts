import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { UserEntity } from '../accounts/user.entity';
import { SqlIndex } from '../sql-index.decorator';

const primaryKey = (): { primaryKeyConstraintName: string } => ({ primaryKeyConstraintName: 'intelligence_runs_pk' });

/** A piece of work that an application reports: visible to its owner alone. */
@Entity('intelligence_runs')
@ForeignKey(() => UserEntity, ['owner_user_id'], ['user_id'], {
  name: 'intelligence_runs_owner_fk',
  onDelete: 'CASCADE',
})
@Check(
  'intelligence_runs_purpose_ck',
  `purpose IN ('library_overview', 'candidate_search', 'artifact_search', 'item_context', 'related_context', 'artifact_refresh', 'recommendation', 'other')`,
)
@Check('intelligence_runs_status_ck', `status IN ('queued', 'running', 'succeeded', 'failed', 'cancelled')`)
@SqlIndex('intelligence_runs_newest_ix', '(owner_user_id, created_at DESC, run_id DESC)')
export class RunEntity {
  @PrimaryColumn('uuid', primaryKey())
  owner_user_id: string;

  @PrimaryColumn('uuid', primaryKey())
  run_id: string;

  @Column('text')
  purpose: string;

  @Column('text')
  status: string;

  @Column('text', { nullable: true })
  model: string | null;

  @Column('text', { nullable: true })
  input_summary: string | null;

  @Column('text', { nullable: true })
  output_summary: string | null;

  @Column('text', { nullable: true })
  error_summary: string | null;

  /** What the run was grounded in: `[{kind, id, field}]`, at most 48. */
  @Column('jsonb', { default: [] })
  sources: object;

  @Column({ type: 'timestamptz', precision: 3 })
  queued_at: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  started_at: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  completed_at: Date | null;

  @Column('integer', { default: 1 })
  revision: number;

  @Column('integer', { default: 0 })
  tool_call_count: number;

  /** Records in the run's history. */
  @Column('integer', { default: 0 })
  history_length: number;

  /** Hash of the last record: a history cut at its end shows too. */
  @Column('text')
  history_head: string;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  created_at: Date;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updated_at: Date;
}
