import { byMediaKind, MEDIA_KINDS, type MediaKind } from '../../common/media-id';
import { type Libraries, perLibrary } from '../../database/distribution/per-library';
import type { Statement } from '../../database/read-scope';
import { artifactIdsOf } from '../../read-model/artifacts/artifact-ids';
import { isNotHiddenByOwnArtifact, textOriginOf } from '../../read-model/artifacts/artifact-owners';
import { isAvailableEpisodeOf, watchStateWhere } from '../../read-model/artifacts/watch-state.sql';
import { seedQuery } from '../related/seed/related-seed.sql';

/** SQL expression: the row `alias` of `served_media_context` as the JSON of a `ReferenceRow`. */
function referenceJson(libraries: Libraries, alias: string): string {
  return `json_build_object('media', ${alias}.media, 'artifact_ids', ${artifactIdsOf(alias, '$5', libraries, '$6')},
                            'source_hash', ${alias}.source_hash)`;
}

/** Subquery for the parent of the item: the series or the season whose id is in the item's column `idColumn`. */
function parentQuery(libraries: Libraries, idColumn: string): string {
  return `(SELECT ${referenceJson(libraries, 'p')} FROM served_media_context p
            WHERE ${libraries.sameLibrary('p.library_id', 'c.library_id')} AND p.media_id = c.${idColumn})`;
}

/**
 * Subquery for the available season or episode directly before (`<`) or after (`>`) the item in the order of their
 * numbers. Specials are neighbours of specials only. Null if there is none, or if its read-model row is stale.
 */
function neighbourQuery(libraries: Libraries, direction: '<' | '>'): string {
  const order = direction === '<' ? 'DESC' : 'ASC';
  const sibling = `${libraries.sameLibrary('m.library_id', 'c.library_id')} AND m.series_id = c.series_id AND m.media_kind = c.media_kind
                   AND m.available AND (m.season_number = 0) = (c.season_number = 0)`;
  // `OFFSET 0` keeps the planner from flattening the subquery, so it runs once, and not for each joined row.
  return `
  (SELECT ${referenceJson(libraries, 'e')}
     FROM (SELECT coalesce(
            (SELECT m.media_id FROM media_items m
              WHERE c.media_kind = 'episode' AND ${sibling} AND (m.season_number, m.episode_number, m.media_id)
                    ${direction} (c.season_number, c.episode_number, c.media_id)
              ORDER BY m.season_number ${order}, m.episode_number ${order}, m.media_id ${order} LIMIT 1),
            (SELECT m.media_id FROM media_items m
              WHERE c.media_kind = 'season' AND ${sibling} AND m.season_number ${direction} c.season_number
              ORDER BY m.season_number ${order}, m.media_id LIMIT 1)) AS media_id OFFSET 0) AS neighbour
     JOIN served_media_context e
       ON ${libraries.sameLibrary('e.library_id', 'c.library_id')} AND e.media_id = neighbour.media_id)`;
}

/** Subquery for the caller's watch state of a movie or an episode. */
const ownStateQuery = (libraries: Libraries): string => `
  (SELECT json_build_object('state', w.state, 'position_seconds', w.position_seconds,
                            'duration_seconds', w.duration_seconds, 'last_watched_at', w.last_watched_at)
     FROM watch_states w
    WHERE ${libraries.sameLibrary('w.library_id', 'c.library_id')} AND w.user_id = $7 AND w.media_id = c.media_id)`;

/**
 * Subquery for the counts of the available episodes of a series or a season by the caller's watch state. In a series,
 * the specials are counted separately. Reads the catalog, so that it also counts episodes with stale read-model rows.
 */
const progressQuery = (libraries: Libraries): string => `
  (SELECT json_build_object(
            'completed', count(*) FILTER (WHERE w.state = 'completed' AND NOT e.is_separate),
            'in_progress', count(*) FILTER (WHERE w.state = 'in_progress' AND NOT e.is_separate),
            'total', count(*) FILTER (WHERE NOT e.is_separate),
            'specials_in_progress', count(*) FILTER (WHERE w.state = 'in_progress' AND e.is_separate),
            'specials_completed', count(*) FILTER (WHERE w.state = 'completed' AND e.is_separate),
            'specials_total', count(*) FILTER (WHERE e.is_separate),
            'last_watched_at', max(w.last_watched_at))
     FROM (SELECT e.library_id, e.media_id, c.media_kind = 'series' AND e.season_number = 0 AS is_separate
             FROM media_items e
            WHERE c.media_kind IN ('series', 'season') AND ${isAvailableEpisodeOf('e', 'c', libraries)}) AS e
     LEFT JOIN ${watchStateWhere(
       `${libraries.sameLibrary('watched.library_id', 'e.library_id')}
                                      AND watched.user_id = $7 AND watched.media_id = e.media_id`,
       'w',
     )} ON true)`;

