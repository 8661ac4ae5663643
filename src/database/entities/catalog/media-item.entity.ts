import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  Unique,
  UpdateDateColumn,
} from 'typeorm';
import { LibraryEntity } from './library.entity';

export const PERSON_ROLES = ['actor', 'director', 'writer', 'creator', 'composer', 'producer'] as const;

export interface CatalogPerson {
  readonly name: string;
  readonly role: (typeof PERSON_ROLES)[number];
  readonly character?: string;
  readonly order?: number;
}

/** A file of an item. The path is relative to the library's root. */
export interface CatalogFile {
  readonly path: string;
  readonly size_bytes: number;
}

/** A movie, series, season or episode with the data of its source: an import or a scan. */
@Entity('media_items')
@Unique('media_items_media_id_uq', ['media_id'])
@Check('media_items_kind_ck', `media_kind IN ('movie', 'series', 'season', 'episode')`)
@Check('media_items_parent_ck', `(media_kind IN ('season', 'episode')) = (series_id IS NOT NULL)`)
@ForeignKey(() => LibraryEntity, ['library_id'], ['library_id'], { name: 'media_items_library_fk' })
@Index('media_items_series_ix', ['library_id', 'series_id', 'season_number', 'episode_number'], {
  where: 'series_id IS NOT NULL',
})
export class MediaItemEntity {
  @PrimaryColumn('uuid')
  library_id: string;

  @PrimaryColumn('uuid')
  media_id: string;

  @Column('text')
  media_kind: 'movie' | 'series' | 'season' | 'episode';

  @Column('uuid', { nullable: true })
  series_id: string | null;

  @Column('uuid', { nullable: true })
  season_id: string | null;

  @Column('integer', { nullable: true })
  season_number: number | null;

  @Column('integer', { nullable: true })
  episode_number: number | null;

  @Column('integer', { nullable: true })
  absolute_number: number | null;

  @Column('text', { nullable: true })
  title: string | null;

  @Column('text', { nullable: true })
  original_title: string | null;

  @Column('text', { nullable: true })
  sort_title: string | null;

  @Column('text', { array: true, default: () => `'{}'` })
  aliases: string[];

  @Column('integer', { nullable: true })
  year: number | null;

  /** Release date of a movie, first air date of a series, air date of a season or an episode. */
  @Column('date', { nullable: true })
  release_date: string | null;

  @Column('date', { nullable: true })
  last_air_date: string | null;

  @Column('text', { nullable: true })
  series_status: string | null;

  @Column('integer', { nullable: true })
  runtime_minutes: number | null;

  @Column('text', { nullable: true })
  overview: string | null;

  @Column('text', { nullable: true })
  tagline: string | null;

  @Column('text', { array: true, default: () => `'{}'` })
  genres: string[];

  @Column('text', { array: true, default: () => `'{}'` })
  keywords: string[];

  @Column('json', { default: [] })
  people: CatalogPerson[];

  @Column('text', { array: true, default: () => `'{}'` })
  studios: string[];

  @Column('text', { array: true, default: () => `'{}'` })
  countries: string[];

  @Column('text', { nullable: true })
  original_language: string | null;

  @Column('text', { nullable: true })
  content_rating: string | null;

  /** Name of the film series that a movie belongs to. */
  @Column('text', { nullable: true })
  collection: string | null;

  @Column('double precision', { nullable: true })
  popularity: number | null;

  @Column('json', { default: {} })
  external_ids: Record<string, string>;

  /** Items that the source lists as related: media ids in canonical form, or external ids such as `tmdb:603`. */
  @Column('text', { array: true, default: () => `'{}'` })
  provider_related: string[];

  @Column('boolean', { default: true })
  available: boolean;

  @Column('json', { default: [] })
  files: CatalogFile[];

  /**
   * First 128 bits of the SHA-256 of the normalized record without its library, in hex. Records with the same hash are
   * treated as equal.
   */
  @Column('text')
  content_hash: string;

  /** The revision that the library had after the last change of the record. */
  @Column('bigint')
  revision: string;

  @CreateDateColumn({ type: 'timestamptz' })
  created_at: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updated_at: Date;
}
