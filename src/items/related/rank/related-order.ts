/**
 * Orders related items. Compares texts, the most expensive step, only for the part of the list that the caller reads.
 */
import type { RelationshipKind } from '../relationship-kinds';
import { TermScanner } from '../../../search/text/term-scanner';
import { RELATIONSHIP_OF_TERM } from '../seed/related-seed';
import type { SeedRow, SeedTerm } from '../seed/seed-row';
import type { CandidateRow, FoundCandidates } from '../related-rows';
import type { RankedCandidate, RankingRequest, Signal } from './ranked-candidate';
import { compareRanked, scoreCandidates, toRanked } from './related-ranking';
import { findSharedWords, lexemeOf, type SharedTerm } from './shared-terms';
import { roundWeight } from './signal-weights';
import { sumSquaredRarities } from './rarity-sums';

/** Maximum number of items of one franchise or series in a list, unless the request asks for `same_series`. */
export const FRANCHISE_MAX = 3;
/** Minimum rarity of a shared title word that counts as the name of a franchise. */
export const NAME_RARITY = 0.45;

/** Returns the related items, the strongest first. Signals contain only words that are in the texts of both items. */
export function rankCandidates(rows: readonly CandidateRow[], request: RankingRequest): Iterable<RankedCandidate> {
  const ranked = keepSupported(scoreCandidates(rows, request), request.seed);
  return request.kinds?.has('same_series') ? ranked : limitFranchises(ranked, request.seed);
}

/** Relationships that are found by look-ups of terms and ids. */
const LOOKED_UP_KINDS = ['provider_related', 'shared_cast', 'similar_title', 'search_match', 'similar_genre'] as const;

/**
 * Returns whether the list may lack related items: those that a row limit left out, and those that share with the seed
 * only people or genres that are not looked up alone. The latter, and items near in time, count only if the request
 * names their relationship, because otherwise they merely fill up a list.
 */
export function isListCut(
  candidates: Pick<FoundCandidates, 'hasDroppedCandidates' | 'hasDroppedNearItems'>,
  { kinds, plan, terms }: RankingRequest,
): boolean {
  if (kinds === null) return candidates.hasDroppedCandidates;
  if (candidates.hasDroppedCandidates && LOOKED_UP_KINDS.some((kind) => kinds.has(kind))) return true;
  if (candidates.hasDroppedNearItems && kinds.has('same_library')) return true;
  return plan.comparedFacets.some((index) => {
    const term = terms[index];
    return term !== undefined && kinds.has(RELATIONSHIP_OF_TERM[term.kind]);
  });
}

/** Returns the first `count` candidates that `isIncluded` accepts. */
export function takeRows(
  ranked: Iterable<RankedCandidate>,
  count: number,
  isIncluded: (row: CandidateRow) => boolean = () => true,
): RankedCandidate[] {
  const taken: RankedCandidate[] = [];
  if (count <= 0) return taken;
  for (const candidate of ranked) {
    if (isIncluded(candidate.row)) taken.push(candidate);
    if (taken.length >= count) break;
  }
  return taken;
}

/**
 * Returns the candidates in order, without the signals that their texts do not support. `scored` is in the order of the
 * strengths before the comparison. Because a comparison can only lower a strength, a compared candidate comes next if
 * it is stronger than all candidates that are not compared yet.
 */
function* keepSupported(scored: readonly RankedCandidate[], seed: SeedRow): Generator<RankedCandidate> {
  const precedes = (a: RankedCandidate, b: RankedCandidate): boolean => compareRanked(a, b, seed.base_year) < 0;
  const compared: RankedCandidate[] = [];
  const words = new Set<SeedTerm>();
  for (const { signals } of scored)
    for (const signal of signals) if (needsComparison(signal)) for (const term of signal.terms) words.add(term);
  // Most words of an overview are not among the compared ones, so the scanner skips them.
  const scanner = new TermScanner(new Set([...words].map(lexemeOf)));
  for (const candidate of scored) {
    while (compared[0] !== undefined && precedes(compared[0], candidate)) yield* compared.splice(0, 1);
    const supported = removeUnsupported(candidate, seed, scanner);
    if (supported === null) continue;
    const index = compared.findIndex((other) => precedes(supported, other));
    compared.splice(index < 0 ? compared.length : index, 0, supported);
  }
  yield* compared;
}

