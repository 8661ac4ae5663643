import { Injectable } from '@nestjs/common';
import { FACET_KINDS, type FacetKind } from '../../common/dto/facet-kinds';
import { formatMediaId } from '../../common/media-id';
import type { ReadScope } from '../../database/read-scope';
import { WATCH_STATE_LABELS } from '../../read-model/facets/facets';
import {
  byFrequency,
  type FacetsByKind,
  type FacetValueRow,
  type FacetCounts,
  toFacetGroup,
} from '../../read-model/facets/facet-counts';
import type { CandidateList } from '../candidates.dto';
import type { CandidateRow, RankedCandidate } from '../ranking/candidate-row';
import { MATCH_FACETS, type MatchFacetRow } from './match-facets.sql';

/**
 * The matches of a search: if facets are requested, those that facets count, including matches that no page shows;
 * otherwise, those that were retrieved for the pages.
 */
export interface Matches {
  /** The matches, best first; at most `MATCHES_MAX`. */
  readonly ranked: readonly RankedCandidate[];
  /** Whether more documents may match; false if no facets are requested. */
  readonly isCut: boolean;
}

/** Counts the facets of the items that match a search. */
@Injectable()
export class MatchFacetsRepository {
  /** Returns the requested facets and the number of matches; an empty object if no facets are requested. */
  async countFacets(
    scope: ReadScope,
    requested: readonly FacetKind[] | undefined,
    { ranked, isCut }: Matches,
    limit: number,
  ): Promise<Pick<CandidateList, 'facets' | 'matches'>> {
    if (requested === undefined) return {};
    const kinds = FACET_KINDS.filter((kind) => requested.includes(kind));
    const rows = ranked.map(({ row }) => row);
    const facetsByKind = await this.readFacets(scope, rows, kinds, limit);
    return {
      facets: kinds.map((kind) => toFacetGroup(kind, facetsByKind.get(kind), limit)),
      matches: { count: rows.length, relation: isCut ? 'gte' : 'eq' },
    };
  }

  /**
   * Returns the facets of the rows by kind, each with its `limit` most frequent values. The samples of a value are the
   * first rows that have it. Takes one round trip, or none without rows.
   */
  async readFacets(
    scope: ReadScope,
    rows: readonly CandidateRow[],
    kinds: readonly FacetKind[],
    limit: number,
  ): Promise<FacetsByKind> {
    if (rows.length === 0) return new Map();
    const facetRows = await scope.rows<MatchFacetRow>(MATCH_FACETS, [
      rows.map((row) => row.library_id),
      rows.map((row) => row.media_id),
      scope.libraryIds,
      kinds,
      limit,
      scope.principal.userId,
    ]);
    return new Map(kinds.map((kind) => [kind, toFacetCounts(facetRows, kind, rows)]));
  }
}

function toFacetCounts(
  facetRows: readonly MatchFacetRow[],
  kind: FacetKind,
  rows: readonly CandidateRow[],
): FacetCounts {
  const rowsOfKind = facetRows.filter(({ facet_kind }) => facet_kind === kind);
  const totals = rowsOfKind.find(({ facet_key }) => facet_key === '');
  const values = rowsOfKind.flatMap(({ facet_key, label, item_count, places }): FacetValueRow[] => {
    if (facet_key === '') return [];
    const name = label ?? WATCH_STATE_LABELS[facet_key as keyof typeof WATCH_STATE_LABELS];
    const samples = places.flatMap((place) => rows[place - 1] ?? []);
    const sample_media_ids = samples.map(({ media_kind, media_id }) => formatMediaId(media_kind, media_id));
    return [{ facet_key, label: name, item_count, sample_media_ids }];
  });
  return {
    totals: {
      cardinality: totals?.cardinality ?? 0,
      value_total: totals?.value_total ?? 0,
      missing_count: rows.length - (totals?.item_count ?? 0),
    },
    values: values.sort(byFrequency),
  };
}
