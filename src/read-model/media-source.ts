import type { EntityManager } from 'typeorm';
import type { CatalogPerson } from '../database/entities/media-item.entity';
import type { MediaKind } from '../common/media-id';

/** What a season or an episode takes over from its series. */
export interface SeriesSource {
  /** UUID. */
  readonly media_id: string;
  readonly title: string;
  readonly original_title: string | null;
  readonly aliases: readonly string[];
  readonly genres: readonly string[];
  readonly countries: readonly string[];
  readonly original_language: string | null;
  readonly content_rating: string | null;
  readonly year: number | null;
  /** Of its catalog row: the same for the same series in the same state. */
  readonly content_hash: string;
}

/** All that the read-model rows of one item are derived from: its catalog row and its series'. */
export interface MediaSource {
  readonly library_id: string;
  /** UUID. */
  readonly media_id: string;
  readonly media_kind: MediaKind;
  readonly series_id: string | null;
  readonly season_id: string | null;
  readonly season_number: number | null;
  readonly episode_number: number | null;
  readonly absolute_number: number | null;
  readonly title: string | null;
  readonly original_title: string | null;
  readonly sort_title: string | null;
  readonly aliases: readonly string[];
  readonly year: number | null;
  /** `YYYY-MM-DD` */
  readonly release_date: string | null;
  readonly runtime_minutes: number | null;
  readonly overview: string | null;
  readonly tagline: string | null;
  readonly genres: readonly string[];
  readonly keywords: readonly string[];
  readonly people: readonly CatalogPerson[];
  readonly studios: readonly string[];
  readonly countries: readonly string[];
  readonly original_language: string | null;
  readonly content_rating: string | null;
  readonly popularity: number | null;
  readonly provider_related: readonly string[];
  readonly external_ids: Readonly<Record<string, string>>;
  readonly available: boolean;
  readonly content_hash: string;
  readonly series: SeriesSource | null;
}

/**
 * One JSON text per row, handed on as it is: whoever derives rows from it parses it, which costs a fraction of what
 * arrays and dates in pg's text format do. OFFSET 0
 * keeps the look-up of the series one by key: for a library that the planner has no statistics of yet, it would
 * otherwise join by reading the whole library once per row.
 */
const SOURCES_SQL = `
SELECT row_to_json(source)::text AS source
  FROM (
    SELECT m.library_id, m.media_id, m.media_kind, m.series_id, m.season_id, m.season_number, m.episode_number,
           m.absolute_number, m.title, m.original_title, m.sort_title, m.aliases, m.year, m.release_date,
           m.runtime_minutes, m.overview, m.tagline, m.genres, m.keywords, m.people, m.studios, m.countries,
           m.original_language, m.content_rating, m.popularity, m.provider_related, m.external_ids, m.available,
           m.content_hash,
           CASE WHEN s.media_id IS NOT NULL THEN json_build_object(
             'media_id', s.media_id, 'title', s.title, 'original_title', s.original_title, 'aliases', s.aliases,
             'genres', s.genres, 'countries', s.countries, 'original_language', s.original_language,
             'content_rating', s.content_rating, 'year', s.year,
             'content_hash', s.content_hash) END AS series
      FROM media_items m
      LEFT JOIN LATERAL (
        SELECT * FROM media_items p WHERE p.library_id = m.library_id AND p.media_id = m.series_id OFFSET 0) AS s ON true
     WHERE m.library_id = $1 AND m.media_id = ANY($2::uuid[])
  ) AS source`;

/**
 * The sources of the given items of a library as JSON (`parseMediaSources`), in no order; items that are gone are left
 * out. One statement.
 */
export async function readMediaSources(
  manager: EntityManager,
  libraryId: string,
  mediaIds: readonly string[],
): Promise<string[]> {
  const rows: { source: string }[] = await manager.query(SOURCES_SQL, [libraryId, [...mediaIds]]);
  return rows.map(({ source }) => source);
}

/** The sources that JSON texts hold, in their order; those of one series in one state share it as one object. */
export function parseMediaSources(texts: readonly string[]): MediaSource[] {
  const series = new Map<string, SeriesSource>();
  return texts.map((text) => {
    const source = JSON.parse(text) as MediaSource;
    if (source.series === null) return source;
    const shared = series.get(source.series.content_hash) ?? source.series;
    series.set(shared.content_hash, shared);
    return Object.assign(source, { series: shared });
  });
}
