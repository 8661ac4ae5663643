import type { EffectiveCaps } from '../../../common/paging/cap-table';
import { truncateText } from '../../../common/text/summary';
import { withArtifactIds } from '../../../read-model/artifacts/artifact-ids';
import { type RelatedItem, SHARED_MAX } from '../related.dto';
import { type RelationshipKind } from '../relationship-kinds';
import { findNamedId } from '../rank/named-id';
import type { RankedCandidate } from '../rank/ranked-candidate';
import type { RelatedDetails, RelatedSeed } from '../related-rows';
import { toGrounding } from './related-grounding';
import { type RelatedFacts, toFacts } from './related-facts';
import { toReason } from './related-reason';

/** Maximum number of groundings of one signal. */
const GROUNDINGS_PER_SIGNAL = 4;

/** Converts a ranked candidate to a related item of an answer. */
export function toRelatedItem(
  ranked: RankedCandidate,
  details: RelatedDetails,
  seed: RelatedSeed,
  caps: EffectiveCaps,
): RelatedItem {
  const facts = toFacts(ranked, details, seed);
  return {
    media: withArtifactIds(details.media, details.artifact_ids),
    relationship: ranked.signals[0].kind,
    strength: ranked.strength,
    reason: truncateText(toReason(facts)),
    signals: ranked.signals.map(({ kind, weight }) => ({
      signal: kind,
      weight,
      shared: sharedNames(facts, kind).slice(0, SHARED_MAX),
    })),
    artifact_ids: details.artifact_ids,
    grounding: ranked.signals
      .flatMap(({ kind }) => toGrounding(facts, kind, caps.summary_max_chars).slice(0, GROUNDINGS_PER_SIGNAL))
      .slice(0, caps.grounding_limit),
  };
}

/**
 * Returns what both items share, depending on the signal: the title of the series, the name of the library, the id by
 * which one names the other, or terms as the related item spells them.
 */
function sharedNames({ seed, ranked, details, shared }: RelatedFacts, kind: RelationshipKind): string[] {
  if (kind === 'same_series' || kind === 'watch_next') return [details.media.series?.title ?? details.media.title];
  if (kind === 'same_library') return [details.library_name];
  if (kind === 'provider_related') return [findNamedId(ranked.row, seed)?.id ?? ''].filter((id) => id !== '');
  return [...new Set((shared.get(kind) ?? []).map(({ label }) => label))];
}
