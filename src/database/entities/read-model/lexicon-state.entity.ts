import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The last count of a library's words. A library without a row was never counted. */
@Entity('intelligence_lexicon_state')
export class LexiconStateEntity {
  @PrimaryColumn('uuid')
  library_id: string;

  /** Number of documents whose words were counted. Unavailable and stale documents do not count. */
  @Column('bigint')
  documents: string;

  /** The revision of the library at the count; negative if the words must be counted again. */
  @Column('bigint')
  revision: string;

  /**
   * Milliseconds from the start of a run of the background loop to the end of this count. A run can count several
   * libraries.
   */
  @Column('integer')
  duration_ms: number;

  @Column('timestamptz')
  refreshed_at: Date;
}
