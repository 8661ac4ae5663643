import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The last count of a library's words. A library without a row was never counted. */
@Entity('intelligence_lexicon_state')
export class LexiconStateEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'intelligence_lexicon_state_pk' })
  library_id: string;

  /** Servable documents that were counted. */
  @Column('bigint')
  documents: string;

  /** The revision that the library had when its words were counted. */
  @Column('bigint')
  revision: string;

  /**
   * Milliseconds to the end of this count. They begin at the start of the count; if several libraries are counted in a
   * row, at the start of the first count.
   */
  @Column('integer')
  duration_ms: number;

  /** When the count ended. */
  @Column('timestamptz')
  refreshed_at: Date;
}
