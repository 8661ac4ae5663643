/** Candidates and what relates each to the seed, with weights: pure, so that equal catalogs give equal lists. */
import type { MediaKind } from '../../common/media-id';
import { wordsOf } from '../../search/text/words';
import { namesKey, hasKey } from '../../read-model/media/related-keys';
import { RELATIONSHIP_KINDS, type RelationshipKind } from '../items.dto';
import { RELATIONSHIP_OF_TERM, type SeedRow, type SeedTerm } from './related-seed';
import type { RetrievalPlan } from './retrieval-plan';
import type { SharedTerm } from './shared-terms';

/** How a row stands in the seed's series, or that it is near in time. */
export type Place = 'child' | 'special' | 'next' | 'previous' | 'parent' | 'watch_next' | 'near';

/** A candidate as it was found. */
export interface CandidateRow {
  readonly library_id: string;
  /** UUID. */
  readonly media_id: string;
  readonly media_kind: MediaKind;
  readonly series_id: string | null;
  readonly title: string;
  readonly year: number | null;
  readonly franchise_keys: readonly string[];
  /** The beginning of the overview where a look-up of words found the row, else empty. */
  readonly overview: string;
  /** Look-ups that found it, counted from one: positive for facets, negative for words; zero for provider ids. */
  readonly probes: readonly number[] | null;
  readonly places: readonly (readonly [Place, number])[] | null;
  /** Indexes into the plan's compared facets. */
  readonly compared: readonly number[];
  /** Given when one of them is an id that it and the seed have to do with. */
  readonly provider_keys: readonly string[] | null;
}

/** One reason why two items are related. */
export interface Signal {
  readonly kind: RelationshipKind;
  /** Its part of the strength, above 0 and at most 1, to four decimals. */
  readonly weight: number;
  /** Terms shared, the most telling first; none for hierarchy, provider and library. */
  readonly terms: readonly SeedTerm[];
  /** Of a title or an overview the terms that both texts spell alike, once they are compared; never empty. */
  readonly spelled?: readonly SharedTerm[];
}

/** A candidate with its place in the list. */
export interface RankedCandidate {
  readonly row: CandidateRow;
  /** The heaviest first. */
  readonly signals: readonly [Signal, ...Signal[]];
  /** Sum of the signals' weights, 0 to 1, to four decimals. */
  readonly strength: number;
}

/** What to rank for. */
export interface RankingRequest {
  readonly seed: SeedRow;
  readonly terms: readonly SeedTerm[];
  readonly plan: RetrievalPlan;
  /** Relationships looked at; null for all, with at most three items of one franchise or series. */
  readonly kinds: ReadonlySet<RelationshipKind> | null;
}

/** The most that each relationship adds to a strength. What a stranger and what a relative can have both sum up to 1. */
const HEAVIEST: Readonly<Record<RelationshipKind, number>> = {
  watch_next: 0.35,
  same_series: 0.34,
  provider_related: 0.3,
  shared_cast: 0.27,
  similar_title: 0.2,
  search_match: 0.17,
  similar_genre: 0.05,
  same_library: 0.01,
};
/** How much shared rarity brings a signal to 63 % of its heaviest. */
const SATURATION = { shared_cast: 0.8, search_match: 1.5, similar_genre: 0.5 } as const;
/** What a series is about says less about one of its episodes. */
const BORROWED = 0.3;
/** What a title has beside the shared words counts against it at this rarity. */
const OTHER_WORD_RARITY = 0.3;

/** The candidates with their signals, best first. Texts are not compared yet: that may take signals away. */
export function weighCandidates(rows: readonly CandidateRow[], request: RankingRequest): RankedCandidate[] {
  return rows
    .filter((row) => row.media_id !== request.seed.media_id)
    .map((row) => weigh(row, request))
    .filter((one) => one !== null)
    .sort((a, b) => compareRanked(a, b, request.seed.base_year));
}

