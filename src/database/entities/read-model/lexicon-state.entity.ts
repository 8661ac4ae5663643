import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The last count of a library's words. A library without a row was never counted. */
@Entity('intelligence_lexicon_state')
export class LexiconStateEntity {
  @PrimaryColumn('uuid')
  library_id: string;

  /** Number of servable documents whose words were counted. */
  @Column('bigint')
  documents: string;

  /** The revision of the library at the count; negative if the words must be counted again. */
  @Column('bigint')
  revision: string;

  /** Milliseconds from the start of the loop's run, which can count several libraries, to the end of this count. */
  @Column('integer')
  duration_ms: number;

  @Column('timestamptz')
  refreshed_at: Date;
}
