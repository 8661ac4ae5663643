import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { oneOf } from '../../database/entities/one-of';
import { DEMO_STATES, type DemoJobKind, type DemoPhase, type DemoState } from '../running/demo-state';

/** The state of the demo, and its command until the command is finished or undone. The table has exactly one row. */
@Entity({ name: 'state', schema: 'demo' })
@Check('state_only_row_check', 'only_row')
@Check('state_state_check', oneOf('state', DEMO_STATES))
export class DemoStateEntity {
  @PrimaryColumn('boolean', { primaryKeyConstraintName: 'state_pkey', default: true })
  only_row: boolean;

  @Column('text', { default: 'seeding' })
  state: DemoState;

  /** Number of finished commands. */
  @Column('integer', { default: 0 })
  generation: number;

  /** Hash of the options of the plan `current`; null until the first command is finished. */
  @Column('text', { nullable: true })
  options_hash: string | null;

  /** Hash of the options of the plan `next`. */
  @Column('text', { nullable: true })
  next_options_hash: string | null;

  /** Whether the plan `next` is complete. An interrupted or failed command is then continued later, not undone. */
  @Column('boolean', { default: false })
  plan_complete: boolean;

  /**
   * The accepted or running command, or the last command if it did not succeed and is not undone yet. A command that
   * failed after its plan was complete stays here until it is finished. Null if there is no such command.
   */
  @Column('text', { nullable: true })
  job_kind: DemoJobKind | null;

  @Column('text', { nullable: true })
  job_phase: DemoPhase | null;

  @Column('timestamptz', { nullable: true })
  job_started_at: Date | null;

  /** Number of titles or files that the current phase has processed. */
  @Column('integer', { default: 0 })
  job_done: number;

  @Column('integer', { default: 0 })
  job_total: number;

  /** Why the last command was refused or failed, even if `job_kind` still names an earlier one. */
  @Column('text', { nullable: true })
  job_error: string | null;

  /** `username_key` of the demo's administrator at the last start. */
  @Column('text', { nullable: true })
  admin_key: string | null;
}
