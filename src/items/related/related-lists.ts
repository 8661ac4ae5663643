import { Injectable } from '@nestjs/common';
import type { EffectiveCaps } from '../../common/paging/cap-table';
import type { ReadScope } from '../../database/read-scope';
import type { RelatedItem } from './related.dto';
import type { RelationshipKind } from './relationship-kinds';
import { toRelatedItem } from './explain/related-item';
import { isListCut, rankCandidates } from './rank/related-order';
import type { RankedCandidate } from './rank/ranked-candidate';
import { RelatedRepository } from './related.repository';
import type { RelatedSeed } from './related-rows';
import { toSeedTerms } from './seed/related-seed';
import type { SeedRow, SeedTerm } from './seed/seed-row';
import { planRetrieval } from './retrieval-plan';

/** A list of related items, or part of one. */
interface RankedList {
  /** The strongest first. The list is computed lazily, while the caller iterates. */
  readonly ranked: Iterable<RankedCandidate>;
  readonly terms: readonly SeedTerm[];
}

/** The list over all pages. */
interface WholeList extends RankedList {
  /** Whether the list may lack related items (`isListCut`). */
  readonly isCut: boolean;
}

/** Maximum number of rows over all pages of a list. */
export const LIST_MAX_ROWS = 120;
/**
 * Maximum number of rows to read for each relation within the seed's series, such as previous episodes, if the request
 * does not name `same_series`.
 */
const SERIES_ROWS_DEFAULT = 8;
/** The same maximum if the request names `same_series`: one more than all pages show. */
const SERIES_ROWS_REQUESTED = LIST_MAX_ROWS + 1;

/** Finds and ranks the items that are related to a seed, in the snapshot of the `ReadScope`. */
@Injectable()
export class RelatedLists {
  constructor(private readonly repository: RelatedRepository) {}

  /**
   * Returns the related items of a seed. `kinds` is null for all relationships. Takes one round trip, or two on a
   * distributed database.
   */
  async rankRelated(scope: ReadScope, seed: SeedRow, kinds: ReadonlySet<RelationshipKind> | null): Promise<WholeList> {
    const terms = toSeedTerms(seed);
    const plan = planRetrieval(terms, seed.titles_total);
    const maxRowsPerRelation = kinds?.has('same_series') ? SERIES_ROWS_REQUESTED : SERIES_ROWS_DEFAULT;
    const candidates = await this.repository.listCandidates(scope, seed, terms, plan, maxRowsPerRelation);
    const request = { seed, terms, plan, kinds };
    return { ranked: rankCandidates(candidates.rows, request), terms, isCut: isListCut(candidates, request) };
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
