import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The model-ready form of one catalog item: what item context, facets and related items are read from. */
@Entity('intelligence_media_context')
@Check('intelligence_media_context_status_ck', `status IN ('ready', 'stale')`)
@Index('intelligence_media_context_media_ix', ['media_id'])
@Index(
  'intelligence_media_context_series_ix',
  ['library_id', 'series_id', 'season_number', 'episode_number', 'media_id'],
  { where: 'series_id IS NOT NULL' },
)
@Index('intelligence_media_context_facets_ix', ['facet_keys'], { type: 'gin' })
@Index('intelligence_media_context_provider_ix', ['provider_keys'], { type: 'gin' })
@Index('intelligence_media_context_year_ix', ['library_id', 'year', 'media_id'], {
  where: `media_kind IN ('movie', 'series')`,
})
export class MediaContextEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'intelligence_media_context_pk' })
  library_id: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'intelligence_media_context_pk' })
  media_id: string;

  @Column('text')
  media_kind: string;

  @Column('uuid', { nullable: true })
  series_id: string | null;

  @Column('uuid', { nullable: true })
  season_id: string | null;

  @Column('integer', { nullable: true })
  season_number: number | null;

  @Column('integer', { nullable: true })
  episode_number: number | null;

  /** What to show: the title, or a made one ("Episode 3") where the source has none. */
  @Column('text')
  title: string;

  @Column('integer', { nullable: true })
  year: number | null;

  @Column('double precision', { nullable: true })
  popularity: number | null;

  @Column('boolean')
  available: boolean;

  /** The `media` shape of the contract without `artifact_ids`. */
  @Column('json')
  media: object;

  @Column('text')
  summary_text: string;

  /** Directors, writers and creators first, then the cast in billing order; at most 100. */
  @Column('json')
  people: object;

  @Column('integer')
  people_total: number;

  /** `[{kind, key, label}]` */
  @Column('json')
  facets: object;

  /** `kind:key` of each facet, for the index. */
  @Column('text', { array: true })
  facet_keys: string[];

  /** `has:` and `names:` before an id of a catalog source: what the item is called, and what it names as related. */
  @Column('text', { array: true, default: () => `'{}'` })
  provider_keys: string[];

  /** Folded names of the franchises a movie or series belongs to. */
  @Column('text', { array: true, default: () => `'{}'` })
  franchise_keys: string[];

  @Column('text', { array: true })
  missing_fields: string[];

  /** The content hash of all sources the row was derived from. */
  @Column('text')
  source_hash: string;

  /** Hash of what children take over from a series or a season; null for other kinds. */
  @Column('text', { nullable: true })
  inherited_hash: string | null;

  /** Hash of the derived columns as they were written; empty on rows of before it was kept. */
  @Column('text', { default: () => `''` })
  derived_hash: string;

  @Column('text')
  status: 'ready' | 'stale';

  @Column('bigint')
  revision: string;

  @Column('timestamptz', { default: () => 'now()' })
  refreshed_at: Date;
}
