/** Plans the index look-ups that find candidates: the rarest terms that fit into a row budget. */
import type { SeedTerm } from './seed/seed-row';
import { estimateIntersection, fitIntoBudget } from '../../search/retrieval-cost';
import { allOf, lexemeQuery, type Tsquery } from '../../search/tsquery';

/** A look-up of items that have all of its terms. */
export interface Probe {
  /** Indexes into the seed's terms: one, or two if neither of the terms is looked up alone. */
  readonly terms: readonly number[];
  /**
   * Sum of the weights of the terms. If the look-ups find too many items, only the items with the highest sums of
   * weights are ranked.
   */
  readonly weight: number;
}

/** The look-ups for one seed. */
export interface RetrievalPlan {
  readonly facetProbes: readonly Probe[];
  readonly lexemeProbes: readonly Probe[];
  /**
   * Indexes of facet terms that other items share, but that are not looked up alone. They are compared with the
   * candidates that all look-ups find.
   */
  readonly comparedFacets: readonly number[];
}

/** Maximum number of rows that all look-ups of people and genres are expected to find. */
export const FACET_BUDGET_ROWS = 500;
/** Maximum number of rows that all look-ups of words are expected to find. */
export const LEXEME_BUDGET_ROWS = 350;
/** Maximum number of rows of one look-up. Terms with higher counts are not looked up alone. */
export const PROBE_MAX_ROWS = 250;
/** Maximum number of look-ups of people and genres. The same maximum applies to look-ups of words. */
const PROBES_MAX = 24;
/** Maximum document count of a term that is looked up in a pair. The posting lists of commoner terms are too long. */
const PAIRED_TERM_MAX_DOCUMENTS = 20_000;
/** Maximum number of terms that form pairs. */
const PAIRED_TERMS_MAX = 6;
/** Two terms of one seed are assumed to occur together this many times as often as by chance. */
const PAIR_AFFINITY = 8;
/** Assumed number of rows of a look-up of a term without a count. */
export const UNCOUNTED_ROWS = 60;

/**
 * Plans the look-ups. `terms` are in order from the rarest to the commonest; `total` is the number of movies and
 * series.
 */
export function planRetrieval(terms: readonly SeedTerm[], total: number): RetrievalPlan {
  const indexed = terms.map((term, index) => ({ term, index }));
  // If a term has a count of 1, no other item has it.
  const shared = indexed.filter((term) => expectedRows(term) >= 2);
  const facets = shared.filter(({ term }) => term.kind === 'person' || term.kind === 'genre');
  const lexemes = shared.filter(({ term }) => term.kind === 'title' || term.kind === 'word');
  const facetProbes = chooseProbes(facets, FACET_BUDGET_ROWS, total);
  const lookedUpAlone = new Set(facetProbes.filter((probe) => probe.terms.length === 1).map((probe) => probe.terms[0]));
  return {
    facetProbes,
    lexemeProbes: chooseProbes(lexemes, LEXEME_BUDGET_ROWS, total),
    comparedFacets: facets.map(({ index }) => index).filter((index) => !lookedUpAlone.has(index)),
  };
}

/** Returns the `tsquery` of a look-up of words. */
export function toTsquery(probe: Probe, terms: readonly SeedTerm[]): Tsquery {
  const probeTerms = probe.terms.flatMap((index) => terms[index] ?? []);
  return allOf(probeTerms.map(({ key }) => lexemeQuery(key)));
}

interface IndexedTerm {
  readonly term: SeedTerm;
  readonly index: number;
}

function chooseProbes(terms: readonly IndexedTerm[], maxRows: number, total: number): Probe[] {
  const singleTerms = fitIntoBudget(terms, expectedRows, {
    maxRows,
    maxLookups: PROBES_MAX,
    maxRowsPerLookup: PROBE_MAX_ROWS,
  });
  const pairs = fitIntoBudget(rarestPairs(singleTerms.skipped), (pair) => expectedRowsOfPair(pair, total), {
    maxRows: maxRows - singleTerms.rows,
    maxLookups: PROBES_MAX - singleTerms.taken.length,
  });
  return [...singleTerms.taken.map((term) => toProbe([term])), ...pairs.taken.map(toProbe)];
}

/** Returns pairs of skipped terms. A term is skipped if it is too common or does not fit into the budget. */
function rarestPairs(skipped: readonly IndexedTerm[]): IndexedTerm[][] {
  const usable = skipped
    .filter(({ term }) => (term.documents ?? 0) <= PAIRED_TERM_MAX_DOCUMENTS)
    .slice(0, PAIRED_TERMS_MAX);
  return usable.flatMap((left, index) => usable.slice(index + 1).map((right) => [left, right]));
}

function expectedRows({ term }: IndexedTerm): number {
  return term.documents ?? UNCOUNTED_ROWS;
}

function expectedRowsOfPair(pair: readonly IndexedTerm[], total: number): number {
  return Math.ceil(estimateIntersection(pair.map(expectedRows), total, PAIR_AFFINITY));
}

function toProbe(terms: readonly IndexedTerm[]): Probe {
  return {
    terms: terms.map(({ index }) => index),
    weight: terms.reduce((sum, { term }) => sum + weightOf(term), 0),
  };
}

const WEIGHT_OF_KIND = { person: 1.4, title: 1.2, word: 1, genre: 0.3 } as const;

function weightOf(term: SeedTerm): number {
  return term.rarity ** 2 * WEIGHT_OF_KIND[term.kind];
}
