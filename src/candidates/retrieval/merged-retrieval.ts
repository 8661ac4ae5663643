/** Merges the rows of several libraries on a distributed database. */
import { groupBy } from '../../common/group-by';
import { compareCodePoints } from '../../common/text/code-point-order';
import { compactKey, decodeForms } from '../../search/index/title-forms';
import type { CandidateRow } from '../ranking/candidate-row';
import { VIA_ARTICLE_PREFIX, VIA_PREFIX } from './retrieval-parts';

/** The parts of the retrieval that return rows in order of title, as values of `CandidateRow.via`. */
const SORTED_BY_TITLE = new Set([VIA_PREFIX, VIA_ARTICLE_PREFIX]);

type Order = (a: CandidateRow, b: CandidateRow) => number;

/**
 * Merges the rows of all libraries. Keeps the best rows of each part of the retrieval, up to the limit of the part. The
 * keys of `rowLimits` are values of `via`.
 */
export function mergeRetrieved(rows: readonly CandidateRow[], rowLimits: ReadonlyMap<number, number>): CandidateRow[] {
  return [...groupBy(rows, ({ via }) => via)].flatMap(([via, rowsOfPart]) => {
    const limit = rowLimits.get(via);
    if (limit === undefined || rowsOfPart.length <= limit) return rowsOfPart;
    return rowsOfPart.sort(SORTED_BY_TITLE.has(via) ? byTitle : byProminence).slice(0, limit);
  });
}

const byId: Order = (a, b) => (a.media_id < b.media_id ? -1 : Number(a.media_id > b.media_id));
const byProminence: Order = (a, b) => b.prominence - a.prominence || byId(a, b);
const byTitle: Order = (a, b) => compareCodePoints(titleKey(a), titleKey(b)) || byId(a, b);

function titleKey({ titles }: CandidateRow): string {
  return compactKey(decodeForms(titles)[0]?.folded ?? '');
}
