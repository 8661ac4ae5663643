import { Injectable } from '@nestjs/common';
import { findMediaId } from '../../common/media-id';
import type { ReadScope } from '../../database/read-scope';
import { visibleOwnerKeys } from '../../read-model/artifacts/artifact-owners';
import { externalIdKey, externalIds, relatedIdKey, relatedIds } from '../../read-model/media/related-keys';
import { listDistributedCandidates } from './distributed-candidates';
import { CONFINED_CANDIDATES, RELATED_CANDIDATES, RELATED_DETAILS } from './related.sql';
import type { SeedRow, SeedTerm } from './seed/seed-row';
import { compactTitle } from '../../search/index/title-forms';
import { seesFewLibraries } from '../../search/visible-documents';
import { PROBE_MAX_ROWS, type Probe, type RetrievalPlan, toTsquery } from './retrieval-plan';
import { type CandidateRow, FoundCandidates, RelatedDetails } from './related-rows';

/** Maximum number of items from all look-ups (`probes`) together. Items with a `Position` come in addition. */
const CANDIDATES_MAX = 100;
/**
 * Maximum number of candidates on each side of the year of the seed or, for a season or an episode, of its series. The
 * statements read one row more on each side.
 */
const NEAR_ROWS_PER_SIDE = 16;

/**
 * A candidate. `cut` is null if no look-up found it. Otherwise, `cut` is whether the look-ups found more than
 * `CANDIDATES_MAX` items, or more than `SAME_TITLE_MAX` with the title of the seed.
 */
type FoundRow = CandidateRow & { readonly cut: boolean | null };

/** Reads the candidates of a seed, and the details of the candidates that an answer shows. */
@Injectable()
export class RelatedRepository {
  /**
   * Reads the candidates. `maxRowsPerRelation` is the maximum number of rows for each relation within the seed's
   * series, such as previous episodes. Takes one round trip, or two on a distributed database.
   */
  async listCandidates(
    scope: ReadScope,
    seed: SeedRow,
    terms: readonly SeedTerm[],
    plan: RetrievalPlan,
    maxRowsPerRelation: number,
  ): Promise<FoundCandidates> {
    const keyOf = (probe: Probe, index: number): string | null => terms[probe.terms[index] ?? -1]?.key ?? null;
    const namedIds = relatedIds(seed.provider_keys);
    const providerKeys = [
      ...namedIds.map(externalIdKey),
      ...externalIds(seed.provider_keys).map(relatedIdKey),
      relatedIdKey(`${seed.media_kind}:${seed.media_id}`),
    ];
    const values = [
      seed.library_id,
      seed.media_id,
      scope.libraryIds,
      seed.base_id,
      seed.base_year,
      NEAR_ROWS_PER_SIDE + 1,
      plan.facetProbes.map((probe) => keyOf(probe, 0)),
      plan.facetProbes.map((probe) => keyOf(probe, 1)),
      plan.facetProbes.map((probe) => probe.weight),
      plan.lexemeProbes.map((probe) => toTsquery(probe, terms)),
      plan.lexemeProbes.map((probe) => probe.weight),
      PROBE_MAX_ROWS,
      providerKeys,
      namedIds.flatMap((id) => findMediaId(id)?.uuid ?? []),
      CANDIDATES_MAX,
      terms.flatMap(({ kind, key }) => (kind === 'person' || kind === 'genre' ? [key] : [])),
      compactTitle(seed.base_title),
      plan.lexemeProbes.map((probe) => keyOf(probe, 0)),
      plan.lexemeProbes.map((probe) => keyOf(probe, 1)),
    ];
    const rows = await readRows(scope, seed, [...values, ...toHierarchyValues(scope, seed, maxRowsPerRelation)]);
    return {
      rows: rows.filter(({ cut, positions }) => cut !== null || !positions?.every(isExtraNearRow)),
      hasDroppedCandidates: rows.some(({ cut }) => cut === true),
      hasDroppedNearItems: rows.some(({ positions }) => positions?.some(isExtraNearRow)),
    };
  }

  /** Reads details of candidates, by UUID, in one round trip. Reads labels only for the facets in `facetKeys`. */
  async readDetails(
    scope: ReadScope,
    candidates: readonly Pick<CandidateRow, 'library_id' | 'media_id'>[],
    facetKeys: readonly string[],
    artifactLimit: number,
  ): Promise<Map<string, RelatedDetails>> {
    if (candidates.length === 0) return new Map();
    const rows = await scope.rows<RelatedDetails>(RELATED_DETAILS, [
      candidates.map(({ media_id }) => media_id),
      [...new Set(candidates.map(({ library_id }) => library_id))],
      facetKeys,
      visibleOwnerKeys(scope.principal),
      artifactLimit,
    ]);
    return new Map(rows.map((row) => [row.media_id, row]));
  }
}

/**
 * Whether a position is that of the one row beyond `NEAR_ROWS_PER_SIDE`. The distance of a `near` item is its place on
 * its side of the year, not a number of years.
 */
function isExtraNearRow([position, distance]: NonNullable<CandidateRow['positions']>[number]): boolean {
  return position === 'near' && distance > NEAR_ROWS_PER_SIDE;
}

async function readRows(scope: ReadScope, seed: SeedRow, values: readonly unknown[]): Promise<FoundRow[]> {
  if (scope.distributed !== null) {
    const limits = { maxRowsPerProbe: PROBE_MAX_ROWS, maxCandidates: CANDIDATES_MAX };
    return listDistributedCandidates(scope, seed, values, limits);
  }
  const isConfined = seesFewLibraries(scope.libraryIds, await scope.listHiddenLibraries());
  return scope.rows<FoundRow>((isConfined ? CONFINED_CANDIDATES : RELATED_CANDIDATES)[seed.media_kind], values);
}

/** Returns the values for the part of the statement that reads the seed's series. A movie has no such part. */
function toHierarchyValues(scope: ReadScope, seed: SeedRow, maxRowsPerRelation: number): unknown[] {
  const { userId } = scope.principal;
  switch (seed.media_kind) {
    case 'movie':
      return [];
    case 'series':
      return [seed.media_id, userId, maxRowsPerRelation];
    case 'season':
      return [seed.series_id, userId, maxRowsPerRelation, seed.season_number];
    case 'episode':
      return [seed.series_id, userId, maxRowsPerRelation, seed.season_number, seed.episode_number, seed.season_id];
  }
}
