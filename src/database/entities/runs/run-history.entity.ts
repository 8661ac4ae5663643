import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { RunEntity } from './run.entity';

/**
 * One change of a run or of its tool calls. The table is append-only: a trigger rejects UPDATE and TRUNCATE, and allows
 * DELETE only after the owner's account is deleted.
 */
@Entity('intelligence_run_history')
@ForeignKey(() => RunEntity, ['owner_user_id', 'run_id'], ['owner_user_id', 'run_id'], {
  name: 'intelligence_run_history_run_fk',
  onDelete: 'CASCADE',
})
export class RunHistoryEntity {
  @PrimaryColumn('uuid')
  owner_user_id: string;

  @PrimaryColumn('uuid')
  run_id: string;

  /** Position in the history of the run. Starts at 1 and has no gaps. */
  @PrimaryColumn('integer')
  history_sequence: number;

  /** Canonical JSON of the change. The column is text because the hash covers these exact bytes. */
  @Column('text')
  record: string;

  @Column('text')
  previous_hash: string;

  /** SHA-256 of the previous hash, a line feed and the record, in hex. */
  @Column('text')
  hash: string;

  /** Id of the key of `keyed_hash`. Both are null if the service had no key. */
  @Column('text', { nullable: true })
  key_id: string | null;

  /** HMAC-SHA256 of `owner_user_id`, `run_id`, `history_sequence` and `hash` (see `recordText`), in hex. */
  @Column('text', { nullable: true })
  keyed_hash: string | null;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  recorded_at: Date;
}
