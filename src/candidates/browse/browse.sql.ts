import type { Statement } from '../../database/read-scope';
import { perLibrary } from '../../database/distribution/per-library';
import { DISABLE_SEQ_SCANS } from '../retrieval/candidates.sql';

/** Maximum number of pairs of a library and a kind that an ordered scan reads. */
export const KIND_COUNTS_MAX = 1_024;

/**
 * Counts of documents in the libraries that the caller may see: of all documents, of each requested kind in each
 * requested library, and of each lexeme. Parameters: $1 visible libraries, $2 requested libraries, $3 requested kinds,
 * $4 lexemes. Also disables sequential scans until the transaction ends.
 */
export const BROWSE_COUNTS: Statement = perLibrary(
  { name: 'browse_counts', library: 1, parameters: 4, merge: mergeBrowseCounts },
  (libraries) => `
SELECT 'total' AS what, NULL::uuid AS library_id, ${DISABLE_SEQ_SCANS} AS name,
       coalesce(sum(s.documents), 0)::integer AS documents
  FROM intelligence_lexicon_state s WHERE ${libraries.has('s.library_id')}
UNION ALL
(SELECT 'kind', v.library_id, v.facet_key, v.item_count FROM intelligence_facet_values v
  WHERE v.facet_kind = 'media_kind' AND v.facet_key = ANY($3::text[]) AND ${libraries.has('v.library_id')}
    AND ($2::uuid[] IS NULL OR v.library_id = ANY($2::uuid[]))
  ORDER BY v.library_id, v.facet_key LIMIT ${KIND_COUNTS_MAX + 1})
UNION ALL
SELECT 'lexeme', NULL, x.lexeme, sum(x.documents)::integer FROM intelligence_lexicon x
 WHERE x.lexeme = ANY($4::text[]) AND ${libraries.has('x.library_id')} GROUP BY x.lexeme`,
);

/** A row of `BROWSE_COUNTS`. The name of the `total` row has no meaning. */
export type BrowseCountRow = { readonly name: string; readonly documents: number } & (
  | { readonly what: 'kind'; readonly library_id: string }
  | { readonly what: 'total' | 'lexeme'; readonly library_id: null }
);

/** Merges the rows of several libraries: adds up totals and counts of lexemes, and lists the counts of kinds. */
function mergeBrowseCounts(rows: readonly BrowseCountRow[]): BrowseCountRow[] {
  const kindCounts = rows.filter(({ what }) => what === 'kind').slice(0, KIND_COUNTS_MAX + 1);
  const summed = new Map<string, BrowseCountRow>();
  for (const row of rows) {
    if (row.what === 'kind') continue;
    const key = row.what === 'total' ? row.what : `${row.what} ${row.name}`;
    summed.set(key, { ...row, documents: row.documents + (summed.get(key)?.documents ?? 0) });
  }
  return [...kindCounts, ...summed.values()];
}
