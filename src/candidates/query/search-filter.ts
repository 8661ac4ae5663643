import { facetKey } from '../../read-model/facets/facets';
import { filterLexeme, type FilterName, yearLexeme } from '../../search/index/lexemes';
import { allOf, anyOf, lexemeQuery, not, type Tsquery } from '../../search/tsquery';
import type { ItemsRequest } from '../../common/dto/selection-request.dto';
import type { CandidateFilters } from './candidate-filters.dto';
import type { LexiconCounts } from './weights/lexicon-counts';

/** The filters of a request, prepared for SQL. */
export interface SearchFilter {
  /** The conditions that the index evaluates; null if there are none. */
  readonly tsquery: Tsquery | null;
  readonly yearFrom: number | null;
  readonly yearTo: number | null;
  /** The caller's watch states that pass the filter; null for all. */
  readonly watchStates: readonly string[] | null;
  /** Libraries that the request names; null for all visible libraries. */
  readonly libraryIds: readonly string[] | null;
  /** Expected share of documents that pass the filters, 0 to 1. */
  readonly selectivity: number;
}

/** The part of a request that names libraries, kinds and filters. */
export type FilteredRequest = Pick<ItemsRequest, 'library_ids' | 'media_kinds'> & {
  readonly filters?: CandidateFilters;
};

/** A condition that the index evaluates: at least one of the lexemes, or none of them if negated. */
export interface FilterGroup {
  readonly lexemes: readonly string[];
  readonly isNegated: boolean;
}

/**
 * Maximum number of years of a range that the index evaluates, one lexeme for each year. Longer ranges, and ranges with
 * only one bound, are compared only with the column `year`.
 */
const INDEXED_YEARS_MAX = 12;
/** Assumed number of documents of a filter value without a count. Such a value is rare or new. */
const UNCOUNTED_DOCUMENTS = 1;
/** Assumed share of documents in a range of years that the index does not evaluate. */
const UNINDEXED_YEARS_SHARE = 0.5;

/** Returns the lexemes whose counts determine the expected number of documents that pass the filters of a request. */
export function filterLexemes(request: FilteredRequest): string[] {
  return filterGroups(request).flatMap((group) => [...group.lexemes]);
}

/** Prepares the filters of a request for SQL. */
export function toSearchFilter(request: FilteredRequest, counts: LexiconCounts): SearchFilter {
  const groups = filterGroups(request);
  const { filters = {} } = request;
  return {
    tsquery: groups.length === 0 ? null : allOf(groups.map(tsqueryOf)),
    yearFrom: filters.year?.gte ?? null,
    yearTo: filters.year?.lte ?? null,
    watchStates: filters.watch_states ?? null,
    libraryIds: request.library_ids?.map((id) => id.toLowerCase()) ?? null,
    selectivity: selectivityOf(request, counts),
  };
}

/**
 * Returns the expected share of documents that pass the filters of a request, 0 to 1. Assumes independent filters, and
 * that all documents pass the filter of watch states.
 */
export function selectivityOf(request: FilteredRequest, counts: Pick<LexiconCounts, 'total' | 'documents'>): number {
  const { filters = {} } = request;
  const total = Math.max(1, counts.total);
  const hasYears = filters.year?.gte !== undefined || filters.year?.lte !== undefined;
  let selectivity = hasYears && indexedYears(filters) === null ? UNINDEXED_YEARS_SHARE : 1;
  for (const { lexemes, isNegated } of filterGroups(request)) {
    const documents = [...new Set(lexemes)].reduce(
      (sum, each) => sum + (counts.documents.get(each) ?? UNCOUNTED_DOCUMENTS),
      0,
    );
    const share = Math.min(1, documents / total);
    selectivity *= isNegated ? 1 - share : share;
  }
  return selectivity;
}

/** Returns the conditions of a request that the index evaluates. */
export function filterGroups(request: FilteredRequest): FilterGroup[] {
  const { filters = {} } = request;
  const groups: FilterGroup[] = [];
  // An empty list of libraries adds no group. The condition on the column `library_id` then excludes all documents.
  const add = (lexemes: readonly string[], isNegated = false): void => {
    if (lexemes.length > 0) groups.push({ lexemes, isNegated });
  };
  const addAny = (filter: FilterName, values: readonly string[] = []): void => {
    add(values.map((value) => valueLexeme(filter, value)));
  };
  addAny('mediaKind', request.media_kinds);
  addAny(
    'library',
    request.library_ids?.map((id) => id.toLowerCase()),
  );
  addAny('genre', filters.genres?.any);
  for (const genre of filters.genres?.all ?? []) addAny('genre', [genre]);
  addAny('language', filters.languages);
  addAny('contentRating', filters.content_ratings);
  addAny('person', filters.people);
  addAny('country', filters.countries);
  add(indexedYears(filters) ?? []);
  add(filters.genres?.none?.map((genre) => valueLexeme('genre', genre)) ?? [], true);
  return groups;
}

function indexedYears({ year }: CandidateFilters): string[] | null {
  if (year?.gte === undefined || year.lte === undefined) return null;
  const years = year.lte - year.gte + 1;
  if (years < 1 || years > INDEXED_YEARS_MAX) return null;
  const from = year.gte;
  return Array.from({ length: years }, (_, index) => yearLexeme(from + index));
}

function valueLexeme(filter: FilterName, value: string): string {
  return filterLexeme(filter, facetKey(value));
}

/** Returns the condition of a group as a `tsquery`. */
export function tsqueryOf({ lexemes, isNegated }: FilterGroup): Tsquery {
  const anyLexeme = anyOf(lexemes.map(lexemeQuery));
  return isNegated ? not(anyLexeme) : anyLexeme;
}
