/** What is known of a related item when its reason and grounding are written. */
import type { RelationshipKind } from '../../items.dto';
import type { RankedCandidate, Signal } from '../rank/ranked-candidate';
import type { SharedTerm } from '../rank/shared-terms';
import type { RelatedDetails, RelatedSeed } from '../related.repository';

/** What a reason and its grounding are made of. */
export interface RelatedFacts {
  readonly seed: RelatedSeed;
  readonly ranked: RankedCandidate;
  readonly details: RelatedDetails;
  /** The terms that each signal may name. */
  readonly shared: ReadonlyMap<RelationshipKind, readonly SharedTerm[]>;
}

/** Collects the facts, with the terms of each signal as the related item spells them. */
export function toFacts(ranked: RankedCandidate, details: RelatedDetails, seed: RelatedSeed): RelatedFacts {
  const shared = new Map(ranked.signals.map((signal) => [signal.kind, sharedOf(signal, details)] as const));
  return { seed, ranked, details, shared };
}

function sharedOf({ terms, spelled }: Signal, details: RelatedDetails): readonly SharedTerm[] {
  if (spelled !== undefined) return spelled;
  return terms.flatMap((term) => {
    const label = details.labels[term.key];
    return label === undefined ? [] : [{ term, label }];
  });
}