/**
 * Removes the words that the texts of the seed and the candidate do not share, and lowers the weights of their signals.
 * Returns null if no signal remains.
 */
function removeUnsupported(candidate: RankedCandidate, seed: SeedRow, scanner: TermScanner): RankedCandidate | null {
  const signals = candidate.signals.flatMap((signal): Signal[] => {
    const sharedTerms = findSupportingTerms(signal, candidate.row, seed, scanner);
    if (sharedTerms === null) return [signal];
    const terms = sharedTerms.map(({ term }) => term);
    const weight = roundWeight(
      (signal.weight * sumSquaredRarities(terms)) / sumSquaredRarities(signal.terms),
      Math.floor,
    );
    return weight > 0 ? [{ ...signal, weight, terms, sharedTerms }] : [];
  });
  return toRanked(candidate.row, signals);
}

/**
 * Returns the terms that both texts contain as whole words; null for signals without words. The comparison is
 * necessary because look-ups match stems.
 */
function findSupportingTerms(
  signal: Signal,
  row: CandidateRow,
  seed: SeedRow,
  scanner: TermScanner,
): readonly SharedTerm[] | null {
  const { kind, terms, sharedTerms } = signal;
  if (!needsComparison(signal)) return sharedTerms ?? null;
  const [seedText, text] = kind === 'similar_title' ? [seed.base_title, row.title] : [seed.base_overview, row.overview];
  return findSharedWords(terms, seedText, text, (each) => scanner.wordsIn(each));
}

/** Returns whether the words of a signal must still be compared with the texts. */
function needsComparison({ kind, sharedTerms }: Signal): boolean {
  return sharedTerms === undefined && (kind === 'similar_title' || kind === 'search_match');
}

function* limitFranchises(ranked: Iterable<RankedCandidate>, seed: SeedRow): Generator<RankedCandidate> {
  const counts = new Map<string, number>();
  for (const candidate of ranked) {
    const groups = franchisesOf(candidate, seed);
    if (groups.some((group) => (counts.get(group) ?? 0) >= FRANCHISE_MAX)) continue;
    for (const group of groups) counts.set(group, (counts.get(group) ?? 0) + 1);
    yield candidate;
  }
}

/** Signals that distinguish a member of a franchise from an item with a similar title. */
const FRANCHISE_SIGNALS: ReadonlySet<RelationshipKind> = new Set(['provider_related', 'shared_cast', 'search_match']);

/**
 * Returns the keys of the series and the franchises that an item belongs to. Without one of the `FRANCHISE_SIGNALS`, it
 * belongs to no franchise ("Rocky Mountain" and "Rocky"), unless the item or the seed has no people or no overview.
 */
function franchisesOf({ row, signals }: RankedCandidate, seed: SeedRow): string[] {
  const series = row.media_kind === 'series' ? row.media_id : row.series_id;
  const seriesKeys = series === null ? [] : [`series:${series}`];
  const isSeedSparse = seed.base_overview === '' || !seed.facets.some(([kind]) => kind === 'person');
  if (!row.sparse && !isSeedSparse && !signals.some(({ kind }) => FRANCHISE_SIGNALS.has(kind))) return seriesKeys;
  const titleTerms = signals.find((signal) => signal.kind === 'similar_title')?.terms ?? [];
  return [
    ...seriesKeys,
    ...row.franchise_keys.map((key) => `franchise:${key}`),
    ...titleTerms.filter((term) => term.rarity >= NAME_RARITY).map((term) => `name:${term.key}`),
  ];
}
