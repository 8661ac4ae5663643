import type { IntelligenceArtifactSummary } from '../../common/dto/artifact-summary.dto';
import type { IntelligenceMediaRef } from '../../common/dto/references.dto';
import type { EffectiveCaps } from '../../common/paging/cap-table';
import { summarize } from '../../common/text/summary';
import type { ReadScope } from '../../database/read-scope';
import { withArtifactIds } from '../../read-model/artifacts/artifact-ids';
import { loadProvenance } from '../../read-model/artifacts/artifact-provenance';
import { toArtifactSummary } from '../../read-model/artifacts/artifact-reader';
import type { ItemContextResponse, ItemHierarchy, ItemWatchState } from './item-context.dto';
import type { ContextRow, ReferenceRow } from './context-rows';
import { toItemFacets } from './item-facets';
import { toContextGrounding, toItemGrounding, toItemProvenance } from './item-grounding';

/** Returns the item and the grounding of an answer. */
export function toItemContext(item: ContextRow, caps: EffectiveCaps): Pick<ItemContextResponse, 'item' | 'grounding'> {
  const itemGrounding = toItemGrounding(item, caps);
  return {
    item: {
      media: withArtifactIds(item.media, artifactIdsOf(item)),
      summary: summarize(item.summary_text, caps.summary_max_chars),
      facets: toItemFacets(item, caps.facet_limit),
      people: item.people,
      people_total: item.people_total,
      hierarchy: toHierarchy(item),
      watch_state: toWatchState(item),
      missing_fields: item.missing_fields,
      artifact_ids: artifactIdsOf(item),
      provenance: toItemProvenance(item, itemGrounding, caps),
    },
    grounding: toContextGrounding(item, itemGrounding, caps),
  };
}

/**
 * Returns the artifacts about each item. Reads their provenance in one round trip, or more on a distributed database;
 * none without artifacts.
 */
export async function loadArtifacts(
  scope: ReadScope,
  items: readonly ContextRow[],
  caps: EffectiveCaps,
): Promise<IntelligenceArtifactSummary[][]> {
  const allArtifacts = items.flatMap((item) => item.artifacts);
  const provenance = await loadProvenance(scope, allArtifacts, caps.summary_max_chars);
  let index = 0;
  return items.map((item) => {
    const ids = artifactIdsOf(item);
    return item.artifacts.map((artifact) => toArtifactSummary(artifact, provenance[index++], ids, caps));
  });
}

/** Returns the ids of the artifacts about an item. */
export function artifactIdsOf(item: ContextRow): string[] {
  return item.artifacts.map((artifact) => artifact.artifact_id);
}

function toHierarchy(item: ContextRow): ItemHierarchy | null {
  if (item.media_kind === 'movie' || item.media_kind === 'series') return null;
  return {
    series: toReference(item.series),
    season: toReference(item.season),
    previous: toReference(item.previous),
    next: toReference(item.next),
  };
}

function toReference(row: ReferenceRow | null): IntelligenceMediaRef | null {
  return row === null ? null : withArtifactIds(row.media, row.artifact_ids);
}

function toWatchState(item: ContextRow): ItemWatchState | null {
  if (item.media_kind === 'movie' || item.media_kind === 'episode') {
    if (item.own_state === null) return null;
    return { ...item.own_state, last_watched_at: toTime(item.own_state.last_watched_at), episodes: null };
  }
  if (item.progress === null) return null;
  const { last_watched_at, specials_in_progress: specialsInProgress, ...episodes } = item.progress;
  if (episodes.total + episodes.specials_total === 0) return null;
  const hasOnlySpecials = episodes.total === 0;
  const completed = hasOnlySpecials ? episodes.specials_completed : episodes.completed;
  const isStarted = completed + (hasOnlySpecials ? specialsInProgress : episodes.in_progress) > 0;
  const isCompleted = completed === (hasOnlySpecials ? episodes.specials_total : episodes.total);
  return {
    state: isCompleted ? 'completed' : isStarted ? 'in_progress' : 'unwatched',
    position_seconds: null,
    duration_seconds: null,
    last_watched_at: toTime(last_watched_at),
    episodes,
  };
}

function toTime(time: string | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
