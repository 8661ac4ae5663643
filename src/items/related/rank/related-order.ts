/**
 * Orders related items. It compares texts only for the part of the list that is read, because this comparison is the
 * most expensive step.
 */
import type { RelationshipKind } from '../../items.dto';
import { RELATIONSHIP_OF_TERM, type SeedRow } from '../related-seed';
import type { FoundCandidates } from '../related.repository';
import type { CandidateRow, RankedCandidate, RankingRequest, Signal } from './ranked-candidate';
import { compareRanked, toRanked, weighCandidates } from './related-ranking';
import { findSharedWords, type SharedTerm } from './shared-terms';
import { rounded } from './signal-weights';
import { massOf } from './term-signals';

/** Maximum number of items of one franchise or series in a list, unless the request asks for `same_series`. */
export const FRANCHISE_MAX = 3;
/** A shared title word that is at least this rare counts as a name, and the items that share it as a franchise. */
const NAME_RARITY = 0.45;

/** The related items, best first. The texts of both items support every signal. */
export function rankCandidates(rows: readonly CandidateRow[], request: RankingRequest): Iterable<RankedCandidate> {
  const ranked = supported(weighCandidates(rows, request), request.seed);
  return request.kinds?.has('same_series') ? ranked : diversified(ranked, request.seed);
}

/** Relationships that are found by look-ups of terms and ids. */
const LOOKED_UP = ['provider_related', 'shared_cast', 'similar_title', 'search_match', 'similar_genre'] as const;

/**
 * Whether row limits of the look-ups keep rows out of the list. Titles that are near in time, and terms that are too
 * common to look up, count only if the request names their relationship. Otherwise, they only fill up the list.
 */
export function isCutShort(
  found: Pick<FoundCandidates, 'hasMoreFinds' | 'hasMoreNear'>,
  { kinds, plan, terms }: RankingRequest,
): boolean {
  if (kinds === null) return found.hasMoreFinds;
  if (found.hasMoreFinds && LOOKED_UP.some((kind) => kinds.has(kind))) return true;
  if (found.hasMoreNear && kinds.has('same_library')) return true;
  return plan.comparedFacets.some((index) => {
    const term = terms[index];
    return term !== undefined && kinds.has(RELATIONSHIP_OF_TERM[term.kind]);
  });
}

/** The first wanted rows, at most `count`. */
export function takeRows(
  ranked: Iterable<RankedCandidate>,
  count: number,
  isWanted: (row: CandidateRow) => boolean = () => true,
): RankedCandidate[] {
  const taken: RankedCandidate[] = [];
  if (count <= 0) return taken;
  for (const one of ranked) {
    if (isWanted(one.row)) taken.push(one);
    if (taken.length >= count) break;
  }
  return taken;
}

/**
 * Returns the candidates in order, without the signals that their texts do not support. `weighed` has the order with
 * all signals. Removing signals can only lower a strength. So a compared candidate is next if it is stronger than all
 * that are not compared yet.
 */
function* supported(weighed: readonly RankedCandidate[], seed: SeedRow): Generator<RankedCandidate> {
  const precedes = (a: RankedCandidate, b: RankedCandidate): boolean => compareRanked(a, b, seed.base_year) < 0;
  const compared: RankedCandidate[] = [];
  for (const candidate of weighed) {
    while (compared[0] !== undefined && precedes(compared[0], candidate)) yield* compared.splice(0, 1);
    const one = withSupport(candidate, seed);
    if (one === null) continue;
    const place = compared.findIndex((other) => precedes(one, other));
    compared.splice(place < 0 ? compared.length : place, 0, one);
  }
  yield* compared;
}

/**
 * Returns the candidate without the words that its texts do not support, and without their part of each signal; null if
 * no signal remains.
 */
function withSupport(candidate: RankedCandidate, seed: SeedRow): RankedCandidate | null {
  const signals = candidate.signals.flatMap((signal): Signal[] => {
    const spelled = findSpelled(signal, candidate.row, seed);
    if (spelled === null) return [signal];
    const terms = spelled.map(({ term }) => term);
    const weight = rounded((signal.weight * massOf(terms)) / massOf(signal.terms), Math.floor);
    return weight > 0 ? [{ ...signal, weight, terms, spelled }] : [];
  });
  return toRanked(candidate.row, signals);
}

/** Look-ups match stems. These are the whole words that both texts contain; null for a signal without such words. */
function findSpelled({ kind, terms, spelled }: Signal, row: CandidateRow, seed: SeedRow): readonly SharedTerm[] | null {
  if (spelled !== undefined) return spelled;
  if (kind === 'similar_title') return findSharedWords(terms, seed.base_title, row.title);
  if (kind === 'search_match') return findSharedWords(terms, seed.base_overview, row.overview);
  return null;
}

function* diversified(ranked: Iterable<RankedCandidate>, seed: SeedRow): Generator<RankedCandidate> {
  const counts = new Map<string, number>();
  for (const one of ranked) {
    const groups = groupsOf(one, seed);
    if (groups.some((group) => (counts.get(group) ?? 0) >= FRANCHISE_MAX)) continue;
    for (const group of groups) counts.set(group, (counts.get(group) ?? 0) + 1);
    yield one;
  }
}

/** Signals that distinguish a member of a franchise from an item with a similar title. */
const MEMBERSHIP: ReadonlySet<RelationshipKind> = new Set(['provider_related', 'shared_cast', 'search_match']);

/**
 * Returns the franchises and the series that an item belongs to. An item whose people and overview share nothing with
 * the seed is a namesake: "Rocky Mountain" is not part of "Rocky". If there are no people or no overview, only the
 * title decides.
 */
function groupsOf({ row, signals }: RankedCandidate, seed: SeedRow): string[] {
  const series = row.media_kind === 'series' ? row.media_id : row.series_id;
  const own = series === null ? [] : [`series:${series}`];
  const seedIsSparse = seed.base_overview === '' || !seed.facets.some(([kind]) => kind === 'person');
  if (!row.sparse && !seedIsSparse && !signals.some(({ kind }) => MEMBERSHIP.has(kind))) return own;
  const names = signals.find((signal) => signal.kind === 'similar_title')?.terms ?? [];
  return [
    ...own,
    ...row.franchise_keys.map((key) => `franchise:${key}`),
    ...names.filter((term) => term.rarity >= NAME_RARITY).map((term) => `name:${term.key}`),
  ];
}
