import { Check, Column, CreateDateColumn, Entity, ForeignKey, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import { UserEntity } from '../accounts/user.entity';
import { oneOf } from '../one-of';
import { SqlIndex } from '../sql-index.decorator';

export const RUN_PURPOSES = [
  'library_overview',
  'candidate_search',
  'artifact_search',
  'item_context',
  'related_context',
  'artifact_refresh',
  'recommendation',
  'other',
] as const;
export type RunPurpose = (typeof RUN_PURPOSES)[number];

export const RUN_STATES = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const;
export type RunState = (typeof RUN_STATES)[number];

/** What a run or a tool call used: an item or an artifact. Exactly one of the two ids is set. */
export interface RunSource {
  /** Canonical media id. */
  readonly media_id?: string;
  readonly artifact_id?: string;
  /** Field of the source that was used, at most 64 characters. `watch_state` is the watch state of the run's owner. */
  readonly field?: string;
}

/** A run: work that an application reports, with its tool calls. Only its owner can see it. */
@Entity('intelligence_runs')
@ForeignKey(() => UserEntity, ['owner_user_id'], ['user_id'], {
  name: 'intelligence_runs_owner_fk',
  onDelete: 'CASCADE',
})
@Check('intelligence_runs_purpose_ck', oneOf('purpose', RUN_PURPOSES))
@Check('intelligence_runs_status_ck', oneOf('status', RUN_STATES))
@SqlIndex('intelligence_runs_newest_ix', '(owner_user_id, created_at DESC, run_id DESC)')
export class RunEntity {
  @PrimaryColumn('uuid')
  owner_user_id: string;

  @PrimaryColumn('uuid')
  run_id: string;

  /** The service account that created the run for the owner; null if the owner created it. */
  @Column('uuid', { nullable: true })
  requested_by_service_id: string | null;

  @Column('text')
  purpose: RunPurpose;

  @Column('text')
  status: RunState;

  @Column('text', { nullable: true })
  model: string | null;

  @Column('text', { nullable: true })
  input_summary: string | null;

  @Column('text', { nullable: true })
  output_summary: string | null;

  @Column('text', { nullable: true })
  error_summary: string | null;

  /** The items and artifacts that the run is based on, at most 48. */
  @Column('jsonb', { default: [] })
  sources: readonly RunSource[];

  @Column({ type: 'timestamptz', precision: 3 })
  queued_at: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  started_at: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  completed_at: Date | null;

  /** Increases by one with each change of the run, but not of its tool calls. */
  @Column('integer', { default: 1 })
  revision: number;

  @Column('integer', { default: 0 })
  tool_call_count: number;

  /** Number of records in the run's history. */
  @Column('integer', { default: 0 })
  history_length: number;

  /** Hash of the last record of the history. It reveals the removal of the newest records. */
  @Column('text')
  history_head: string;

  /**
   * Id of the key of `history_keyed_hash`. Null if the last writer had no key, or could not confirm the previous head
   * by its keyed hash.
   */
  @Column('text', { nullable: true })
  history_key_id: string | null;

  /** HMAC-SHA256 of the head, in hex. It reveals a head that was changed together with the history. */
  @Column('text', { nullable: true })
  history_keyed_hash: string | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  created_at: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updated_at: Date;
}
