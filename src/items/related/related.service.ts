import { Injectable } from '@nestjs/common';
import { type EffectiveCaps, effectiveCaps, effectivePageLimit } from '../../common/caps';
import { CursorCodec } from '../../common/cursor';
import type { MediaId } from '../../common/media-id';
import { findPageStart, toPage } from '../../common/paging';
import type { Principal } from '../../common/principal';
import type { ReadScope } from '../../database/read-pool';
import { withArtifactIds } from '../../read-model/artifact-ids';
import { MediaFreshness } from '../../read-model/media-freshness';
import type { RelatedItem, RelatedRequest, RelatedResponse, RelationshipKind } from '../items.dto';
import { ShownRows } from './related-cursor';
import { toRelatedItem } from './related-item';
import { type RankedCandidate, rankCandidates, RANKED_MAX } from './related-ranking';
import { RelatedRepository, type RelatedSeed } from './related.repository';
import { type SeedRow, type SeedTerm, toSeedTerms } from './related-seed';
import { planRetrieval } from './retrieval-plan';

/** A list of related items before it is cut into pages. */
export interface RankedList {
  readonly ranked: readonly RankedCandidate[];
  readonly terms: readonly SeedTerm[];
}

/** Rows of the seed's own series per direction, when they are all that is asked for and else. */
const RELATIVES_ASKED = RANKED_MAX;
const RELATIVES = 8;

/** Finds what has to do with an item, and says why. */
@Injectable()
export class RelatedService {
  constructor(
    private readonly freshness: MediaFreshness,
    private readonly repository: RelatedRepository,
    private readonly cursors: CursorCodec,
  ) {}

  /** A page of related items in three round trips; throws `not-found` and `invalid-cursor`. */
  listRelated(principal: Principal, mediaId: MediaId, request: RelatedRequest): Promise<RelatedResponse> {
    const caps = effectiveCaps(request.caps);
    const limit = effectivePageLimit(request.pagination, caps, 'related_limit');
    const kinds = request.relationship_kinds ? new Set(request.relationship_kinds) : null;
    const filters = [mediaId.kind, mediaId.uuid, kinds === null ? null : [...kinds].sort()];
    const binding = { userId: principal.userId, route: 'related', filters };
    const start = findPageStart(request.pagination, this.cursors, binding);
    const shown = start === null ? ShownRows.none() : ShownRows.fromKey(String(start[0]));
    const find = (scope: ReadScope): Promise<RelatedSeed | null> =>
      this.repository.findSeed(scope, mediaId, caps.artifact_limit);
    return this.freshness.readFresh(principal, mediaId, find, async (scope, seed) => {
      const list = await this.rank(scope, seed, kinds);
      const rest = list.ranked.filter(({ row }) => !shown.has(row.media_id)).slice(0, limit + 1);
      const onPage = rest.slice(0, limit).map(({ row }) => row.media_id);
      const { rows, page } = toPage(rest, limit, {
        codec: this.cursors,
        binding,
        keyOf: () => [shown.with(onPage).toKey()],
      });
      const related = await this.describe(scope, seed, { ...list, ranked: rows }, caps);
      const media = withArtifactIds(seed.media, seed.artifact_ids);
      return { seed: media, related, page: { ...page, returned: related.length }, caps };
    });
  }

  /** The whole list for a seed; one round trip. `kinds` null: all. */
  async rank(scope: ReadScope, seed: SeedRow, kinds: ReadonlySet<RelationshipKind> | null): Promise<RankedList> {
    const terms = toSeedTerms(seed);
    const plan = planRetrieval(terms, seed.titles_total);
    const relatives = kinds?.has('same_series') ? RELATIVES_ASKED : RELATIVES;
    const candidates = await this.repository.listCandidates(scope, seed, terms, plan, relatives);
    return { ranked: rankCandidates(candidates, { seed, terms, plan, kinds }), terms };
  }

  /** The rows as they are answered, the strongest first; one round trip. */
  async describe(scope: ReadScope, seed: RelatedSeed, list: RankedList, caps: EffectiveCaps): Promise<RelatedItem[]> {
    const mediaIds = list.ranked.map(({ row }) => row.media_id);
    const facetKeys = list.terms.filter(({ kind }) => kind === 'person' || kind === 'genre').map(({ key }) => key);
    const details = await this.repository.readDetails(scope, mediaIds, facetKeys, caps.artifact_limit);
    return list.ranked
      .flatMap((candidate) => {
        const own = details.get(candidate.row.media_id);
        return own === undefined ? [] : (toRelatedItem(candidate, own, seed, caps) ?? []);
      })
      .sort((a, b) => b.strength - a.strength);
  }
}
