import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { MediaKind } from '../../../common/media-id';
import { SqlIndex } from '../sql-index.decorator';
import { isMovieOrSeries, wordsByLibrary } from './library-terms';

const PENDING_LIST = 'WITH (fastupdate = on, gin_pending_list_limit = 2048)';

/** The searchable form of one catalog item, for candidate search and related items. */
@Entity('intelligence_search_documents')
@Check('intelligence_search_documents_status_ck', `status IN ('ready', 'stale')`)
@SqlIndex('intelligence_search_documents_lexemes_ix', `USING gin (lexemes) ${PENDING_LIST}`)
@SqlIndex(
  'intelligence_search_documents_library_words_ix',
  `USING gin (${wordsByLibrary()}) ${PENDING_LIST} WHERE ${isMovieOrSeries()}`,
)
@Index('intelligence_search_documents_title_ix', ['title_key', 'media_id'])
@SqlIndex('intelligence_search_documents_prominence_ix', '(library_id, prominence DESC, media_id)')
@SqlIndex(
  'intelligence_search_documents_added_ix',
  '(library_id, media_kind, added_at, media_id) INCLUDE (year, runtime_minutes)',
)
@SqlIndex(
  'intelligence_search_documents_year_ix',
  '(library_id, media_kind, (coalesce(year, -1)), media_id) INCLUDE (year, runtime_minutes)',
)
@SqlIndex('intelligence_search_documents_sorted_title_ix', '(library_id, media_kind, (left(title_key, 64)), media_id)')
@SqlIndex(
  'intelligence_search_documents_popularity_ix',
  '(library_id, media_kind, (coalesce(popularity, -1)), media_id) INCLUDE (popularity, year, runtime_minutes)',
)
export class SearchDocumentEntity {
  @PrimaryColumn('uuid')
  library_id: string;

  @PrimaryColumn('uuid')
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

  @Column('integer', { nullable: true })
  runtime_minutes: number | null;

  @Column('double precision', { nullable: true })
  popularity: number | null;

  /** From 0 to 1. It raises the score of a candidate, mainly to order candidates with equal titles. */
  @Column('real')
  prominence: number;

  /** The compact key of the main title; empty without a title. Look-ups of exact titles and of prefixes use it. */
  @Column({ type: 'text', collation: 'C' })
  title_key: string;

  /**
   * All titles of the item, folded, one per line. If a title has letters beyond ASCII, a tab and its form with accents
   * follow (see `encodeForms`). Seasons and episodes also have each title of their series, followed by their own title,
   * or by their numbers if they have no title.
   */
  @Column('text')
  titles: string;

  /**
   * Two header characters, the first of which encodes the length of overview and tagline. Then one or two records of
   * five characters per lexeme: a hash of 24 bits and the fields that contain the lexeme (see `profile.ts`).
   */
  @Column('text')
  profile: string;

  /** Lexemes. Each begins with a character for its field, its filter or another property (see `lexemes.ts`). */
  @Column('tsvector')
  lexemes: string;

  /** Revision of the library when the row was derived. */
  @Column('bigint')
  revision: string;

  /** When the item was first stored. A replaced row keeps this time. */
  @Column('timestamptz', { default: () => 'now()' })
  added_at: Date;

  /**
   * Version of the rules (see `derivation-rules.ts`) and hash of the derived columns. Empty in rows that are older than
   * this column.
   */
  @Column('text', { default: '' })
  derived_hash: string;
}
