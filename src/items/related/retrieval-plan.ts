/** Which index look-ups find the candidates: the rarest terms, for as many rows as the budget allows. */
import type { SeedTerm } from './related-seed';
import { quoteLexeme } from '../../search/index/lexemes';

/** One look-up: every item that has all of its terms. */
export interface Probe {
  /** Indexes into the seed's terms; one, or two when each alone is too common. */
  readonly terms: readonly number[];
  /** Rarity of the terms together: how much a find counts before candidates are looked at closely. */
  readonly weight: number;
}

/** The look-ups for one seed. */
export interface RetrievalPlan {
  readonly facetProbes: readonly Probe[];
  readonly lexemeProbes: readonly Probe[];
  /** Indexes of facet terms that no look-up of their own finds: they are compared on the candidates alone. */
  readonly comparedFacets: readonly number[];
}

/** Rows that the look-ups of people and genres may find together, and those of words. */
export const FACET_BUDGET_ROWS = 500;
export const LEXEME_BUDGET_ROWS = 350;
/** Rows that one look-up gives at most; those it should give are chosen by their counts. */
export const PROBE_MAX_ROWS = 250;
/** Look-ups of each kind. */
const PROBES_MAX = 24;
/** Terms commoner than this are not even intersected: reading their postings costs more than they tell. */
const INTERSECTED_MAX_DOCUMENTS = 20_000;
/** Pairs occur together more often than chance would have it. */
const PAIR_AFFINITY = 8;
/** What a look-up of a term that is not counted may find. */
const UNCOUNTED_ROWS = 60;

/** Plans the look-ups. `terms` are from the rarest to the commonest; `total` is the number of items. */
export function planRetrieval(terms: readonly SeedTerm[], total: number): RetrievalPlan {
  const indexed = terms.map((term, index) => ({ term, index }));
  const facets = indexed.filter(({ term }) => term.kind === 'person' || term.kind === 'genre');
  const lexemes = indexed.filter(({ term }) => term.kind === 'title' || term.kind === 'word');
  const facetProbes = chooseProbes(facets, FACET_BUDGET_ROWS, total);
  const alone = new Set(facetProbes.filter((probe) => probe.terms.length === 1).map((probe) => probe.terms[0]));
  return {
    facetProbes,
    lexemeProbes: chooseProbes(lexemes, LEXEME_BUDGET_ROWS, total),
    comparedFacets: facets.map(({ index }) => index).filter((index) => !alone.has(index)),
  };
}

/** The `tsquery` of a look-up of lexemes. */
export function toTsquery(probe: Probe, terms: readonly SeedTerm[]): string {
  return probe.terms.map((index) => quoteLexeme(terms[index]?.key ?? '')).join(' & ');
}

interface IndexedTerm {
  readonly term: SeedTerm;
  readonly index: number;
}

function chooseProbes(candidates: readonly IndexedTerm[], budget: number, total: number): Probe[] {
  const probes: Probe[] = [];
  const common: IndexedTerm[] = [];
  let rows = 0;
  for (const candidate of candidates) {
    const expected = candidate.term.documents ?? UNCOUNTED_ROWS;
    if (expected < 2) continue;
    if (probes.length >= PROBES_MAX || expected > PROBE_MAX_ROWS || rows + expected > budget) {
      common.push(candidate);
      continue;
    }
    rows += expected;
    probes.push({ terms: [candidate.index], weight: weightOf(candidate.term) });
  }
  return [...probes, ...choosePairs(common, budget - rows, PROBES_MAX - probes.length, total)];
}

/** Terms too common to be looked up alone are looked up two by two, the rarest pairs first. */
function choosePairs(common: readonly IndexedTerm[], budget: number, max: number, total: number): Probe[] {
  const usable = common.filter(({ term }) => (term.documents ?? 0) <= INTERSECTED_MAX_DOCUMENTS).slice(0, 6);
  const pairs: Probe[] = [];
  let rows = 0;
  for (const [place, left] of usable.entries()) {
    for (const right of usable.slice(place + 1)) {
      const expected = expectedTogether(left.term, right.term, total);
      if (pairs.length >= max || rows + expected > budget) continue;
      rows += expected;
      pairs.push({ terms: [left.index, right.index], weight: weightOf(left.term) + weightOf(right.term) });
    }
  }
  return pairs;
}

function expectedTogether(left: SeedTerm, right: SeedTerm, total: number): number {
  const [a, b] = [left.documents ?? UNCOUNTED_ROWS, right.documents ?? UNCOUNTED_ROWS];
  return Math.min(a, b, Math.ceil((a * b * PAIR_AFFINITY) / Math.max(total, 1)));
}

const WEIGHT_OF_KIND = { person: 1.4, title: 1.2, word: 1, genre: 0.3 } as const;

function weightOf(term: SeedTerm): number {
  return term.rarity ** 2 * WEIGHT_OF_KIND[term.kind];
}
