import { Column, Entity, PrimaryColumn } from 'typeorm';
import { SqlIndex } from '../sql-index.decorator';

/**
 * A word of a title or a name, with the keys that it shares with its misspellings. A row does not show which documents
 * contain the word.
 */
@Entity('intelligence_spellings')
@SqlIndex('intelligence_spellings_keys_ix', 'USING gin (keys) WITH (fastupdate = on, gin_pending_list_limit = 4096)')
@SqlIndex('intelligence_spellings_rules_ix', '(rules)')
export class SpellingEntity {
  /** The lexeme of the word in the lexicon, without the prefix letter that names the field. */
  @PrimaryColumn('text', { collation: 'C' })
  word: string;

  /**
   * Hashes of the word's first seven characters, of these characters without one or two of them, and of the word's
   * sound (see `spelling-keys.ts`).
   */
  @Column('integer', { array: true })
  keys: number[];

  /** The version of the rules that derived `keys`. */
  @Column('integer', { default: 1 })
  rules: number;
}
