/** Computes signals from people, genres and words of the overview that a candidate shares with the seed. */
import type { SeedTerm } from '../seed/seed-row';
import type { RankingRequest, Signal } from './ranked-candidate';
import { type CandidateRow, TITLE_PROBE } from '../related-rows';
import { saturate, sum, sumRarities, sumSquaredRarities } from './rarity-sums';
import { findSharedWords } from './shared-terms';
import { MAX_WEIGHTS, roundWeight } from './signal-weights';
import { titleSignal } from './title-signal';

/** For each signal, the rarity sum at which it has 63 % of its maximum weight. The functions below compute the sums. */
const SATURATION = { shared_cast: 0.8, search_match: 1.5, similar_genre: 0.5 } as const;
/** Factor for a seed that is a season or an episode, because the compared terms describe its whole series. */
const SERIES_TERMS_FACTOR = 0.3;

/** Billing position, from 0, at which a person counts half. */
const HALF_WEIGHT_POSITION = 3;
/** Assumed billing position of a person whom a look-up found, but who is not in the `facet_keys` of the row. */
const LAST_POSITION = 100;

/** Returns the signals from the terms that the row shares with the seed. */
export function termSignals(row: CandidateRow, request: RankingRequest): Signal[] {
  // Seasons and episodes share the people and genres of their series, so their terms are not compared.
  if (row.media_kind === 'season' || row.media_kind === 'episode') return [];
  const { seed } = request;
  // A season or an episode takes its terms from its series, so terms that it shares with the series say nothing.
  if (row.media_id === seed.base_id) return [];
  const facets = findSharedFacets(row, request);
  const scale = seed.base_id === seed.media_id ? 1 : SERIES_TERMS_FACTOR;
  const signals: Signal[] = [];
  const add = (kind: keyof typeof SATURATION, terms: readonly SeedTerm[], raritySum: number): void => {
    const weight = roundWeight(MAX_WEIGHTS[kind] * saturate(raritySum, SATURATION[kind]) * scale);
    if (terms.length > 0) signals.push({ kind, weight, terms });
  };
  const people = [...facets.keys()].filter(({ kind }) => kind === 'person');
  const billingOf = (person: SeedTerm): number =>
    billingFactor(person.position) * billingFactor(facets.get(person) ?? LAST_POSITION);
  add('shared_cast', people, sum(people.map((person) => person.rarity ** 2 * billingOf(person))));
  const words = findOverviewWords(row, request);
  add('search_match', words, sumSquaredRarities(words));
  const genres = [...facets.keys()].filter(({ kind }) => kind === 'genre');
  add('similar_genre', genres, sumRarities(genres));
  const title = titleSignal(row, request, scale);
  return title === null ? signals : [...signals, title];
}

function billingFactor(position: number): number {
  return HALF_WEIGHT_POSITION / (HALF_WEIGHT_POSITION + position);
}

/** Returns the shared genres and people, the rarest first, each with its position among the row's genres or people. */
function findSharedFacets(row: CandidateRow, { terms, plan }: RankingRequest): Map<SeedTerm, number> {
  const positions = new Map<string, number>();
  const counts = new Map<string, number>();
  for (const key of row.facet_keys === '' ? [] : row.facet_keys.split('\n')) {
    const kind = key.slice(0, key.indexOf(':'));
    const position = counts.get(kind) ?? 0;
    counts.set(kind, position + 1);
    positions.set(key, position);
  }
  const lookedUp = new Set((row.probes ?? []).flatMap((probe) => plan.facetProbes[probe - 1]?.terms ?? []));
  const shared = new Map<SeedTerm, number>();
  // Most candidates share neither people nor genres.
  if (positions.size + lookedUp.size === 0) return shared;
  for (const [index, term] of terms.entries()) {
    if (term.kind !== 'person' && term.kind !== 'genre') continue;
    const position = positions.get(term.key) ?? (lookedUp.has(index) ? LAST_POSITION : undefined);
    if (position !== undefined) shared.set(term, position);
  }
  return shared;
}

/**
 * Returns the shared words of the overview. For a candidate with the seed's title, these are the words in both
 * overviews; for other candidates, the words whose look-ups found the candidate.
 */
function findOverviewWords(row: CandidateRow, { seed, terms, plan }: RankingRequest): SeedTerm[] {
  if (row.probes?.includes(TITLE_PROBE) === true) {
    const words = terms.filter(({ kind }) => kind === 'word');
    return findSharedWords(words, seed.base_overview, row.overview).map(({ term }) => term);
  }
  const lookedUp = new Set((row.probes ?? []).flatMap((probe) => plan.lexemeProbes[-probe - 1]?.terms ?? []));
  return terms.filter(({ kind }, index) => kind === 'word' && lookedUp.has(index));
}
