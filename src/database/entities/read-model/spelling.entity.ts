import { Column, Entity, PrimaryColumn } from 'typeorm';
import { SqlIndex } from '../sql-index.decorator';

/** A word of titles or names, and the keys by which its misspellings find it. It is not related to documents. */
@Entity('intelligence_spellings')
@SqlIndex('intelligence_spellings_keys_ix', 'USING gin (keys) WITH (fastupdate = on, gin_pending_list_limit = 4096)')
export class SpellingEntity {
  /** As the lexicon has it, without the letter of a field. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'intelligence_spellings_pk', collation: 'C' })
  word: string;

  /** Hashes of the word without any one or two letters of its beginning, and of its sound. */
  @Column('integer', { array: true })
  keys: number[];
}
