import { Injectable } from '@nestjs/common';
import type { EffectiveCaps } from '../../common/paging/cap-table';
import { pagedCaps } from '../../common/paging/caps';
import { CursorCodec } from '../../common/paging/cursor';
import type { MediaId } from '../../common/media-id';
import { findPageStart, toPage } from '../../common/paging/paging';
import type { Principal } from '../../common/principal';
import type { ReadScope } from '../../database/read-pool';
import { withArtifactIds } from '../../read-model/artifacts/artifact-ids';
import { MediaFreshness } from '../../read-model/refresh/media-freshness';
import {
  RELATED_ORIGINS,
  type RelatedItem,
  type RelatedRequest,
  type RelatedResponse,
  type RelationshipKind,
} from '../items.dto';
import { ItemsRepository } from '../items.repository';
import { ShownRows } from './related-cursor';
import { toRelatedItem } from './explain/related-item';
import { isCutShort, rankCandidates, takeRows } from './rank/related-order';
import type { RankedCandidate } from './rank/ranked-candidate';
import { RelatedRepository, type RelatedSeed } from './related.repository';
import { type SeedRow, type SeedTerm, toSeedTerms } from './related-seed';
import { planRetrieval } from './retrieval-plan';

/** A list of related items, or part of one. */
export interface RankedList {
  /** The best first. A whole list is computed lazily, while the caller iterates. */
  readonly ranked: Iterable<RankedCandidate>;
  readonly terms: readonly SeedTerm[];
}

/** The whole list for a seed. */
interface WholeList extends RankedList {
  /** Whether the row limits of the look-ups left rows out of the list. */
  readonly isCut: boolean;
}

/** Maximum number of rows over all pages of a list. */
const LIST_MAX_ROWS = 120;
/** Rows of the seed's series to read in each direction. */
const SERIES_ROWS_DEFAULT = 8;
/** The same if the request contains `same_series`: one more than all pages show. */
const SERIES_ROWS_REQUESTED = LIST_MAX_ROWS + 1;

/** Finds items that are related to an item, and the reasons. */
@Injectable()
export class RelatedService {
  constructor(
    private readonly freshness: MediaFreshness,
    private readonly items: ItemsRepository,
    private readonly repository: RelatedRepository,
    private readonly cursors: CursorCodec,
  ) {}

  /** A page of related items in three round trips; throws `not-found` and `invalid-cursor`. */
  listRelated(principal: Principal, mediaId: MediaId, request: RelatedRequest): Promise<RelatedResponse> {
    const caps = pagedCaps(request, 'related_limit');
    const limit = caps.related_limit;
    const kinds = request.relationship_kinds ? new Set(request.relationship_kinds) : null;
    const filters = [mediaId.kind, mediaId.uuid, kinds === null ? null : [...kinds].sort()];
    const binding = { userId: principal.userId, route: 'related', filters };
    const start = findPageStart(request.pagination, this.cursors, binding);
    const shown = start === null ? ShownRows.none() : ShownRows.fromKey(String(start[0]));
    const find = (scope: ReadScope): Promise<RelatedSeed | null> =>
      this.items.findSeed(scope, mediaId, caps.artifact_limit);
    return this.freshness.readFresh(principal, mediaId, find, async (scope, seed) => {
      const list = await this.rank(scope, seed, kinds);
      const reachable = LIST_MAX_ROWS - shown.size;
      const next = takeRows(list.ranked, Math.min(limit, reachable) + 1, (row) => !shown.has(row.media_id));
      const rest = next.slice(0, reachable);
      const onPage = rest.slice(0, limit).map(({ row }) => row.media_id);
      const keyOf = (_: RankedCandidate, index: number): [string] => [shown.with(onPage.slice(0, index + 1)).toKey()];
      const cursor = { codec: this.cursors, binding, keyOf };
      const { rows, page } = toPage(rest, limit, cursor, list.isCut || next.length > reachable);
      const related = await this.describe(scope, seed, { ...list, ranked: rows }, caps);
      return { seed: withArtifactIds(seed.media, seed.artifact_ids), related, page, caps, origins: RELATED_ORIGINS };
    });
  }

  /** The whole list for a seed; one round trip. `kinds` is null for all. */
  async rank(scope: ReadScope, seed: SeedRow, kinds: ReadonlySet<RelationshipKind> | null): Promise<WholeList> {
    const terms = toSeedTerms(seed);
    const plan = planRetrieval(terms, seed.titles_total);
    const seriesRows = kinds?.has('same_series') ? SERIES_ROWS_REQUESTED : SERIES_ROWS_DEFAULT;
    const found = await this.repository.listCandidates(scope, seed, terms, plan, seriesRows);
    const request = { seed, terms, plan, kinds };
    return { ranked: rankCandidates(found.rows, request), terms, isCut: isCutShort(found, request) };
  }

  /** Converts ranked candidates to the items of an answer, in the same order; one round trip. */
  async describe(scope: ReadScope, seed: RelatedSeed, list: RankedList, caps: EffectiveCaps): Promise<RelatedItem[]> {
    const ranked = [...list.ranked];
    const mediaIds = ranked.map(({ row }) => row.media_id);
    const facetKeys = list.terms.filter(({ kind }) => kind === 'person' || kind === 'genre').map(({ key }) => key);
    const details = await this.repository.readDetails(scope, mediaIds, facetKeys, caps.artifact_limit);
    return ranked.flatMap((candidate) => {
      const detail = details.get(candidate.row.media_id);
      return detail === undefined ? [] : [toRelatedItem(candidate, detail, seed, caps)];
    });
  }
}
