/** Signals from people, genres and words that a candidate shares with the seed. */
import { wordsOf } from '../../../search/text/words';
import type { SeedRow, SeedTerm } from '../related-seed';
import { type CandidateRow, type RankingRequest, type Signal, TITLE_PROBE } from './ranked-candidate';
import { findSharedWords } from './shared-terms';
import { HEAVIEST, rounded } from './signal-weights';

/** The sum of rarities that brings a signal to 63 % of its heaviest weight. */
const SATURATION = { shared_cast: 0.8, similar_title: 0.35, search_match: 1.5, similar_genre: 0.5 } as const;
/** A season or an episode borrows its terms from its series; they tell less about it. */
const BORROWED = 0.3;
/** The least that an equal title tells: it may have common words only. */
const SAME_TITLE_MASS = 0.1;
/** The rarity at which a word of the candidate's title that the seed's title lacks counts against it. */
const OTHER_WORD_RARITY = 0.3;

/** A person billed at this place of both items counts half: the fourth in the list, after directors and leads. */
const BILLING_HALF = 3;
/** The place of a person whom the compared part of an item's list does not have. */
const LAST_PLACE = 100;

/** The signals of shared terms, as far as the row has them. */
export function termSignals(row: CandidateRow, request: RankingRequest): Signal[] {
  // Seasons and episodes are related by their series, and share its people and genres anyway.
  if (row.media_kind === 'season' || row.media_kind === 'episode') return [];
  const { seed } = request;
  if (row.media_id === seed.base_id) return [];
  const facets = facetPlaces(row, request);
  const scale = seed.base_id === seed.media_id ? 1 : BORROWED;
  const signals: Signal[] = [];
  const add = (kind: keyof typeof SATURATION, terms: readonly SeedTerm[], mass: number): void => {
    const weight = rounded(HEAVIEST[kind] * saturate(mass, SATURATION[kind]) * scale);
    if (terms.length > 0) signals.push({ kind, weight, terms });
  };
  const people = [...facets.keys()].filter(({ kind }) => kind === 'person');
  add(
    'shared_cast',
    people,
    sumOf(people, (term) => term.rarity ** 2 * billing(term.place) * billing(facets.get(term) ?? LAST_PLACE)),
  );
  const words = sharedWords(row, request);
  add('search_match', words, massOf(words));
  const genres = [...facets.keys()].filter(({ kind }) => kind === 'genre');
  add(
    'similar_genre',
    genres,
    sumOf(genres, ({ rarity }) => rarity),
  );
  const title = titleSignal(row, request, scale);
  return title === null ? signals : [...signals, title];
}

/** How much words tell together. */
export function massOf(terms: readonly SeedTerm[]): number {
  return sumOf(terms, (term) => term.rarity ** 2);
}

function billing(place: number): number {
  return BILLING_HALF / (BILLING_HALF + place);
}

/** The genres and people that the row shares, the rarest first, each with its place among the row's genres or people. */
function facetPlaces(row: CandidateRow, { terms, plan }: RankingRequest): Map<SeedTerm, number> {
  const places = new Map<string, number>();
  const counts = new Map<string, number>();
  for (const key of row.facet_keys === '' ? [] : row.facet_keys.split('\n')) {
    const kind = key.slice(0, key.indexOf(':'));
    const place = counts.get(kind) ?? 0;
    counts.set(kind, place + 1);
    places.set(key, place);
  }
  const looked = new Set((row.probes ?? []).flatMap((probe) => plan.facetProbes[probe - 1]?.terms ?? []));
  return new Map(
    terms.flatMap((term, index) => {
      if (term.kind !== 'person' && term.kind !== 'genre') return [];
      const place = places.get(term.key) ?? (looked.has(index) ? LAST_PLACE : undefined);
      return place === undefined ? [] : [[term, place] as const];
    }),
  );
}

/** The words of the overview that look-ups found, or that the overview of an item with the same title has. */
function sharedWords(row: CandidateRow, { seed, terms, plan }: RankingRequest): SeedTerm[] {
  const found = new Set((row.probes ?? []).flatMap((probe) => plan.lexemeProbes[-probe - 1]?.terms ?? []));
  const looked = terms.filter(({ kind }, index) => kind === 'word' && found.has(index));
  if (row.probes?.includes(TITLE_PROBE) !== true) return looked;
  const words = terms.filter(({ kind }) => kind === 'word');
  return findSharedWords(words, seed.base_overview, row.overview).map(({ term }) => term);
}

/** Compares whole titles: words that only one of them has lower the weight. */
function titleSignal(row: CandidateRow, { seed, terms }: RankingRequest, scale: number): Signal | null {
  const own = terms.filter((term) => term.kind === 'title');
  if (row.probes?.includes(TITLE_PROBE) === true) return sameTitleSignal(row, seed, own, scale);
  if (!mayShare(row.title, own)) return null;
  const lexemes = new Set(
    wordsOf(row.title)
      .filter((word) => !word.isStopWord)
      .map((word) => word.lexeme),
  );
  const shared = own.filter((term) => lexemes.has(term.key.slice(1)));
  if (shared.length === 0) return null;
  const common = sumOf(shared, (term) => term.rarity);
  const missing = sumOf(own, (term) => term.rarity) - common;
  const others = (lexemes.size - shared.length) * OTHER_WORD_RARITY;
  const likeness = common / (common + missing + others / 2 + 1e-9);
  const mass = massOf(shared);
  const weight = rounded(HEAVIEST.similar_title * likeness * saturate(mass, SATURATION.similar_title) * scale);
  return weight > 0 ? { kind: 'similar_title', weight, terms: shared } : null;
}

/** Two items have one title by chance the less often, the more words it has, and the rarer they are. */
function sameTitleSignal(row: CandidateRow, seed: SeedRow, own: readonly SeedTerm[], scale: number): Signal {
  const mass = Math.max(SAME_TITLE_MASS, sumOf(own, ({ rarity }) => rarity) ** 2);
  const weight = rounded(HEAVIEST.similar_title * saturate(mass, SATURATION.similar_title) * scale);
  const isSpelledAlike = row.title.toLowerCase() === seed.base_title.toLowerCase();
  if (!isSpelledAlike) return { kind: 'similar_title', weight, terms: own };
  const whole = {
    kind: 'title',
    key: `=${seed.base_title}`,
    label: seed.base_title,
    documents: null,
    rarity: 1,
  } as const;
  const term: SeedTerm = { ...whole, place: 0 };
  return { kind: 'similar_title', weight, terms: [term], spelled: [{ term, label: row.title }] };
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