/** Subquery for the visible active artifacts about the item, newest first, without their content. */
const artifactsQuery = (libraries: Libraries): string => `
  (SELECT coalesce(json_agg(newest ORDER BY newest.created_at DESC, newest.artifact_id DESC), '[]')
     FROM (SELECT artifact.*
             FROM unnest($5::uuid[]) AS owner(owner_key)
            CROSS JOIN LATERAL (
              SELECT a.partition_id, a.owner_key, a.artifact_id, a.kind, a.status, a.library_id, a.media_id, a.title,
                     a.summary, a.producer, a.supersedes_artifact_id, a.revision, a.created_at, a.updated_at,
                     ${textOriginOf('a')} AS origin
                FROM intelligence_artifacts a
               WHERE a.status = 'active' AND a.media_id = c.media_id AND a.owner_key = owner.owner_key
                 AND ${libraries.sameLibrary('a.partition_id', 'c.library_id')} AND ${isNotHiddenByOwnArtifact('a', '$5', libraries)}
               ORDER BY a.created_at DESC, a.artifact_id DESC LIMIT $6::integer) AS artifact
            ORDER BY artifact.created_at DESC, artifact.artifact_id DESC LIMIT $6::integer) AS newest)`;

/** Subquery for the first `$8` people of the item. */
const PEOPLE = `
  (SELECT coalesce(json_agg(person ORDER BY ordinal), '[]')
     FROM json_array_elements(c.people) WITH ORDINALITY AS p(person, ordinal) WHERE ordinal <= $8)`;

/** The columns that only some kinds of items have. */
const COLUMNS_BY_KIND: Readonly<
  Record<string, { kinds: readonly MediaKind[]; column: (libraries: Libraries) => string }>
> = {
  series: { kinds: ['season', 'episode'], column: (libraries) => parentQuery(libraries, 'series_id') },
  season: { kinds: ['episode'], column: (libraries) => parentQuery(libraries, 'season_id') },
  previous: { kinds: ['season', 'episode'], column: (libraries) => neighbourQuery(libraries, '<') },
  next: { kinds: ['season', 'episode'], column: (libraries) => neighbourQuery(libraries, '>') },
  own_state: { kinds: ['movie', 'episode'], column: ownStateQuery },
  progress: { kinds: ['series', 'season'], column: progressQuery },
};

/** The columns of the context of the item `c` in the library `l`. Columns that no kind in `requested` has are null. */
function contextColumns(libraries: Libraries, requested: readonly MediaKind[]): string {
  const columns = Object.entries(COLUMNS_BY_KIND).map(([name, { kinds, column }]) => {
    const isRead = kinds.some((kind) => requested.includes(kind));
    return `${isRead ? column(libraries) : 'NULL::json'} AS ${name}`;
  });
  return `
  c.media, c.summary_text, c.people_total, c.facets AS all_facets, c.missing_fields, c.source_hash,
  l.name AS library_name, ${PEOPLE} AS people, ${columns.join(',\n  ')}, ${artifactsQuery(libraries)} AS artifacts`;
}

const joinLibrary = (libraries: Libraries): string =>
  `JOIN libraries l ON ${libraries.sameLibrary('l.library_id', 'c.library_id')}`;

/**
 * Reads the context of an item and the terms that find related items, as one row. Each kind has a smaller statement of
 * its own, because a distributed database plans the statement for each request. Parameters: those of `seedQuery`, $5
 * result of `visibleOwnerKeys`, $6 maximum number of artifacts, $7 user id, $8 maximum number of people.
 */
export const ITEM_CONTEXT = byMediaKind((kind): Statement =>
  perLibrary({ name: `item-context-${kind}`, library: 3, parameters: 8, items: 1 }, (libraries) =>
    seedQuery(libraries, contextColumns(libraries, [kind]), joinLibrary(libraries)),
  ),
);

/**
 * Reads the contexts of several items, each as one row, without the terms that find related items. Parameters: those of
 * `ITEM_CONTEXT`, but $1 media UUIDs and $2 their kinds.
 */
export const ITEM_CONTEXTS: Statement = perLibrary(
  { name: 'item-contexts', library: 3, parameters: 8, items: 1 },
  (libraries) => `
SELECT c.library_id, c.media_id, c.media_kind, ${contextColumns(libraries, MEDIA_KINDS)}
  FROM unnest($1::uuid[], $2::text[]) AS requested(media_id, media_kind)
  JOIN served_media_context c ON c.media_id = requested.media_id AND c.media_kind = requested.media_kind
  ${joinLibrary(libraries)}
 WHERE ${libraries.has('c.library_id')} AND ($4::uuid IS NULL OR c.library_id = $4)`,
);
