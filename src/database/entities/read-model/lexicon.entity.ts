import { Column, Entity, PrimaryColumn } from 'typeorm';
import { SqlIndex } from '../sql-index.decorator';

/** How many servable documents hold a lexeme. */
@Entity('intelligence_lexicon')
@SqlIndex('intelligence_lexicon_slips_ix', 'USING gin (slips) WITH (fastupdate = on, gin_pending_list_limit = 4096)')
export class LexiconEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'intelligence_lexicon_pk', collation: 'C' })
  lexeme: string;

  @Column('integer')
  documents: number;

  /** Spelling deletes: the word, and the word with each one of its letters left out. Empty for words not corrected. */
  @Column({ type: 'text', array: true, collation: 'C' })
  slips: string[];
}
