import { perLibrary } from '../database/distribution/per-library';
import type { Statement } from '../database/read-scope';
import { isVisibleArtifact, joinServedItem, textOriginOf } from '../read-model/artifacts/artifact-owners';
import { watchStateHashOf } from '../read-model/artifacts/watch-state.sql';
import { seriesSourceOf } from '../read-model/source/media-source';
import { catalogTextsOf } from '../read-model/source/catalog-texts';

/**
 * The current texts of cited items, and the input of their source hashes. They come from the catalog tables, because
 * the rows of the read model can be stale. Only `added_at` comes from a row of the read model: it is correct in a stale
 * row, too. Parameters: $1 UUIDs, $2 kinds, $3 whether the watch state is cited, $4 visible libraries, $5 user id.
 */
export const CITED_ITEMS: Statement = perLibrary(
  { name: 'grounding_items', library: 4, parameters: 5, items: 1 },
  (libraries) => `
SELECT m.media_id, m.media_kind, m.season_number, m.episode_number, m.provider_related, m.popularity,
       coalesce(d.added_at, m.created_at) AS added_at,
       coalesce(m.year, extract(year FROM m.release_date)::integer) AS year,
       ${catalogTextsOf('m', 's')} AS texts,
       m.content_hash, CASE WHEN s.media_id IS NOT NULL THEN ${seriesSourceOf('s')} END AS series,
       CASE WHEN cited.cites_watch_state THEN coalesce(w.state, 'unwatched') END AS watch_state, w.last_watched_at,
       CASE WHEN cited.cites_watch_state THEN ${watchStateHashOf(libraries.isSingle ? '$4::uuid' : 'm.library_id', '$5', 'm.media_id')} END AS watch_state_hash
  FROM unnest($1::uuid[], $2::text[], $3::boolean[]) AS cited(media_id, media_kind, cites_watch_state)
  JOIN media_items m ON m.media_id = cited.media_id AND m.media_kind = cited.media_kind
  LEFT JOIN media_items s ON ${libraries.sameLibrary('s.library_id', 'm.library_id')} AND s.media_id = m.series_id
  LEFT JOIN intelligence_search_documents d
    ON ${libraries.sameLibrary('d.library_id', 'm.library_id')} AND d.media_id = m.media_id
  LEFT JOIN watch_states w
    ON ${libraries.sameLibrary('w.library_id', 'm.library_id')} AND w.user_id = $5::uuid AND w.media_id = m.media_id
 WHERE m.available AND ${libraries.has('m.library_id')}`,
);

/** The current texts and hashes of cited artifacts. Parameters: $1 UUIDs, $2 owner keys, $3 visible libraries. */
export const CITED_ARTIFACTS: Statement = perLibrary(
  { name: 'grounding_artifacts', library: 3, parameters: 3, includesOwnerPartitions: true },
  (libraries) => `
SELECT a.artifact_id, a.title, a.summary, a.content_hash AS source_hash, ${textOriginOf('a')} AS origin
  FROM intelligence_artifacts a
  ${joinServedItem(libraries)}
 WHERE a.artifact_id = ANY($1::uuid[]) AND ${isVisibleArtifact('$2', libraries)}`,
);

/**
 * The positions, from 1, of the texts that are names of visible libraries or begin such a name. Parameters: $1 texts,
 * $2 whether the text is a whole name, $3 visible libraries.
 */
export const CITED_LIBRARIES: Statement = perLibrary(
  { name: 'grounding_libraries', library: 3, parameters: 3 },
  (libraries) => `
SELECT cited.place::integer AS place
  FROM unnest($1::text[], $2::boolean[]) WITH ORDINALITY AS cited(name, is_whole, place)
 WHERE EXISTS (SELECT FROM libraries l
                WHERE ${libraries.has('l.library_id')}
                  AND CASE WHEN cited.is_whole THEN l.name = cited.name ELSE starts_with(l.name, cited.name) END)`,
);
