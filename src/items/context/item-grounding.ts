import type { EffectiveCaps } from '../../common/paging/caps';
import type { IntelligenceGroundingRef, IntelligenceProvenanceRef } from '../../common/dto/intelligence.dto';
import { summarize } from '../../common/text/summary';
import type { ItemRow } from '../items.repository';

/** What an item's fields say, each with the field it stands in: the best known first. */
export function toItemGrounding(item: ItemRow, caps: EffectiveCaps): IntelligenceGroundingRef[] {
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

/** What the whole answer rests on: the item, the caller's own state of it, and the artifacts about it. */
export function toContextGrounding(
  item: ItemRow,
  own: readonly IntelligenceGroundingRef[],
  caps: EffectiveCaps,
): IntelligenceGroundingRef[] {
  const watched: IntelligenceGroundingRef[] =
    item.own_state === null
      ? []
      : [
          {
            source: 'watch_state',
            media_id: item.media.media_id,
            field: 'state',
            label: 'How far the caller has come',
            evidence: summarize(item.own_state.state, caps.summary_max_chars),
          },
        ];
  const artifacts = item.artifacts.map(({ artifact_id, title }): IntelligenceGroundingRef => ({
    source: 'intelligence_artifact',
    artifact_id,
    field: 'title',
    label: 'Artifact about the item',
    evidence: summarize(title, caps.summary_max_chars),
  }));
  return [...own, ...watched, ...artifacts].slice(0, caps.grounding_limit);
}

/** The records the context is derived from: the item's own and, for a season or an episode, its series'. */
export function toItemProvenance(
  item: ItemRow,
  own: readonly IntelligenceGroundingRef[],
  caps: EffectiveCaps,
): IntelligenceProvenanceRef[] {
  const { media, source_hash, series } = item;
  const records: IntelligenceProvenanceRef[] = [
    { source: 'media_metadata', media_id: media.media_id, source_hash, grounding: own.slice(0, caps.grounding_limit) },
  ];
  if (series !== null) {
    const { media_id } = series.media;
    records.push({ source: 'media_metadata', media_id, source_hash: series.source_hash, grounding: [] });
  }
  return records.slice(0, caps.grounding_limit);
}
