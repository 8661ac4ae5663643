/** Plans the index look-ups that find candidates: the rarest terms, as far as the row budget goes. */
import type { SeedTerm } from './related-seed';
import { estimateIntersection, fitIntoBudget } from '../../search/retrieval-cost';
import { allOf, lexemeQuery, type Tsquery } from '../../search/tsquery';

/** One look-up, for items that have all of its terms. */
export interface Probe {
  /** Indexes into the seed's terms: one, or two if each alone is too common. */
  readonly terms: readonly number[];
  /** Weight of the terms together, by which the rows to keep are chosen before they are ranked. */
  readonly weight: number;
}

/** The look-ups for one seed. */
export interface RetrievalPlan {
  readonly facetProbes: readonly Probe[];
  readonly lexemeProbes: readonly Probe[];
  /** Indexes of facet terms without a look-up of their own: these are only compared on the candidates. */
  readonly comparedFacets: readonly number[];
}

/** Rows that the look-ups of people and genres may find together, and those of words. */
export const FACET_BUDGET_ROWS = 500;
export const LEXEME_BUDGET_ROWS = 350;
/** Row limit of one look-up. Terms with higher counts are not looked up alone. */
export const PROBE_MAX_ROWS = 250;
/** Maximum number of look-ups of each kind. */
const PROBES_MAX = 24;
/** Commoner terms are not intersected: reading their posting lists costs more than they tell. */
const INTERSECTED_MAX_DOCUMENTS = 20_000;
/** Terms of which pairs are looked up. */
const PAIRED_TERMS_MAX = 6;
/** Two terms of one seed occur together more often than by chance, by this factor. */
const PAIR_AFFINITY = 8;
/** Rows that a look-up of a term without a count is expected to find. */
const UNCOUNTED_ROWS = 60;

/** Plans the look-ups. `terms` are in order from the rarest to the commonest; `total` is the number of items. */
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
export function toTsquery(probe: Probe, terms: readonly SeedTerm[]): Tsquery {
  return allOf(probe.terms.map((index) => lexemeQuery(terms[index]?.key ?? '')));
}

interface IndexedTerm {
  readonly term: SeedTerm;
  readonly index: number;
}

function chooseProbes(terms: readonly IndexedTerm[], rows: number, total: number): Probe[] {
  // A term that only the seed has finds nothing.
  const shared = terms.filter((term) => rowsOf(term) >= 2);
  const alone = fitIntoBudget(shared, rowsOf, {
    maxRows: rows,
    maxLookups: PROBES_MAX,
    maxRowsPerLookup: PROBE_MAX_ROWS,
  });
  const pairs = fitIntoBudget(rarestPairs(alone.skipped), (pair) => rowsOfPair(pair, total), {
    maxRows: rows - alone.rows,
    maxLookups: PROBES_MAX - alone.taken.length,
  });
  return [...alone.taken.map((term) => toProbe([term])), ...pairs.taken.map(toProbe)];
}

/** Pairs of terms that are too common to be looked up alone, the rarest pairs first. */
function rarestPairs(common: readonly IndexedTerm[]): IndexedTerm[][] {
  const usable = common
    .filter(({ term }) => (term.documents ?? 0) <= INTERSECTED_MAX_DOCUMENTS)
    .slice(0, PAIRED_TERMS_MAX);
  return usable.flatMap((left, place) => usable.slice(place + 1).map((right) => [left, right]));
}

function rowsOf({ term }: IndexedTerm): number {
  return term.documents ?? UNCOUNTED_ROWS;
}

function rowsOfPair(pair: readonly IndexedTerm[], total: number): number {
  return Math.ceil(estimateIntersection(pair.map(rowsOf), total, PAIR_AFFINITY));
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
