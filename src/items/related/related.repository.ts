import { Injectable } from '@nestjs/common';
import { isUuid } from '../../common/media-id';
import type { ReadScope } from '../../database/read-pool';
import { visibleOwnerKeys } from '../../read-model/artifacts/artifact-owners';
import type { MediaRefBase } from '../../database/entities/read-model/media-context.entity';
import { hasKey, namedIds, namesKey, ownIds } from '../../read-model/media/related-keys';
import { listFromEach } from './distributed-candidates';
import { RELATED_CANDIDATES, RELATED_DETAILS } from './related.sql';
import type { CandidateRow } from './rank/ranked-candidate';
import type { SeedRow, SeedTerm } from './related-seed';
import { compactTitle } from '../../search/index/title-forms';
import { PROBE_MAX_ROWS, type Probe, type RetrievalPlan, toTsquery } from './retrieval-plan';

/** The details of a related item that an answer shows. */
export interface RelatedDetails {
  /** UUID. */
  readonly media_id: string;
  readonly media: MediaRefBase;
  readonly library_name: string;
  /** Empty if the item has none. */
  readonly overview: string;
  /** Labels of the requested facets, by index key. */
  readonly labels: Readonly<Record<string, string>>;
  readonly artifact_ids: string[];
}

/** The seed as answers show it. */
export interface RelatedSeed extends SeedRow {
  readonly media: MediaRefBase;
  readonly artifact_ids: string[];
}

/** Candidates for a seed. */
export interface FoundCandidates {
  /** Not sorted. */
  readonly rows: readonly CandidateRow[];
  /** Whether the look-ups of terms and ids found more items than were kept. */
  readonly hasMoreFinds: boolean;
  /** Whether the seed's library may have more movies and series than were read before and after the seed's year. */
  readonly hasMoreNear: boolean;
}

/** Maximum number of items kept from the look-ups. */
const CANDIDATES_KEPT = 100;
/** Maximum number of movies and series read before the seed's year, and of those read after it. */
const NEAR_ROWS = 16;
const PROVIDER_UUID = /^(?:movie|series|season|episode):(.{36})$/;

/** Parameters of the part of the statement that reads the seed's series. A movie has no such part. */
function hierarchyValues(scope: ReadScope, seed: SeedRow, relatives: number): unknown[] {
  const { userId } = scope.principal;
  switch (seed.media_kind) {
    case 'movie':
      return [];
    case 'series':
      return [seed.media_id, userId, relatives];
    case 'season':
      return [seed.series_id, userId, relatives, seed.season_number];
    case 'episode':
      return [seed.series_id, userId, relatives, seed.season_number, seed.episode_number, seed.season_id];
  }
}

/** Reads the candidates of a seed, and the details of those that are shown. */
@Injectable()
export class RelatedRepository {
  /**
   * Reads all candidates. `relatives` is the maximum number of rows for each relation within the seed's series, such as
   * previous episodes. Takes one round trip, or two on a distributed database.
   */
  async listCandidates(
    scope: ReadScope,
    seed: SeedRow,
    terms: readonly SeedTerm[],
    plan: RetrievalPlan,
    relatives: number,
  ): Promise<FoundCandidates> {
    const keyOf = (probe: Probe, place: number): string | null => terms[probe.terms[place] ?? -1]?.key ?? null;
    const named = namedIds(seed.provider_keys);
    const naming = [
      ...named.map(hasKey),
      ...ownIds(seed.provider_keys).map(namesKey),
      namesKey(`${seed.media_kind}:${seed.media_id}`),
    ];
    const values = [
      seed.library_id,
      seed.media_id,
      scope.libraryIds,
      seed.base_id,
      seed.base_year,
      NEAR_ROWS,
      plan.facetProbes.map((probe) => keyOf(probe, 0)),
      plan.facetProbes.map((probe) => keyOf(probe, 1)),
      plan.facetProbes.map((probe) => probe.weight),
      plan.lexemeProbes.map((probe) => toTsquery(probe, terms)),
      plan.lexemeProbes.map((probe) => probe.weight),
      PROBE_MAX_ROWS,
      naming,
      named.map((id) => PROVIDER_UUID.exec(id)?.[1] ?? '').filter(isUuid),
      CANDIDATES_KEPT,
      terms.flatMap(({ kind, key }) => (kind === 'person' || kind === 'genre' ? [key] : [])),
      compactTitle(seed.base_title),
      ...hierarchyValues(scope, seed, relatives),
    ];
    const rows =
      scope.distributed === null
        ? await scope.rows<CandidateRow & { cut: boolean | null }>(RELATED_CANDIDATES[seed.media_kind], values)
        : await listFromEach(scope, seed, values, { perProbe: PROBE_MAX_ROWS, kept: CANDIDATES_KEPT });
    return {
      rows,
      hasMoreFinds: rows.some(({ cut }) => cut === true),
      hasMoreNear: rows.some(({ places }) =>
        places?.some(([place, distance]) => place === 'near' && distance >= NEAR_ROWS),
      ),
    };
  }

  /** Reads details of candidates, by UUID, in one round trip. The labels are those of the facets in `facetKeys`. */
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