/** A candidate with the signals it has left; null without any. Weights that sum up to more than 1 are scaled. */
export function toRanked(row: CandidateRow, signals: readonly Signal[]): RankedCandidate | null {
  const heaviest = [...signals].sort(
    (a, b) => b.weight - a.weight || RELATIONSHIP_KINDS.indexOf(a.kind) - RELATIONSHIP_KINDS.indexOf(b.kind),
  );
  const total = heaviest.reduce((sum, signal) => sum + signal.weight, 0);
  const scale = total > 1 ? 1 / total : 1;
  const [first, ...others] = heaviest.map((signal) => ({
    ...signal,
    weight: rounded(signal.weight * scale, Math.floor),
  }));
  if (first === undefined) return null;
  const kept: [Signal, ...Signal[]] = [first, ...others];
  return { row, signals: kept, strength: rounded(kept.reduce((sum, signal) => sum + signal.weight, 0)) };
}

function weigh(row: CandidateRow, request: RankingRequest): RankedCandidate | null {
  const signals = [
    ...hierarchySignals(row, request.seed),
    ...providerSignals(row, request.seed),
    ...termSignals(row, request),
  ].filter((signal) => signal.weight > 0 && (request.kinds?.has(signal.kind) ?? true));
  if (signals.length === 0 && row.library_id === request.seed.library_id) {
    if (request.kinds?.has('same_library') ?? true) {
      signals.push({ kind: 'same_library', weight: HEAVIEST.same_library, terms: [] });
    }
  }
  return toRanked(row, signals);
}

/** How near a relative is: 1 is nearest, 0.3 farthest; strictly falling with the distance. */
function nearness(place: Place, distance: number): number {
  const far = 0.3 + 0.7 / (1 + 0.1 * (distance - 1));
  if (place === 'next' || place === 'child') return far;
  if (place === 'previous') return far - 0.02;
  if (place === 'special') return 0.3 / (1 + 0.01 * distance);
  return 0.25 / distance;
}

function hierarchySignals(row: CandidateRow, seed: SeedRow): Signal[] {
  const places = row.places ?? [];
  const relatives = places.filter(([place]) => place !== 'near' && place !== 'watch_next');
  const nearest = Math.max(0, ...relatives.map(([place, distance]) => nearness(place, distance)));
  const own = rounded(HEAVIEST.same_series * nearest);
  if (!places.some(([place]) => place === 'watch_next')) {
    return own > 0 ? [{ kind: 'same_series', weight: own, terms: [] }] : [];
  }
  // An episode's neighbours stand before the one to watch next, unless that is one of them.
  const steps = relatives.filter(([place]) => place === 'next' || place === 'previous').map(([, distance]) => distance);
  const isApart = seed.media_kind === 'episode' && !steps.includes(1);
  return [
    { kind: 'watch_next', weight: isApart ? WATCH_NEXT_APART : HEAVIEST.watch_next, terms: [] },
    { kind: 'same_series', weight: isApart ? FARTHEST_RELATIVE : Math.max(own, FARTHEST_RELATIVE), terms: [] },
  ];
}

const WATCH_NEXT_APART = 0.2;
const FARTHEST_RELATIVE = rounded(HEAVIEST.same_series * 0.3);

function providerSignals(row: CandidateRow, seed: SeedRow): Signal[] {
  if (findNamedId(row, seed) === null) return [];
  return [{ kind: 'provider_related', weight: HEAVIEST.provider_related, terms: [] }];
}

/** The id by which one of the two names the other, and which of them does; null when neither does. */
export function findNamedId(
  row: CandidateRow,
  seed: Pick<SeedRow, 'provider_keys' | 'media_kind' | 'media_id'>,
): { readonly id: string; readonly by: 'seed' | 'candidate' } | null {
  const named = new Set(seed.provider_keys);
  const canonical = `${row.media_kind}:${row.media_id}`;
  if (named.has(namesKey(canonical))) return { id: canonical, by: 'seed' };
  for (const key of row.provider_keys ?? []) {
    if (key.startsWith('has:') && named.has(namesKey(key.slice(4)))) return { id: key.slice(4), by: 'seed' };
    if (!key.startsWith('names:')) continue;
    const id = key.slice(6);
    if (id === `${seed.media_kind}:${seed.media_id}` || named.has(hasKey(id))) return { id, by: 'candidate' };
  }
  return null;
}

