import { Injectable } from '@nestjs/common';
import type { ReadScope } from '../database/read-scope';
import type { SearchFilter } from './query/search-filter';
import type { CandidateRow } from './ranking/candidate-row';
import { mergeRetrieved } from './retrieval/merged-retrieval';
import type { RetrievalScope } from './retrieval/retrieval-conditions';
import { retrievalStatement } from './retrieval/retrieval.sql';
import { VIA_SELECTIVE } from './retrieval/retrieval-parts';
import type { RetrievalPlan } from './retrieval/retrieval-plan';
import { needsFallback, planSecondRetrieval, planAllMatches } from './retrieval/second-retrieval';

/** The documents that a retrieval found. */
export interface RetrievedDocuments {
  /** Unordered, possibly with duplicates. */
  readonly rows: CandidateRow[];
  /** Whether more documents may match, because a part of the plan hit its row limit. */
  readonly isCut: boolean;
}

/** The documents that a plan found. */
export interface FoundDocuments extends RetrievedDocuments {
  /** Whether the fallback of the plan was retrieved, too. */
  readonly usedFallback: boolean;
}

/** Retrieves the documents that may match a query. */
@Injectable()
export class DocumentsRepository {
  /** Returns the documents that a plan finds, in one round trip, or two if `planSecondRetrieval` returns a plan. */
  async listRows(scope: ReadScope, plan: RetrievalPlan, filter: SearchFilter): Promise<FoundDocuments> {
    const first = await this.retrieve(scope, plan, filter);
    const { rows } = first;
    const counts = countByVia(rows);
    // If the filter excludes unwatched items, ordered parts read the caller's watch states and ignore their `path`. So
    // the second statement need not repeat these parts with another path.
    const readsWatchStates = filter.watchStates !== null && !filter.watchStates.includes('unwatched');
    const secondPlan = planSecondRetrieval(readsWatchStates ? { ...plan, ordered: [] } : plan, {
      total: rows.length,
      selective: counts.get(VIA_SELECTIVE) ?? 0,
      countOrdered: (index) => counts.get(index) ?? 0,
    });
    if (secondPlan === null) return { ...first, usedFallback: false };
    const second = await this.retrieve(scope, secondPlan, filter);
    return {
      rows: [...rows, ...second.rows],
      isCut: first.isCut || second.isCut,
      usedFallback: needsFallback(rows.length),
    };
  }

  /**
   * Returns the documents that `listRows` found and all other documents that match, up to `partLimit` for each part of
   * the plan. Takes one round trip.
   */
  async listAll(
    scope: ReadScope,
    plan: RetrievalPlan,
    filter: SearchFilter,
    { rows, usedFallback }: FoundDocuments,
    partLimit: number,
  ): Promise<RetrievedDocuments> {
    const matches = await this.retrieve(scope, planAllMatches(plan, usedFallback, partLimit), filter);
    return { rows: [...rows, ...matches.rows], isCut: matches.isCut };
  }

  /** Runs the statement of a plan: on a distributed database once for each library, all at the same time. */
  private async retrieve(scope: ReadScope, plan: RetrievalPlan, filter: SearchFilter): Promise<RetrievedDocuments> {
    const { principal, libraryIds, distributed } = scope;
    const hiddenIds = await scope.listHiddenLibraries();
    const allLibraries: RetrievalScope = { userId: principal.userId, libraryIds, hiddenIds };
    const partitions = (await distributed?.listLibraries())?.filter((id) => filter.libraryIds?.includes(id) ?? true);
    const scopes: RetrievalScope[] = partitions?.map((libraryId) => ({ ...allLibraries, libraryId })) ?? [allLibraries];
    const retrievals = scopes.flatMap((retrievalScope) => {
      const retrieval = retrievalStatement(plan, filter, retrievalScope);
      return retrieval === null ? [] : [{ ...retrieval, libraryId: retrievalScope.libraryId }];
    });
    const [first] = retrievals;
    if (first === undefined) return { rows: [], isCut: false };
    const rowsOfScopes = await Promise.all(
      retrievals.map(({ statement, values, libraryId }) => scope.rows<CandidateRow>(statement, values, libraryId)),
    );
    const rows = partitions === undefined ? rowsOfScopes.flat() : mergeRetrieved(rowsOfScopes.flat(), first.rowLimits);
    const counts = countByVia(rows);
    return { rows, isCut: [...first.cutThresholds].some(([via, threshold]) => (counts.get(via) ?? 0) > threshold) };
  }
}

/** Returns the number of rows that each part of a plan found. */
function countByVia(rows: readonly CandidateRow[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { via } of rows) counts.set(via, (counts.get(via) ?? 0) + 1);
  return counts;
}
