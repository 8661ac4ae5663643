import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { MediaKind } from '../../../common/media-id';
import { SqlIndex } from '../sql-index.decorator';

const primaryKey = (): { primaryKeyConstraintName: string } => ({
  primaryKeyConstraintName: 'intelligence_search_documents_pk',
});

/** The searchable form of one catalog item: what candidate search and related items retrieve and rank by. */
@Entity('intelligence_search_documents')
@Check('intelligence_search_documents_status_ck', `status IN ('ready', 'stale')`)
@SqlIndex(
  'intelligence_search_documents_lexemes_ix',
  'USING gin (lexemes) WITH (fastupdate = on, gin_pending_list_limit = 2048)',
)
@Index('intelligence_search_documents_title_ix', ['title_key', 'media_id'])
@SqlIndex('intelligence_search_documents_prominence_ix', '(prominence DESC, media_id)')
export class SearchDocumentEntity {
  @PrimaryColumn('uuid', primaryKey())
  library_id: string;

  @PrimaryColumn('uuid', primaryKey())
  media_id: string;

  @Column('text')
  media_kind: MediaKind;

  @Column('boolean')
  available: boolean;

  @Column('text')
  status: 'ready' | 'stale';

  @Column('integer', { nullable: true })
  year: number | null;

  @Column('integer', { nullable: true })
  season_number: number | null;

  @Column('integer', { nullable: true })
  episode_number: number | null;

  /** 0 to 1; higher first among candidates of equal score. */
  @Column('real')
  prominence: number;

  /** The title as one folded word, compared byte by byte: exact titles and prefixes are looked up by it. */
  @Column({ type: 'text', collation: 'C' })
  title_key: string;

  /** Every title of the item, folded, one per line. */
  @Column('text')
  titles: string;

  /** Five characters per lexeme: a hash of 24 bits, and the fields that hold the lexeme. */
  @Column('text')
  profile: string;

  /** Lexemes with a letter for their field in front; no positions. */
  @Column('tsvector')
  lexemes: string;

  /** The revision of the library that the row was derived at. */
  @Column('bigint')
  revision: string;

  /** Hash of the derived columns as they were written; empty on rows written before it was kept. */
  @Column('text', { default: '' })
  derived_hash: string;
}
