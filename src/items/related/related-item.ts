/** One related item as answers say it: its signals, a reason made of them, and their grounding. */
import type { EffectiveCaps } from '../../common/paging/caps';
import type { IntelligenceGroundingRef } from '../../common/dto/intelligence.dto';
import { boundText, summarize } from '../../common/text/summary';
import { withArtifactIds } from '../../read-model/artifacts/artifact-ids';
import { type RelatedItem, type RelationshipKind, SHARED_MAX } from '../items.dto';
import { windowAroundTerms } from '../../search/evidence-window';
import type { RelatedDetails, RelatedSeed } from './related.repository';
import { toReason } from './related-reason';
import { findNamedId, type RankedCandidate, type Signal } from './related-ranking';
import type { SharedTerm } from './shared-terms';

/** What a reason and its grounding are made of. */
export interface RelatedMaterial {
  readonly seed: RelatedSeed;
  readonly ranked: RankedCandidate;
  readonly details: RelatedDetails;
  /** What each signal may name. */
  readonly shared: ReadonlyMap<RelationshipKind, readonly SharedTerm[]>;
}

/** Groundings of one signal. */
const GROUNDINGS_PER_SIGNAL = 4;

/** The item as it is answered. */
export function toRelatedItem(
  ranked: RankedCandidate,
  details: RelatedDetails,
  seed: RelatedSeed,
  caps: EffectiveCaps,
): RelatedItem {
  const shared = new Map(ranked.signals.map((signal) => [signal.kind, sharedOf(signal, details)] as const));
  const material: RelatedMaterial = { seed, ranked, details, shared };
  return {
    media: withArtifactIds(details.media, details.artifact_ids),
    relationship: ranked.signals[0].kind,
    strength: ranked.strength,
    reason: boundText(toReason(material)),
    signals: ranked.signals.map(({ kind, weight }) => ({
      signal: kind,
      weight,
      shared: namesOf(material, kind).slice(0, SHARED_MAX),
    })),
    artifact_ids: details.artifact_ids,
    grounding: ranked.signals
      .flatMap(({ kind }) => groundingOf(material, kind, caps.summary_max_chars).slice(0, GROUNDINGS_PER_SIGNAL))
      .slice(0, caps.grounding_limit),
  };
}

function sharedOf({ terms, spelled }: Signal, details: RelatedDetails): readonly SharedTerm[] {
  if (spelled !== undefined) return spelled;
  return terms.flatMap((term) => {
    const label = details.labels[term.key];
    return label === undefined ? [] : [{ term, label }];
  });
}

/** What a signal says is shared, as it is spelled. */
function namesOf({ seed, ranked, details, shared }: RelatedMaterial, kind: RelationshipKind): string[] {
  if (kind === 'same_series' || kind === 'watch_next') return [details.media.series?.title ?? details.media.title];
  if (kind === 'same_library') return [details.library_name];
  if (kind === 'provider_related') return [findNamedId(ranked.row, seed)?.id ?? ''].filter((id) => id !== '');
  return [...new Set((shared.get(kind) ?? []).map(({ label }) => label))];
}

const FIELD_OF_KIND = { shared_cast: 'people', similar_genre: 'genres', similar_title: 'title' } as const;
const LABEL_OF_KIND = {
  shared_cast: 'Shared person',
  similar_genre: 'Shared genre',
  similar_title: 'Title with a shared word',
} as const;

function groundingOf(material: RelatedMaterial, kind: RelationshipKind, maxChars: number): IntelligenceGroundingRef[] {
  const { seed, ranked, details, shared } = material;
  const media_id = details.media.media_id;
  const terms = shared.get(kind) ?? [];
  switch (kind) {
    case 'shared_cast':
    case 'similar_genre':
      return terms.map(({ label }) => ({
        source: 'media_metadata',
        media_id,
        field: FIELD_OF_KIND[kind],
        label: LABEL_OF_KIND[kind],
        evidence: summarize(label, maxChars),
      }));
    case 'similar_title':
      return [titleGrounding(media_id, LABEL_OF_KIND[kind], details.media.title, maxChars)];
    case 'search_match': {
      const lexemes = new Set(terms.map(({ term }) => term.key.slice(1)));
      const evidence = windowAroundTerms(details.overview, lexemes, maxChars);
      return [{ source: 'search_index', media_id, field: 'overview', label: 'Overview with shared words', evidence }];
    }
    case 'same_series': {
      const series = details.media.series;
      if (series === null) return [titleGrounding(media_id, 'The series itself', details.media.title, maxChars)];
      const evidence = summarize(series.title, maxChars);
      return [{ source: 'media_metadata', media_id, field: 'series', label: 'Its series', evidence }];
    }
    case 'watch_next':
      return [{ source: 'watch_state', media_id, field: 'state', label: 'Not watched to the end' }];
    case 'provider_related': {
      const named = findNamedId(ranked.row, seed);
      if (named === null) return [];
      const by = named.by === 'seed' ? seed.media.media_id : media_id;
      const evidence = summarize(named.id, maxChars);
      return [
        { source: 'media_metadata', media_id: by, field: 'provider_related', label: 'Named as related', evidence },
      ];
    }
    case 'same_library': {
      const evidence = summarize(details.library_name, maxChars);
      return [{ source: 'library', field: 'name', label: 'The library of both', evidence }];
    }
  }
}

function titleGrounding(media_id: string, label: string, title: string, maxChars: number): IntelligenceGroundingRef {
  return { source: 'media_metadata', media_id, field: 'title', label, evidence: summarize(title, maxChars) };
}
