/** One related item of an answer: its signals, the reason made of them, and their grounding. */
import type { EffectiveCaps } from '../../../common/paging/cap-table';
import { boundText } from '../../../common/text/summary';
import { withArtifactIds } from '../../../read-model/artifacts/artifact-ids';
import { type RelatedItem, type RelationshipKind, SHARED_MAX } from '../../items.dto';
import { findNamedId } from '../rank/named-id';
import type { RankedCandidate } from '../rank/ranked-candidate';
import type { RelatedDetails, RelatedSeed } from '../related.repository';
import { groundingOf } from './related-grounding';
import { type RelatedFacts, toFacts } from './related-facts';
import { toReason } from './related-reason';

/** Maximum number of groundings of one signal. */
const GROUNDINGS_PER_SIGNAL = 4;

/** A related item as an answer returns it. */
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
    reason: boundText(toReason(facts)),
    signals: ranked.signals.map(({ kind, weight }) => ({
      signal: kind,
      weight,
      shared: namesOf(facts, kind).slice(0, SHARED_MAX),
    })),
    artifact_ids: details.artifact_ids,
    grounding: ranked.signals
      .flatMap(({ kind }) => groundingOf(facts, kind, caps.summary_max_chars).slice(0, GROUNDINGS_PER_SIGNAL))
      .slice(0, caps.grounding_limit),
  };
}

/** The names that a signal shares, as the related item spells them. */
function namesOf({ seed, ranked, details, shared }: RelatedFacts, kind: RelationshipKind): string[] {
  if (kind === 'same_series' || kind === 'watch_next') return [details.media.series?.title ?? details.media.title];
  if (kind === 'same_library') return [details.library_name];
  if (kind === 'provider_related') return [findNamedId(ranked.row, seed)?.id ?? ''].filter((id) => id !== '');
  return [...new Set((shared.get(kind) ?? []).map(({ label }) => label))];
}
