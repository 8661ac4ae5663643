import { Injectable } from '@nestjs/common';
import type { ReadScope } from '../database/read-scope';
import type { SearchFilter } from './query/search-filter';
import type { CandidateRow } from './ranking/candidate-row';
import { mergeRetrieved } from './retrieval/merged-retrieval';
import { retrievalStatement } from './retrieval/retrieval.sql';
import { VIA_SELECTIVE } from './retrieval/retrieval-parts';
import type { RetrievalPlan } from './retrieval/retrieval-plan';
import { needsFallback, planSecondRetrieval, planAllMatches } from './retrieval/second-retrieval';

/** The documents that a plan found. */
export interface RetrievedDocuments {
  /** The documents, unordered and possibly with duplicates. */
  readonly rows: CandidateRow[];
  /** Whether a part of the plan hit its row limit. */
  readonly isCut: boolean;
}

/** The documents of a search. */
export interface FoundDocuments extends RetrievedDocuments {
  /** Whether the fallback part of the plan was looked up. */
  readonly usedFallback: boolean;
}

/** Retrieves the documents that may match a query. */
@Injectable()
export class DocumentsRepository {
  /**
   * Returns the documents that a plan finds. Takes one round trip, or two if an estimate of the plan was wrong. For
   * example, words and filters occur together more or less often than the plan expects.
   */
  async listRows(scope: ReadScope, plan: RetrievalPlan, filter: SearchFilter): Promise<FoundDocuments> {
    const first = await this.retrieve(scope, plan, filter);
    // With these watch states, the statement has read all items that the caller has started.
    if (filter.watchStates !== null && !filter.watchStates.includes('unwatched'))
      return { ...first, usedFallback: false };
    const { rows } = first;
    const foundVia = (wanted: number): number => countVia(rows, wanted);
    const found = { total: rows.length, selective: foundVia(VIA_SELECTIVE), countOrdered: foundVia };
    const again = planSecondRetrieval(plan, found);
    if (again === null) return { ...first, usedFallback: false };
    const second = await this.retrieve(scope, again, filter);
    return {
      rows: [...rows, ...second.rows],
      isCut: first.isCut || second.isCut,
      usedFallback: needsFallback(found.total),
    };
  }

  /**
   * Returns all documents that a plan finds, up to `most` for each part. Takes one round trip. The last parameter but
   * one is the result of `listRows`.
   */
  async listAll(
    scope: ReadScope,
    plan: RetrievalPlan,
    filter: SearchFilter,
    { rows, usedFallback }: FoundDocuments,
    most: number,
  ): Promise<RetrievedDocuments> {
    const all = await this.retrieve(scope, planAllMatches(plan, usedFallback, most), filter);
    return { rows: [...rows, ...all.rows], isCut: all.isCut };
  }

  private async retrieve(scope: ReadScope, plan: RetrievalPlan, filter: SearchFilter): Promise<RetrievedDocuments> {
    const { principal, libraryIds, distributed } = scope;
    const searched = { userId: principal.userId, libraryIds };
    const each = (await distributed?.listLibraries())?.filter((id) => filter.libraryIds?.includes(id) ?? true);
    const scopes = each?.map((libraryId) => ({ ...searched, libraryId })) ?? [searched];
    const retrievals = scopes.flatMap((one) => retrievalStatement(plan, filter, one) ?? []);
    const [first] = retrievals;
    if (first === undefined) return { rows: [], isCut: false };
    const found = await Promise.all(
      retrievals.map(({ statement, values }) => scope.rows<CandidateRow>(statement, values)),
    );
    const rows = each === undefined ? found.flat() : mergeRetrieved(found.flat(), first.rowLimits);
    return { rows, isCut: [...first.cutThresholds].some(([via, bound]) => countVia(rows, via) > bound) };
  }
}

function countVia(rows: readonly CandidateRow[], wanted: number): number {
  return rows.filter(({ via }) => via === wanted).length;
}
