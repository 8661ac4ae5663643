import { Column, Entity, PrimaryColumn } from 'typeorm';
import { SqlIndex } from '../sql-index.decorator';

/**
 * The document frequency of a lexeme: how many documents of a library contain it. Unavailable and stale documents do
 * not count.
 */
@Entity('intelligence_lexicon')
@SqlIndex('intelligence_lexicon_lexeme_ix', 'USING btree (lexeme, library_id) INCLUDE (documents)')
@SqlIndex('intelligence_lexicon_slips_ix', 'USING gin (slips) WITH (fastupdate = on, gin_pending_list_limit = 4096)')
@SqlIndex('intelligence_lexicon_rules_ix', '(rules, library_id)')
export class LexiconEntity {
  @PrimaryColumn('uuid')
  library_id: string;

  @PrimaryColumn('text', { collation: 'C' })
  lexeme: string;

  @Column('integer')
  documents: number;

  /**
   * The spelling deletes of the word: the word, and each form of it without one of its letters. Empty for words that
   * spelling correction does not use.
   */
  @Column({ type: 'text', array: true, collation: 'C' })
  slips: string[];

  /** The version of the rules that derived `slips`. */
  @Column('integer', { default: 1 })
  rules: number;
}
