import { Check, Column, CreateDateColumn, Entity, ForeignKey, PrimaryColumn, Unique, UpdateDateColumn } from 'typeorm';
import { oneOf } from '../one-of';
import { RunEntity, type RunSource } from './run.entity';

export const TOOL_KINDS = ['search', 'read_model', 'artifact', 'external', 'system'] as const;
export type ToolKind = (typeof TOOL_KINDS)[number];

export const TOOL_CALL_STATES = ['pending', 'running', 'succeeded', 'failed', 'skipped', 'cancelled'] as const;
export type ToolCallState = (typeof TOOL_CALL_STATES)[number];

@Entity('intelligence_tool_calls')
@Unique('intelligence_tool_calls_id_uq', ['owner_user_id', 'tool_call_id'])
@ForeignKey(() => RunEntity, ['owner_user_id', 'run_id'], ['owner_user_id', 'run_id'], {
  name: 'intelligence_tool_calls_run_fk',
  onDelete: 'CASCADE',
})
@Check('intelligence_tool_calls_kind_ck', oneOf('kind', TOOL_KINDS))
@Check('intelligence_tool_calls_status_ck', oneOf('status', TOOL_CALL_STATES))
export class ToolCallEntity {
  @PrimaryColumn('uuid')
  owner_user_id: string;

  @PrimaryColumn('uuid')
  run_id: string;

  @PrimaryColumn('integer')
  sequence: number;

  /** The service account that created the call for the owner; null if the owner created it. */
  @Column('uuid', { nullable: true })
  requested_by_service_id: string | null;

  @Column('uuid')
  tool_call_id: string;

  @Column('text')
  name: string;

  @Column('text')
  kind: ToolKind;

  @Column('text')
  status: ToolCallState;

  /**
   * The arguments, redacted and then shrunk to at most 16 KiB. `arguments_bytes` and `arguments_sha256` describe the
   * redacted value before it was shrunk. No response contains the arguments. The same applies to `result`.
   */
  @Column('jsonb', { nullable: true, select: false })
  arguments: unknown;

  @Column('integer', { nullable: true })
  arguments_bytes: number | null;

  @Column('text', { nullable: true })
  arguments_sha256: string | null;

  @Column('jsonb', { nullable: true, select: false })
  result: unknown;

  @Column('integer', { nullable: true })
  result_bytes: number | null;

  @Column('text', { nullable: true })
  result_sha256: string | null;

  @Column('text', { nullable: true })
  input_summary: string | null;

  @Column('text', { nullable: true })
  output_summary: string | null;

  @Column('text', { nullable: true })
  error_summary: string | null;

  /** The items and artifacts that the call is based on, at most 48. */
  @Column('jsonb', { default: [] })
  sources: readonly RunSource[];

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  started_at: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  completed_at: Date | null;

  @Column('integer', { default: 1 })
  revision: number;

  @CreateDateColumn({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  created_at: Date;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updated_at: Date;
}
