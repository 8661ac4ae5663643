/** Row limits of the parts of a retrieval statement, and values of `via`. `via` names the part that found a row. */

/** Maximum number of rows of exact titles. */
export const EXACT_MAX = 100;
/** Maximum number of rows of titles that begin with the query. */
export const PREFIX_MAX = 300;
/** Maximum number of rows of titles that begin with the query with another article or none. */
export const ARTICLE_PREFIX_MAX = 100;
/**
 * Maximum number of titles that are read for each article; for callers who see few libraries, for each article, library
 * and kind.
 */
export const ARTICLE_SCAN_MAX = 300;
/** Greater than every code point of a title. */
export const PREFIX_END = '\u{10ffff}';
/** Maximum number of rows of items that have the id in the query. */
export const IDS_MAX = 100;
/** Maximum number of documents that are sorted to find the most prominent documents. */
export const SORTED_MATCHES_MAX = 20_000;
/** Maximum number of rows of items that the caller has started. */
export const WATCHED_MAX = 1_500;

/** Values of `via` for all parts except those in `RetrievalPlan.ordered`, whose `via` is their index. */
export const VIA_EXACT = -1;
/** A document that meets all conditions of one alternative; used if few are expected (`RetrievalPlan.selective`). */
export const VIA_SELECTIVE = -2;
/** One of a limited number of documents for each condition (`RetrievalPlan.perCondition`). */
export const VIA_PER_CONDITION = -3;
export const VIA_PREFIX = -4;
export const VIA_ID = -5;
export const VIA_ARTICLE_PREFIX = -6;
/** A title beyond the limit of the scan for an article. It shows that more titles may match. */
export const VIA_CUT_SCAN = -7;
