import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** One row: what the last count of the lexicon covered. */
@Entity('intelligence_lexicon_state')
@Check('intelligence_lexicon_state_one_ck', 'only_row')
export class LexiconStateEntity {
  @PrimaryColumn('boolean', { primaryKeyConstraintName: 'intelligence_lexicon_state_pk', default: true })
  only_row: boolean;

  /** Servable documents that were counted. */
  @Column('bigint', { default: 0 })
  documents: string;

  /** The catalog revision that was counted; -1 before the first count. */
  @Column('bigint', { default: -1 })
  catalog_revision: string;

  /** Milliseconds that the count took. */
  @Column('integer', { default: 0 })
  duration_ms: number;

  /** When the last count ended; null before the first one. */
  @Column('timestamptz', { nullable: true })
  refreshed_at: Date | null;
}