function termSignals(row: CandidateRow, request: RankingRequest): Signal[] {
  // A relative is one by its series; that they share people and genres goes without saying.
  if (row.media_kind === 'season' || row.media_kind === 'episode') return [];
  const { seed, terms } = request;
  if (row.media_id === seed.base_id) return [];
  const shared = sharedTerms(row, request);
  const scale = seed.base_id === seed.media_id ? 1 : BORROWED;
  const signals: Signal[] = [];
  for (const kind of ['person', 'word', 'genre'] as const) {
    const relationship = RELATIONSHIP_OF_TERM[kind];
    const own = shared.filter((term) => term.kind === kind);
    const mass = own.reduce((sum, term) => sum + (kind === 'genre' ? term.rarity : term.rarity ** 2), 0);
    const weight = HEAVIEST[relationship] * saturate(mass, SATURATION[relationship as keyof typeof SATURATION]) * scale;
    if (own.length > 0) signals.push({ kind: relationship, weight: rounded(weight), terms: own });
  }
  const title = titleSignal(row.title, terms, scale);
  return title === null ? signals : [...signals, title];
}

function sharedTerms(row: CandidateRow, { terms, plan }: RankingRequest): SeedTerm[] {
  const indexes = new Set<number>();
  for (const probe of row.probes ?? []) {
    const found = probe > 0 ? plan.facetProbes[probe - 1] : probe < 0 ? plan.lexemeProbes[-probe - 1] : undefined;
    for (const index of found?.terms ?? []) indexes.add(index);
  }
  for (const place of row.compared) {
    const index = plan.comparedFacets[place];
    if (index !== undefined) indexes.add(index);
  }
  // Terms stand from the rarest on, so their indexes are the order of how much they tell.
  return [...indexes].sort((a, b) => a - b).flatMap((index) => terms[index] ?? []);
}

/** Titles are compared whole: words that only one of them has count against the likeness. */
function titleSignal(title: string, terms: readonly SeedTerm[], scale: number): Signal | null {
  const own = terms.filter((term) => term.kind === 'title');
  if (!mayShare(title, own)) return null;
  const lexemes = new Set(
    wordsOf(title)
      .filter((word) => !word.stop)
      .map((word) => word.lexeme),
  );
  const shared = own.filter((term) => lexemes.has(term.key.slice(1)));
  if (shared.length === 0) return null;
  const common = sumOf(shared, (term) => term.rarity);
  const missing = sumOf(own, (term) => term.rarity) - common;
  const others = (lexemes.size - shared.length) * OTHER_WORD_RARITY;
  const likeness = common / (common + missing + others / 2 + 1e-9);
  const told = saturate(
    sumOf(shared, (term) => term.rarity ** 2),
    0.35,
  );
  const weight = rounded(HEAVIEST.similar_title * likeness * told * scale);
  return weight > 0 ? { kind: 'similar_title', weight, terms: shared } : null;
}

const ASCII = /^[\0-\x7f]*$/;
/** Characters that stemming leaves as they are. */
const STEM_HEAD = 3;

/** Whether looking at the words of a title is worth it; never false for one that has a word in common. */
function mayShare(title: string, terms: readonly SeedTerm[]): boolean {
  if (!ASCII.test(title)) return terms.length > 0;
  const lower = title.toLowerCase();
  return terms.some(({ key }) => lower.includes(key.slice(1, 1 + STEM_HEAD)));
}

/** The order of related items: by strength, then nearness in time to the given year, then id. Never 0 for two items. */
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

function saturate(mass: number, scale: number): number {
  return 1 - Math.exp(-mass / scale);
}

function sumOf<T>(values: readonly T[], of: (value: T) => number): number {
  return values.reduce((sum, value) => sum + of(value), 0);
}

function rounded(value: number, round: (value: number) => number = Math.round): number {
  return round(value * 10_000 + 1e-6) / 10_000;
}
