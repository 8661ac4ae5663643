import { Injectable } from '@nestjs/common';
import type { EffectiveCaps } from '../../common/paging/cap-table';
import { pagedCaps } from '../../common/paging/caps';
import { CursorCodec } from '../../common/paging/cursor';
import type { MediaId } from '../../common/media-id';
import { findPageStart, toPage } from '../../common/paging/paging';
import type { Principal } from '../../common/principal';
import type { ReadScope } from '../../database/read-scope';
import { withArtifactIds } from '../../read-model/artifacts/artifact-ids';
import { MediaFreshness } from '../../read-model/refresh/media-freshness';
import { RELATED_ORIGINS, type RelatedItem, type RelatedRequest, type RelatedResponse } from './related.dto';
import { type RelationshipKind } from './relationship-kinds';
import { ItemsRepository } from '../items.repository';
import { ShownRows } from './related-cursor';
import { toRelatedItem } from './explain/related-item';
import { isListCut, rankCandidates, takeRows } from './rank/related-order';
import type { RankedCandidate } from './rank/ranked-candidate';
import { RelatedRepository } from './related.repository';
import { type RelatedSeed } from './related-rows';
import { type SeedRow, type SeedTerm, toSeedTerms } from './related-seed';
import { planRetrieval } from './retrieval-plan';

/** A list of related items, or part of one. */
export interface RankedList {
  /** The strongest first. The list is computed lazily, while the caller iterates. */
  readonly ranked: Iterable<RankedCandidate>;
  readonly terms: readonly SeedTerm[];
}

/** The whole list for a seed. */
interface WholeList extends RankedList {
  /** Whether row limits of look-ups left items out of the list. */
  readonly isCut: boolean;
}

/** Maximum number of rows over all pages of a list. */
const LIST_MAX_ROWS = 120;
/** Maximum number of rows to read for each relation within the seed's series. */
const SERIES_ROWS_DEFAULT = 8;
/** The same for requests with `same_series`: one more than all pages show. */
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

  /** Returns a page of related items in three round trips. Throws `not-found` or `invalid-cursor`. */
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
      const list = await this.rankRelated(scope, seed, kinds);
      const rowsLeft = LIST_MAX_ROWS - shown.size;
      const next = takeRows(list.ranked, Math.min(limit, rowsLeft) + 1, (row) => !shown.has(row.media_id));
      const rest = next.slice(0, rowsLeft);
      const onPage = rest.slice(0, limit).map(({ row }) => row.media_id);
      const keyOf = (_: RankedCandidate, index: number): [string] => [shown.with(onPage.slice(0, index + 1)).toKey()];
      const cursor = { codec: this.cursors, binding, keyOf };
      const { rows, page } = toPage(rest, limit, cursor, list.isCut || next.length > rowsLeft);
      const related = await this.toRelatedItems(scope, seed, { ...list, ranked: rows }, caps);
      return { seed: withArtifactIds(seed.media, seed.artifact_ids), related, page, caps, origins: RELATED_ORIGINS };
    });
  }

  /** Returns all related items of a seed in one round trip. `kinds` is null for all relationships. */
  async rankRelated(scope: ReadScope, seed: SeedRow, kinds: ReadonlySet<RelationshipKind> | null): Promise<WholeList> {
    const terms = toSeedTerms(seed);
    const plan = planRetrieval(terms, seed.titles_total);
    const seriesRows = kinds?.has('same_series') ? SERIES_ROWS_REQUESTED : SERIES_ROWS_DEFAULT;
    const found = await this.repository.listCandidates(scope, seed, terms, plan, seriesRows);
    const request = { seed, terms, plan, kinds };
    return { ranked: rankCandidates(found.rows, request), terms, isCut: isListCut(found, request) };
  }

  /** Converts ranked candidates to the items of an answer, in the same order. Takes one round trip. */
  async toRelatedItems(
    scope: ReadScope,
    seed: RelatedSeed,
    list: RankedList,
    caps: EffectiveCaps,
  ): Promise<RelatedItem[]> {
    const ranked = [...list.ranked];
    const rows = ranked.map(({ row }) => row);
    const facetKeys = list.terms.filter(({ kind }) => kind === 'person' || kind === 'genre').map(({ key }) => key);
    const details = await this.repository.readDetails(scope, rows, facetKeys, caps.artifact_limit);
    return ranked.flatMap((candidate) => {
      const detail = details.get(candidate.row.media_id);
      return detail === undefined ? [] : [toRelatedItem(candidate, detail, seed, caps)];
    });
  }
}
