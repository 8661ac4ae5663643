import type { EffectiveCaps } from '../../common/paging/cap-table';
import { summarize } from '../../common/text/summary';
import { withArtifactIds } from '../../read-model/artifacts/artifact-ids';
import { windowAroundRanges } from '../../search/evidence-window';
import type { IntelligenceCandidate } from '../candidates.dto';
import type { CandidateDetails } from '../candidates.repository';
import type { RankedCandidate } from '../ranking/candidate-row';
import { matchFields, describeMatches } from './evidence';
import type { FieldMatcher } from './field-matcher';

/** Converts a ranked row to a candidate of an answer, with the evidence for its match. */
export function toCandidate(
  matcher: FieldMatcher,
  { score }: RankedCandidate,
  details: CandidateDetails,
  caps: EffectiveCaps,
): IntelligenceCandidate {
  const { media, artifact_ids } = details;
  const matches = matchFields(matcher, details.texts, media);
  return {
    media: withArtifactIds(media, artifact_ids),
    summary: summarize(details.summary_text, caps.summary_max_chars),
    match_reason: describeMatches(matches),
    score,
    matched: matches.map(({ field, tier }) => ({ field, tier })),
    artifact_ids,
    grounding: matches.slice(0, caps.grounding_limit).map((match) => {
      const { media_id, title } = match.isOfSeries === true ? (media.series ?? media) : media;
      return {
        source: 'search_index',
        media_id,
        field: match.nonTextField ?? match.field,
        label: title,
        evidence: windowAroundRanges(match.text, match.ranges, caps.summary_max_chars),
      };
    }),
  };
}
