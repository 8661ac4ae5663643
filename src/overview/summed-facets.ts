/** Sums facets over libraries on a distributed database. */
import { groupBy } from '../common/group-by';
import { compareCodePoints } from '../common/text/code-point-order';
import type { ReadScope } from '../database/read-scope';
import { FACET_SAMPLES, SUMMED_FACET_COUNTS, SUMMED_FACET_TOTALS } from './overview.sql';
import type { FacetTotals, FacetValueRow } from '../read-model/facets/facet-counts';

/** A value with the totals of its kind. `facet_key` is null for the totals of a kind without values. */
export type SummedRow = FacetTotals & { facet_kind: string } & (FacetValueRow | { facet_key: null });

type TotalRow = Omit<FacetTotals, 'cardinality'> & { facet_kind: string };
type CountRow = Pick<FacetTotals, 'cardinality'> &
  Pick<FacetValueRow, 'facet_key' | 'item_count'> & { facet_kind: string };
type SampleRow = Omit<FacetValueRow, 'item_count'> & { facet_kind: string };

const SAMPLES_MAX = 3;

/**
 * Returns the same rows as `SUMMED_FACET_VALUES`, the statement for a single PostgreSQL server. Runs three statements
 * on the coordinator, in two round trips.
 */
export async function sumDistributedFacets(
  scope: ReadScope,
  libraryIds: readonly string[],
  kinds: readonly string[],
  limit: number,
): Promise<SummedRow[]> {
  // `FacetCache` stores the sums under the `facet_version` of each library. The versions and the sums must come from
  // one snapshot, and reads of different nodes have different snapshots.
  scope.distributed?.requireCoordinator();
  const [totals, counts] = await Promise.all([
    scope.rows<TotalRow>(SUMMED_FACET_TOTALS, [libraryIds, kinds]),
    scope.rows<CountRow>(SUMMED_FACET_COUNTS, [libraryIds, kinds, limit]),
  ]);
  const keys = [...new Set(counts.map((row) => row.facet_key))];
  const sampleRows = await scope.rows<SampleRow>(FACET_SAMPLES, [libraryIds, kinds, keys]);
  const samplesOf = groupBy(sampleRows, (row) => `${row.facet_kind} ${row.facet_key}`);
  return totals.flatMap((total): SummedRow[] => {
    const values = counts.filter((row) => row.facet_kind === total.facet_kind);
    if (values.length === 0) return [{ ...total, cardinality: 0, facet_key: null }];
    return values.map(({ facet_kind, facet_key, item_count, cardinality }) => {
      const valueSamples = (samplesOf.get(`${facet_kind} ${facet_key}`) ?? [])
        .flatMap(({ label, sample_media_ids: ids }) => ids.map((id) => ({ id, label })))
        .sort((a, b) => compareCodePoints(a.id, b.id));
      const label = valueSamples[0]?.label ?? '';
      const sample_media_ids = valueSamples.slice(0, SAMPLES_MAX).map(({ id }) => id);
      return { ...total, cardinality, facet_key, item_count, label, sample_media_ids };
    });
  });
}
