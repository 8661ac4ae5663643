/** Computes signals from people, genres and words that a candidate shares with the seed. */
import { wordsOf } from '../../../search/text/words';
import type { SeedRow, SeedTerm } from '../seed/related-seed';
import { type RankingRequest, type Signal } from './ranked-candidate';
import { type CandidateRow, TITLE_PROBE } from '../candidate-row';
import { findSharedWords } from './shared-terms';
import { MAX_WEIGHTS, roundWeight } from './signal-weights';

/** The sum of rarities at which a signal has 63 % of its maximum weight. */
const SATURATION = { shared_cast: 0.8, similar_title: 0.35, search_match: 1.5, similar_genre: 0.5 } as const;
/** Factor for the terms of a season or an episode, because they are those of its series. */
const SERIES_TERMS_FACTOR = 0.3;
/** Minimum sum of rarities for equal titles, which may consist of common words. */
const SAME_TITLE_MIN_MASS = 0.1;
/** Assumed rarity of a word in the candidate's title that the seed's title lacks. Such words lower the weight. */
const OTHER_WORD_RARITY = 0.3;

/** Billing position, from 0, at which a person counts half. */
const HALF_WEIGHT_POSITION = 3;
/** Assumed billing position of a person who is not in the compared part of the list. */
const LAST_POSITION = 100;

/** Returns the signals from the terms that the row shares with the seed. */
export function termSignals(row: CandidateRow, request: RankingRequest): Signal[] {
  // Seasons and episodes share the people and genres of their series, so their terms are not compared.
  if (row.media_kind === 'season' || row.media_kind === 'episode') return [];
  const { seed } = request;
  if (row.media_id === seed.base_id) return [];
  const facets = findSharedFacets(row, request);
  const scale = seed.base_id === seed.media_id ? 1 : SERIES_TERMS_FACTOR;
  const signals: Signal[] = [];
  const add = (kind: keyof typeof SATURATION, terms: readonly SeedTerm[], mass: number): void => {
    const weight = roundWeight(MAX_WEIGHTS[kind] * saturate(mass, SATURATION[kind]) * scale);
    if (terms.length > 0) signals.push({ kind, weight, terms });
  };
  const people = [...facets.keys()].filter(({ kind }) => kind === 'person');
  add(
    'shared_cast',
    people,
    sumBy(
      people,
      (term) => term.rarity ** 2 * billingFactor(term.position) * billingFactor(facets.get(term) ?? LAST_POSITION),
    ),
  );
  const words = findOverviewWords(row, request);
  add('search_match', words, sumSquaredRarities(words));
  const genres = [...facets.keys()].filter(({ kind }) => kind === 'genre');
  add(
    'similar_genre',
    genres,
    sumBy(genres, ({ rarity }) => rarity),
  );
  const title = titleSignal(row, request, scale);
  return title === null ? signals : [...signals, title];
}

/** Returns the sum of the squared rarities of terms. */
export function sumSquaredRarities(terms: readonly SeedTerm[]): number {
  return sumBy(terms, (term) => term.rarity ** 2);
}

function billingFactor(place: number): number {
  return HALF_WEIGHT_POSITION / (HALF_WEIGHT_POSITION + place);
}

/** Returns the shared genres and people, the rarest first, each with its position among the row's genres or people. */
function findSharedFacets(row: CandidateRow, { terms, plan }: RankingRequest): Map<SeedTerm, number> {
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
      const place = places.get(term.key) ?? (looked.has(index) ? LAST_POSITION : undefined);
      return place === undefined ? [] : [[term, place] as const];
    }),
  );
}

/**
 * Returns the shared words of the overview: those that look-ups found, or, for an equal title, those in both overviews.
 */
function findOverviewWords(row: CandidateRow, { seed, terms, plan }: RankingRequest): SeedTerm[] {
  const found = new Set((row.probes ?? []).flatMap((probe) => plan.lexemeProbes[-probe - 1]?.terms ?? []));
  const looked = terms.filter(({ kind }, index) => kind === 'word' && found.has(index));
  if (row.probes?.includes(TITLE_PROBE) !== true) return looked;
  const words = terms.filter(({ kind }) => kind === 'word');
  return findSharedWords(words, seed.base_overview, row.overview).map(({ term }) => term);
}

/** Compares titles. Words that only one of them has lower the weight. */
function titleSignal(row: CandidateRow, { seed, terms }: RankingRequest, scale: number): Signal | null {
  const own = terms.filter((term) => term.kind === 'title');
  if (row.probes?.includes(TITLE_PROBE) === true) return sameTitleSignal(row, seed, own, scale);
  if (!mayShareWord(row.title, own)) return null;
  const lexemes = new Set(
    wordsOf(row.title)
      .filter((word) => !word.isStopWord)
      .map((word) => word.lexeme),
  );
  const shared = own.filter((term) => lexemes.has(term.key.slice(1)));
  if (shared.length === 0) return null;
  const common = sumBy(shared, (term) => term.rarity);
  const missing = sumBy(own, (term) => term.rarity) - common;
  const others = (lexemes.size - shared.length) * OTHER_WORD_RARITY;
  const likeness = common / (common + missing + others / 2 + 1e-9);
  const mass = sumSquaredRarities(shared);
  const weight = roundWeight(MAX_WEIGHTS.similar_title * likeness * saturate(mass, SATURATION.similar_title) * scale);
  return weight > 0 ? { kind: 'similar_title', weight, terms: shared } : null;
}

/** Returns the signal of an equal title. The weight increases with the number and the rarity of its words. */
function sameTitleSignal(row: CandidateRow, seed: SeedRow, own: readonly SeedTerm[], scale: number): Signal {
  const mass = Math.max(SAME_TITLE_MIN_MASS, sumBy(own, ({ rarity }) => rarity) ** 2);
  const weight = roundWeight(MAX_WEIGHTS.similar_title * saturate(mass, SATURATION.similar_title) * scale);
  const isSpelledAlike = row.title.toLowerCase() === seed.base_title.toLowerCase();
  if (!isSpelledAlike) return { kind: 'similar_title', weight, terms: own };
  const whole = {
    kind: 'title',
    key: `=${seed.base_title}`,
    label: seed.base_title,
    documents: null,
    rarity: 1,
  } as const;
  const term: SeedTerm = { ...whole, position: 0 };
  return { kind: 'similar_title', weight, terms: [term], sharedTerms: [{ term, label: row.title }] };
}

const ASCII = /^[\0-\x7f]*$/;
/** Number of characters at the start of a word that stemming does not change. */
const STEM_PREFIX_CHARS = 3;

/** Returns false only for titles without a shared word. A fast check that avoids tokenizing most titles. */
function mayShareWord(title: string, terms: readonly SeedTerm[]): boolean {
  if (!ASCII.test(title)) return terms.length > 0;
  const lower = title.toLowerCase();
  return terms.some(({ key }) => lower.includes(key.slice(1, 1 + STEM_PREFIX_CHARS)));
}

function saturate(mass: number, scale: number): number {
  return 1 - Math.exp(-mass / scale);
}

function sumBy<T>(values: readonly T[], of: (value: T) => number): number {
  return values.reduce((sum, value) => sum + of(value), 0);
}
