import { Check, Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';
import { RunEntity } from './run.entity';

const primaryKey = (): { primaryKeyConstraintName: string } => ({
  primaryKeyConstraintName: 'intelligence_tool_calls_pk',
});

/** One call of a tool within a run. */
@Entity('intelligence_tool_calls')
@Unique('intelligence_tool_calls_id_uq', ['owner_user_id', 'tool_call_id'])
@ForeignKey(() => RunEntity, ['owner_user_id', 'run_id'], ['owner_user_id', 'run_id'], {
  name: 'intelligence_tool_calls_run_fk',
  onDelete: 'CASCADE',
})
@Check('intelligence_tool_calls_kind_ck', `kind IN ('search', 'read_model', 'artifact', 'external', 'system')`)
@Check(
  'intelligence_tool_calls_status_ck',
  `status IN ('pending', 'running', 'succeeded', 'failed', 'skipped', 'cancelled')`,
)
export class ToolCallEntity {
  @PrimaryColumn('uuid', primaryKey())
  owner_user_id: string;

  @PrimaryColumn('uuid', primaryKey())
  run_id: string;

  @PrimaryColumn('integer', primaryKey())
  sequence: number;

  @Column('uuid')
  tool_call_id: string;

  @Column('text')
  name: string;

  @Column('text')
  kind: string;

  @Column('text')
  status: string;

  /** Redacted and shrunk to 16 KiB; the length in bytes and the SHA-256 are those before shrinking. */
  @Column('jsonb', { nullable: true })
  arguments: unknown;

  @Column('integer', { nullable: true })
  arguments_bytes: number | null;

  @Column('text', { nullable: true })
  arguments_sha256: string | null;

  @Column('jsonb', { nullable: true })
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

  /** What the call was grounded in: `[{kind, id, field}]`, at most 48. */
  @Column('jsonb', { default: [] })
  sources: object;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  started_at: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  completed_at: Date | null;

  @Column('integer', { default: 1 })
  revision: number;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  created_at: Date;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updated_at: Date;
}
