/** Computes signals from the people, genres, and words of overview and title that a candidate shares with the seed. */
import type { SeedTerm } from '../seed/seed-row';
import type { RankingRequest, Signal } from './ranked-candidate';
import { type CandidateRow, TITLE_PROBE } from '../related-rows';
import { saturate, sum, sumRarities, sumSquaredRarities } from './rarity-sums';
import { findSharedWords } from './shared-terms';
import { MAX_WEIGHTS, roundWeight } from './signal-weights';
import { TitleComparison } from './title-signal';

/** For each signal, the sum at which it has 63 % of its maximum weight. `signals` computes the sums from rarities. */
const SATURATION = { shared_cast: 0.8, search_match: 1.5, similar_genre: 0.5 } as const;
/** Factor for a seed that is a season or an episode, if the compared terms are those of its whole series. */
const SERIES_TERMS_FACTOR = 0.3;

/** Billing position, from 0, at which a person counts half. */
const HALF_WEIGHT_POSITION = 3;
/** Assumed billing position of a person by whom a look-up found the row, but who is beyond the cut of `facet_keys`. */
const LAST_POSITION = 100;

/** Compares candidates with the terms of one seed. */
export class TermComparison {
  /** Indexes of the genres and people in the seed's terms, by key. */
  private readonly facetIndexes = new Map<string, number>();
  private readonly titles: TitleComparison;
  /** Factor for the weights of all signals. */
  private readonly scale: number;

  constructor(private readonly request: RankingRequest) {
    const { seed, terms } = request;
    for (const [index, { kind, key }] of terms.entries())
      if (kind === 'person' || kind === 'genre') this.facetIndexes.set(key, index);
    this.scale = seed.base_id === seed.media_id ? 1 : SERIES_TERMS_FACTOR;
    this.titles = new TitleComparison(seed, terms, this.scale);
  }

  /** Returns the signals from the terms that a candidate shares with the seed. */
  signals(row: CandidateRow): Signal[] {
    // Seasons and episodes share the people and genres of their series, so their terms are not compared.
    if (row.media_kind === 'season' || row.media_kind === 'episode') return [];
    // This row is the series of the seed, and the terms of the seed are those of this series, so all are shared.
    if (row.media_id === this.request.seed.base_id) return [];
    const facets = this.findSharedFacets(row);
    const signals: Signal[] = [];
    const add = (kind: keyof typeof SATURATION, terms: readonly SeedTerm[], raritySum: number): void => {
      if (terms.length === 0) return;
      const weight = roundWeight(MAX_WEIGHTS[kind] * saturate(raritySum, SATURATION[kind]) * this.scale);
      signals.push({ kind, weight, terms });
    };
    const people = facets.filter(({ term }) => term.kind === 'person');
    const weightOf = ({ term, position }: SharedFacet): number =>
      term.rarity ** 2 * billingFactor(term.position) * billingFactor(position);
    add('shared_cast', people.map(termOf), sum(people.map(weightOf)));
    const words = this.findOverviewWords(row);
    add('search_match', words, sumSquaredRarities(words));
    const genres = facets.map(termOf).filter(({ kind }) => kind === 'genre');
    add('similar_genre', genres, sumRarities(genres));
    const title = this.titles.signal(row);
    if (title !== null) signals.push(title);
    return signals;
  }

  /** Returns the shared genres and people, the rarest first. */
  private findSharedFacets({ facet_keys: facetKeys, probes }: CandidateRow): SharedFacet[] {
    const { terms, plan } = this.request;
    const positions = new Map<number, number>();
    let position = 0;
    for (const key of facetKeys === '' ? [] : facetKeys.split('\n')) {
      const index = this.facetIndexes.get(key);
      if (index !== undefined) positions.set(index, position);
      if (key.startsWith('person:')) position += 1;
    }
    for (const probe of probes ?? [])
      for (const index of plan.facetProbes[probe - 1]?.terms ?? [])
        if (!positions.has(index)) positions.set(index, LAST_POSITION);
    const inOrder = [...positions].sort(([a], [b]) => a - b);
    return inOrder.flatMap(([index, each]) => {
      const term = terms[index];
      return term === undefined ? [] : [{ term, position: each }];
    });
  }

  /**
   * Returns the shared words of the overview. For a candidate with the seed's title, these are the words in both
   * overviews; for other candidates, the words whose look-ups found the candidate.
   */
  private findOverviewWords({ probes, overview }: CandidateRow): SeedTerm[] {
    const { seed, terms, plan } = this.request;
    if (probes?.includes(TITLE_PROBE) === true) {
      const words = terms.filter(isWord);
      return findSharedWords(words, seed.base_overview, overview).map(({ term }) => term);
    }
    const lookedUp = new Set<number>();
    for (const probe of probes ?? [])
      for (const index of plan.lexemeProbes[-probe - 1]?.terms ?? []) lookedUp.add(index);
    const inOrder = [...lookedUp].sort((a, b) => a - b);
    return inOrder.flatMap((index) => terms[index] ?? []).filter(isWord);
  }
}

/** A person or a genre that two items share. */
interface SharedFacet {
  readonly term: SeedTerm;
  /** Of a person: the billing position in the candidate, from 0. */
  readonly position: number;
}

function termOf({ term }: SharedFacet): SeedTerm {
  return term;
}

function isWord({ kind }: SeedTerm): boolean {
  return kind === 'word';
}

function billingFactor(position: number): number {
  return HALF_WEIGHT_POSITION / (HALF_WEIGHT_POSITION + position);
}
