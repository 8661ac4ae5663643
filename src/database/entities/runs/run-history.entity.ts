import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { RunEntity } from './run.entity';

const primaryKey = (): { primaryKeyConstraintName: string } => ({
  primaryKeyConstraintName: 'intelligence_run_history_pk',
});

/** One change of a run or of its tool calls. Appended, never changed: a trigger refuses everything else. */
@Entity('intelligence_run_history')
@ForeignKey(() => RunEntity, ['owner_user_id', 'run_id'], ['owner_user_id', 'run_id'], {
  name: 'intelligence_run_history_run_fk',
  onDelete: 'CASCADE',
})
export class RunHistoryEntity {
  @PrimaryColumn('uuid', primaryKey())
  owner_user_id: string;

  @PrimaryColumn('uuid', primaryKey())
  run_id: string;

  /** 1, 2, 3 and so on, without gaps. */
  @PrimaryColumn('integer', primaryKey())
  history_sequence: number;

  /** Canonical JSON of the change; text, because the hash is over these bytes. */
  @Column('text')
  record: string;

  @Column('text')
  previous_hash: string;

  /** SHA-256 of the previous hash, a line feed and the record, in hex. */
  @Column('text')
  hash: string;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  recorded_at: Date;
}
