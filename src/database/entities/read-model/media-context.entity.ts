import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { FacetKind } from '../../../common/dto/intelligence.dto';
import type { MediaKind } from '../../../common/media-id';
import type { CatalogPerson } from '../catalog/media-item.entity';

/** The `media` shape of the contract without `artifact_ids`, which depend on the caller. */
export interface MediaRefBase {
  /** Canonical media id. */
  readonly media_id: string;
  readonly media_kind: MediaKind;
  readonly library_id: string;
  readonly title: string;
  readonly year: number | null;
  readonly series: { readonly media_id: string; readonly title: string } | null;
  readonly season_number: number | null;
  readonly episode_number: number | null;
}

/** A person as item context shows them. */
export interface ContextPerson {
  readonly name: string;
  readonly role: CatalogPerson['role'];
  readonly character: string | null;
}

/** A facet value that an item carries. */
export interface MediaFacet {
  readonly kind: FacetKind;
  /** Lower case; what is counted, filtered and compared. */
  readonly key: string;
  readonly label: string;
}

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
  media_kind: MediaKind;

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

  @Column('json')
  media: MediaRefBase;

  @Column('text')
  summary_text: string;

  /** Directors, writers and creators first, then the cast in billing order; at most 100. */
  @Column('json')
  people: ContextPerson[];

  @Column('integer')
  people_total: number;

  @Column('json')
  facets: MediaFacet[];

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
