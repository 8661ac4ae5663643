import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { oneOf } from '../../database/entities/one-of';
import { DEMO_STATES, type DemoJobKind, type DemoPhase, type DemoState } from '../running/demo-state';

/** One row: the state of the demo, and its last command. */
@Entity({ name: 'state', schema: 'demo' })
@Check('state_only_row_check', 'only_row')
@Check('state_state_check', oneOf('state', DEMO_STATES))
export class DemoStateEntity {
  @PrimaryColumn('boolean', { primaryKeyConstraintName: 'state_pkey', default: true })
  only_row: boolean;

  @Column('text', { default: 'seeding' })
  state: DemoState;

  /** Commands that were finished. */
  @Column('integer', { default: 0 })
  generation: number;

  /** Hash of the options that the current plan was made with; null before the first command is finished. */
  @Column('text', { nullable: true })
  options_hash: string | null;

  /** Hash of the options that the next plan is made with. */
  @Column('text', { nullable: true })
  next_options_hash: string | null;

  /** Whether the next plan is complete: from then on the command is carried out, whatever happens. */
  @Column('boolean', { default: false })
  plan_complete: boolean;

  /** The last command; null once it is finished. */
  @Column('text', { nullable: true })
  job_kind: DemoJobKind | null;

  @Column('text', { nullable: true })
  job_phase: DemoPhase | null;

  @Column('timestamptz', { nullable: true })
  job_started_at: Date | null;

  /** Titles or files of the phase that are done. */
  @Column('integer', { default: 0 })
  job_done: number;

  @Column('integer', { default: 0 })
  job_total: number;

  /** Why the command was refused or failed. */
  @Column('text', { nullable: true })
  job_error: string | null;

  /** Key of the administrator's name at the last start. */
  @Column('text', { nullable: true })
  admin_key: string | null;
}
