/** Signals from people, genres and words that a candidate shares with the seed. */
import { wordsOf } from '../../../search/text/words';
import { RELATIONSHIP_OF_TERM, type SeedTerm } from '../related-seed';
import type { CandidateRow, RankingRequest, Signal } from './ranked-candidate';
import { HEAVIEST, rounded } from './signal-weights';

/** The sum of rarities that brings a signal to 63 % of its heaviest weight. */
const SATURATION = { shared_cast: 0.8, similar_title: 0.35, search_match: 1.5, similar_genre: 0.5 } as const;
/** A season or an episode borrows its terms from its series; they tell less about it. */
const BORROWED = 0.3;
/** The rarity at which a word of the candidate's title that the seed's title lacks counts against it. */
const OTHER_WORD_RARITY = 0.3;

/** The signals of shared terms, as far as the row has them. */
export function termSignals(row: CandidateRow, request: RankingRequest): Signal[] {
  // Seasons and episodes are related by their series, and share its people and genres anyway.
  if (row.media_kind === 'season' || row.media_kind === 'episode') return [];
  const { seed, terms } = request;
  if (row.media_id === seed.base_id) return [];
  const shared = sharedTerms(row, request);
  const scale = seed.base_id === seed.media_id ? 1 : BORROWED;
  const signals: Signal[] = [];
  for (const kind of ['person', 'word', 'genre'] as const) {
    const relationship = RELATIONSHIP_OF_TERM[kind];
    const own = shared.filter((term) => term.kind === kind);
    const mass = sumOf(own, (term) => (kind === 'genre' ? term.rarity : term.rarity ** 2));
    const weight = HEAVIEST[relationship] * saturate(mass, SATURATION[relationship]) * scale;
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
  // Terms are in order from the rarest to the commonest, and so are their indexes.
  return [...indexes].sort((a, b) => a - b).flatMap((index) => terms[index] ?? []);
}

/** Compares whole titles: words that only one of them has lower the weight. */
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
  const mass = sumOf(shared, (term) => term.rarity ** 2);
  const weight = rounded(HEAVIEST.similar_title * likeness * saturate(mass, SATURATION.similar_title) * scale);
  return weight > 0 ? { kind: 'similar_title', weight, terms: shared } : null;
}

const ASCII = /^[\0-\x7f]*$/;
/** Characters at the start of a word that stemming does not change. */
const STEM_HEAD = 3;

/** False only for titles without a shared word: reading the words of a title is what costs most. */
function mayShare(title: string, terms: readonly SeedTerm[]): boolean {
  if (!ASCII.test(title)) return terms.length > 0;
  const lower = title.toLowerCase();
  return terms.some(({ key }) => lower.includes(key.slice(1, 1 + STEM_HEAD)));
}

function saturate(mass: number, scale: number): number {
  return 1 - Math.exp(-mass / scale);
}

function sumOf<T>(values: readonly T[], of: (value: T) => number): number {
  return values.reduce((sum, value) => sum + of(value), 0);
}
