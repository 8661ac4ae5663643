import type { Statement } from '../../database/read-scope';
import { perLibrary } from '../../database/distribution/per-library';
import { PLANNER_SETTING } from '../retrieval/candidates.sql';
import { mergeBrowseCounts, STREAMS_MAX } from './merged-counts';

/**
 * The streams of the caller, and the documents of lexemes. Parameters: 1 visible libraries, 2 requested libraries, 3
 * requested kinds, 4 lexemes. Also sets the planner for the rest of the transaction.
 */
export const BROWSE_COUNTS: Statement = perLibrary(
  { name: 'browse_counts', library: 1, parameters: 4, merge: mergeBrowseCounts },
  (libraries) => `
SELECT 'total' AS what, NULL::uuid AS library_id, ${PLANNER_SETTING} AS name,
       coalesce(sum(s.documents), 0)::integer AS documents
  FROM intelligence_lexicon_state s WHERE ${libraries.has('s.library_id')}
UNION ALL
(SELECT 'stream', v.library_id, v.facet_key, v.item_count FROM intelligence_facet_values v
  WHERE v.facet_kind = 'media_kind' AND v.facet_key = ANY($3::text[]) AND ${libraries.has('v.library_id')}
    AND ($2::uuid[] IS NULL OR v.library_id = ANY($2::uuid[]))
  ORDER BY v.library_id, v.facet_key LIMIT ${STREAMS_MAX + 1})
UNION ALL
SELECT 'lexeme', NULL, x.lexeme, sum(x.documents)::integer FROM intelligence_lexicon x
 WHERE x.lexeme = ANY($4::text[]) AND ${libraries.has('x.library_id')} GROUP BY x.lexeme`,
);
