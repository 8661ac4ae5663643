import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { FacetKind } from '../../../common/dto/facet-kinds';
import type { MediaKind } from '../../../common/media-id';
import type { CatalogPerson } from '../catalog/media-item.entity';
import { SqlIndex } from '../sql-index.decorator';
import { facetsByLibrary, isMovieOrSeries } from './library-terms';

/** The `media` object of responses, without `artifact_ids`, which depend on the caller. */
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

export interface ContextPerson {
  readonly name: string;
  readonly role: CatalogPerson['role'];
  readonly character: string | null;
}

export interface MediaFacet {
  readonly kind: FacetKind;
  /** The value in NFKC and lower case, with single spaces. Counts, filters and comparisons use it. */
  readonly key: string;
  readonly label: string;
}

/** The item context: the derived form of one catalog item. */
@Entity('intelligence_media_context')
@Check('intelligence_media_context_status_ck', `status IN ('ready', 'stale')`)
@Index('intelligence_media_context_media_ix', ['media_id'])
@Index(
  'intelligence_media_context_series_ix',
  ['library_id', 'series_id', 'season_number', 'episode_number', 'media_id'],
  { where: 'series_id IS NOT NULL' },
)
@Index('intelligence_media_context_facets_ix', ['facet_keys'], { type: 'gin' })
@SqlIndex('intelligence_media_context_library_facets_ix', `USING gin (${facetsByLibrary()}) WHERE ${isMovieOrSeries()}`)
@Index('intelligence_media_context_provider_ix', ['provider_keys'], { type: 'gin' })
@Index('intelligence_media_context_year_ix', ['library_id', 'year', 'media_id'], {
  where: `media_kind IN ('movie', 'series')`,
})
export class MediaContextEntity {
  @PrimaryColumn('uuid')
  library_id: string;

  @PrimaryColumn('uuid')
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

  /** The title to show. If the source has no title, it is generated, such as "Episode 3". */
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

  /** Directors, creators, writers, cast, composers, producers; within a role by `CatalogPerson.order`. At most 100. */
  @Column('json')
  people: ContextPerson[];

  @Column('integer')
  people_total: number;

  @Column('json')
  facets: MediaFacet[];

  /**
   * The facet values under which the item is counted, as `kind:key`. If a movie or series has no value of a kind, the
   * key is empty. Seasons and episodes are counted only under their media kind.
   */
  @Column('text', { array: true })
  facet_keys: string[];

  /**
   * The item's external ids, each with the prefix `has:`, and the ids that its source lists as related, each with the
   * prefix `names:`.
   */
  @Column('text', { array: true, default: () => `'{}'` })
  provider_keys: string[];

  /** Folded names of the franchises that a movie or series belongs to. */
  @Column('text', { array: true, default: () => `'{}'` })
  franchise_keys: string[];

  @Column('text', { array: true })
  missing_fields: string[];

  /** Hash of all sources that the row was derived from. */
  @Column('text')
  source_hash: string;

  /** For a series, the hash of the fields that its seasons and episodes inherit; null for all other items. */
  @Column('text', { nullable: true })
  inherited_hash: string | null;

  /**
   * Version of the rules (see `derivation-rules.ts`) and hash of the derived columns. Empty in rows that are older than
   * this column.
   */
  @Column('text', { default: () => `''` })
  derived_hash: string;

  @Column('text')
  status: 'ready' | 'stale';

  @Column('bigint')
  revision: string;

  @Column('timestamptz', { default: () => 'now()' })
  refreshed_at: Date;
}
