import type { EffectiveCaps } from '../../common/paging/cap-table';
import type { IntelligenceGroundingRef, IntelligenceProvenanceRef } from '../../common/dto/references.dto';
import { summarize } from '../../common/text/summary';
import type { ContextRow } from './context-rows';

/** Returns a grounding for each field that the item has: title, overview, first person, first genre and series. */
export function toItemGrounding(item: ContextRow, caps: EffectiveCaps): IntelligenceGroundingRef[] {
  const has = (field: string): boolean => !item.missing_fields.includes(field);
  const [person] = item.people;
  const genre = item.all_facets.find((facet) => facet.kind === 'genre');
  const fields: [string, string, string | undefined][] = [
    ['title', 'Title', has('title') ? item.media.title : undefined],
    ['overview', 'Overview', has('overview') ? item.summary_text : undefined],
    ['people', 'Person', person?.name],
    ['genres', 'Genre', genre?.label],
    ['series', 'Series', item.media.series?.title],
  ];
  return fields.flatMap(([field, label, text]) => {
    if (text === undefined || text === '') return [];
    const evidence = summarize(text, caps.summary_max_chars);
    return [{ source: 'media_metadata', media_id: item.media.media_id, field, label, evidence }];
  });
}

/** Returns a grounding that refers to the caller's watch state of an item. */
export function toWatchStateGrounding(mediaId: string, state: string, caps: EffectiveCaps): IntelligenceGroundingRef {
  return {
    source: 'watch_state',
    media_id: mediaId,
    field: 'state',
    label: 'Watch state of the caller',
    evidence: summarize(state, caps.summary_max_chars),
  };
}

/**
 * Returns groundings that refer to the item, to the caller's watch state and to the artifacts about the item, at most
 * `grounding_limit`.
 */
export function toContextGrounding(
  item: ContextRow,
  itemGrounding: readonly IntelligenceGroundingRef[],
  caps: EffectiveCaps,
): IntelligenceGroundingRef[] {
  const watchStateGrounding =
    item.own_state === null ? [] : [toWatchStateGrounding(item.media.media_id, item.own_state.state, caps)];
  const artifactGrounding = item.artifacts.map(({ artifact_id, title, origin }): IntelligenceGroundingRef => ({
    source: 'intelligence_artifact',
    artifact_id,
    field: 'title',
    label: 'Artifact about the item',
    evidence: summarize(title, caps.summary_max_chars),
    origin,
  }));
  return [...itemGrounding, ...watchStateGrounding, ...artifactGrounding].slice(0, caps.grounding_limit);
}

/**
 * Returns references to the record of the item and, for a season or an episode, to the record of its series, at most
 * `grounding_limit`.
 */
export function toItemProvenance(
  item: ContextRow,
  itemGrounding: readonly IntelligenceGroundingRef[],
  caps: EffectiveCaps,
): IntelligenceProvenanceRef[] {
  const { media, source_hash, series } = item;
  const records: IntelligenceProvenanceRef[] = [
    {
      source: 'media_metadata',
      media_id: media.media_id,
      source_hash,
      grounding: itemGrounding.slice(0, caps.grounding_limit),
    },
  ];
  if (series !== null) {
    const { media_id } = series.media;
    records.push({ source: 'media_metadata', media_id, source_hash: series.source_hash, grounding: [] });
  }
  return records.slice(0, caps.grounding_limit);
}
