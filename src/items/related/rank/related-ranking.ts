/** Computes the signals and the strength of candidates. The functions are pure. */
import { RELATIONSHIP_KINDS, type RelationshipKind } from '../relationship-kinds';
import type { SeedRow } from '../seed/seed-row';
import { hierarchySignals } from './hierarchy-signals';
import { findNamedId } from './named-id';
import type { RankedCandidate, RankingRequest, Signal } from './ranked-candidate';
import type { CandidateRow } from '../related-rows';
import { MAX_WEIGHTS, roundWeight } from './signal-weights';
import { TermComparison } from './term-signals';

/** Returns the candidates that have signals, the strongest first. The comparison of texts can later remove signals. */
export function scoreCandidates(rows: readonly CandidateRow[], request: RankingRequest): RankedCandidate[] {
  const comparison = new TermComparison(request);
  return rows
    .filter((row) => row.media_id !== request.seed.media_id)
    .map((row) => scoreCandidate(row, request, comparison))
    .filter((candidate) => candidate !== null)
    .sort((a, b) => compareRanked(a, b, request.seed.base_year));
}

/**
 * Returns the candidate with its signals, or null if there are none. Scales the weights down if their sum exceeds 1.
 */
export function toRanked(row: CandidateRow, signals: readonly Signal[]): RankedCandidate | null {
  const sorted = signals.toSorted(
    (a, b) => b.weight - a.weight || RELATIONSHIP_KINDS.indexOf(a.kind) - RELATIONSHIP_KINDS.indexOf(b.kind),
  );
  const total = sumWeights(sorted);
  const scaleDown = (signal: Signal): Signal => ({ ...signal, weight: roundWeight(signal.weight / total, Math.floor) });
  const [first, ...others] = total > 1 ? sorted.map(scaleDown) : sorted;
  if (first === undefined) return null;
  const scaled: [Signal, ...Signal[]] = [first, ...others];
  return { row, signals: scaled, strength: roundWeight(sumWeights(scaled)) };
}

function sumWeights(signals: readonly Signal[]): number {
  return signals.reduce((sum, { weight }) => sum + weight, 0);
}

function scoreCandidate(
  row: CandidateRow,
  request: RankingRequest,
  comparison: TermComparison,
): RankedCandidate | null {
  const isRequested = (kind: RelationshipKind): boolean => request.kinds?.has(kind) ?? true;
  const signals = [
    ...hierarchySignals(row, request.seed),
    ...providerSignals(row, request.seed),
    ...comparison.signals(row),
  ].filter(({ kind, weight }) => weight > 0 && isRequested(kind));
  if (signals.length === 0 && row.library_id === request.seed.library_id && isRequested('same_library')) {
    signals.push({ kind: 'same_library', weight: MAX_WEIGHTS.same_library, terms: [] });
  }
  return toRanked(row, signals);
}

function providerSignals(row: CandidateRow, seed: SeedRow): Signal[] {
  if (findNamedId(row, seed) === null) return [];
  return [{ kind: 'provider_related', weight: MAX_WEIGHTS.provider_related, terms: [] }];
}

/**
 * Compares related items: the stronger first, then the nearer to `year`, then by id. An unknown year counts as 1,000
 * years away. The result is never 0 for two items.
 */
export function compareRanked(a: RankedCandidate, b: RankedCandidate, year: number | null): number {
  return (
    b.strength - a.strength ||
    yearsBetween(a.row.year, year) - yearsBetween(b.row.year, year) ||
    (a.row.media_id < b.row.media_id ? -1 : 1)
  );
}

function yearsBetween(a: number | null, b: number | null): number {
  return a === null || b === null ? 1_000 : Math.abs(a - b);
}
