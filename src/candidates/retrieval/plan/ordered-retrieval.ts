/**
 * Plans ordered retrievals: chooses the path that is expected to read the fewest rows. A prominence tier contains all
 * documents that reach its prominence (see `prominence-tiers.ts`).
 */
import { PROMINENCE_TIERS } from '../../../search/index/prominence-tiers';
import { INTERSECTED_ENTRY_COST } from '../../../search/retrieval-cost';
import { lexemeQuery } from '../../../search/tsquery';
import type { OrderedPath, OrderedRetrieval } from '../retrieval-plan';
import { conditionsOf, type Term } from './retrieval-terms';

/* docs/search.md explains each number and how it was chosen. */
/**
 * Maximum number of rows that an ordered scan reads, as a multiple of the expected number. The maximum is at least
 * `SCAN_MIN` and at most `SCAN_MAX`.
 */
const SCAN_LIMIT_FACTOR = 3;
const SCAN_MIN = 5_000;
const SCAN_MAX = 60_000;
/** A prominence tier can be used if it is expected to contain at least this multiple of `limit` matches. */
const TIER_MARGIN = 1.1;
/** `TIER_MARGIN` for a term of several conditions, because the estimate of its documents is less accurate. */
const TIER_MARGIN_TOGETHER = 1.5;

/** Document counts in the libraries that the caller sees. */
export interface CatalogCounts {
  /** Number of all documents, at least 1. */
  readonly total: number;
  /** Number of documents by lexeme, including the lexemes of prominence tiers. */
  readonly documents: ReadonlyMap<string, number>;
  /** Ids of the libraries that an ordered scan reads; absent if there are too many for one scan. */
  readonly libraries?: readonly string[] | undefined;
}

/** An ordered retrieval, with the number of documents that are expected to match. */
export interface ExpectedRetrieval extends OrderedRetrieval {
  readonly expected: number;
}

/**
 * Plans the retrieval of the `limit` most prominent documents that match a term. `matches` is the expected number of
 * documents that match the term and the filter of the request. Without `path`, the cheapest path is chosen.
 */
export function planOrdered(
  term: Term,
  matches: number,
  limit: number,
  counts: CatalogCounts,
  path?: Exclude<OrderedPath, 'tiered'>,
): ExpectedRetrieval {
  const expected = Math.max(1, matches);
  // Sorting reads every match. An ordered scan reads rows until it has found enough matches.
  const libraries = counts.libraries ?? [];
  const scannedRows = libraries.length === 0 ? Infinity : (limit * counts.total) / expected;
  const tier = path === undefined ? highestSufficientTier(term, expected, limit, counts) : null;
  const isTiered = tier !== null && tier.cost < Math.min(scannedRows, expected);
  return {
    expected,
    tsqueries: conditionsOf(term),
    path: path ?? (isTiered ? 'tiered' : scannedRows < expected ? 'scanned' : 'sorted'),
    tier: isTiered ? lexemeQuery(tier.lexeme) : null,
    limit,
    libraries,
    scanMax: Math.ceil(Math.min(SCAN_MAX, Math.max(SCAN_MIN, scannedRows * SCAN_LIMIT_FACTOR))),
  };
}

/** Returns the highest tier that is expected to contain enough matches, and the cost of a look-up in it, in rows. */
function highestSufficientTier(
  term: Term,
  expected: number,
  limit: number,
  counts: CatalogCounts,
): { lexeme: string; cost: number } | null {
  const margin = term.all === undefined ? TIER_MARGIN : TIER_MARGIN_TOGETHER;
  for (const lexeme of PROMINENCE_TIERS) {
    const documents = counts.documents.get(lexeme) ?? 0;
    const matchesInTier = (expected * documents) / counts.total;
    if (matchesInTier < limit * margin) continue;
    return { lexeme, cost: matchesInTier + INTERSECTED_ENTRY_COST * Math.min(term.documents, documents) };
  }
  return null;
}
