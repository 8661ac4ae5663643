import type { RelationshipKind } from '../relationship-kinds';
import type { RankedCandidate, Signal } from '../rank/ranked-candidate';
import type { SharedTerm } from '../rank/shared-terms';
import type { RelatedDetails, RelatedSeed } from '../related-rows';

/** The data from which the reason and the grounding of a related item are built. */
export interface RelatedFacts {
  readonly seed: RelatedSeed;
  readonly ranked: RankedCandidate;
  readonly details: RelatedDetails;
  /** The shared terms of each signal. */
  readonly shared: ReadonlyMap<RelationshipKind, readonly SharedTerm[]>;
}

/** Collects the facts. Signals without `sharedTerms` get the labels of their terms from the related item. */
export function toFacts(ranked: RankedCandidate, details: RelatedDetails, seed: RelatedSeed): RelatedFacts {
  const shared = new Map(ranked.signals.map((signal) => [signal.kind, findSharedTerms(signal, details)] as const));
  return { seed, ranked, details, shared };
}

function findSharedTerms({ terms, sharedTerms }: Signal, details: RelatedDetails): readonly SharedTerm[] {
  if (sharedTerms !== undefined) return sharedTerms;
  return terms.flatMap((term) => {
    const label = details.labels[term.key];
    return label === undefined ? [] : [{ term, label }];
  });
}
