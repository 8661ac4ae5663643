import { Injectable } from '@nestjs/common';
import type { MediaKind } from '../common/media-id';
import type { ReadScope } from '../database/read-pool';
import { visibleOwnerKeys } from '../read-model/artifacts/artifact-owners';
import type { MediaRefBase } from '../database/entities/read-model/media-context.entity';
import { lexemeQuery } from '../search/tsquery';
import { COUNTS, type CountRow, DETAILS, UNSEEN, WARM_UP_TEXTS } from './retrieval/candidates.sql';
import { retrievalStatement } from './retrieval/retrieval.sql';
import { VIA_SELECTIVE } from './retrieval/retrieval-parts';
import type { CandidateTexts } from './explain/evidence';
import type { CandidateRow } from './ranking/ranking';
import type { RetrievalPlan } from './retrieval/retrieval-plan';
import type { SearchFilter } from './query/search-filter';
import type { SearchQuery } from './query/search-query';
import { planAgain } from './retrieval/second-retrieval';
import { possiblyHidden, possiblyUncounted, withoutHidden, withUncounted } from './query/count-corrections';
import type { LexiconCounts } from './query/term-weights';

/** The details of a candidate that an answer shows. */
export interface CandidateDetails {
  /** UUID. */
  readonly media_id: string;
  readonly media: MediaRefBase;
  readonly summary_text: string;
  readonly texts: CandidateTexts;
  readonly artifact_ids: string[];
}

/** The documents that a plan found. */
export interface FoundDocuments {
  /** In no order; some are there twice. */
  readonly rows: CandidateRow[];
  /** A part of the plan hit its row limit. */
  readonly isCut: boolean;
}

/** Texts of an item, to make searches of. */
export interface WarmUpTexts {
  readonly media_kind: MediaKind;
  readonly title: string;
  /** The first of its people. */
  readonly person: string | null;
  /** The beginning of the overview. */
  readonly overview: string;
}

/** Reads the lexicon, retrieves documents, and reads the details of those on a page. */
@Injectable()
export class CandidatesRepository {
  /** Document counts of the lexemes, and the lexemes that share a spelling delete; one round trip. */
  async readCounts(scope: ReadScope, lexemes: readonly string[], deletes: readonly string[]): Promise<LexiconCounts> {
    const rows = await scope.rows<CountRow>(COUNTS, [[...lexemes], [...deletes]]);
    const documents = new Map<string, number>();
    const similar: CountRow[] = [];
    let total = 0;
    for (const row of rows) {
      if (row.what === 'total') total = row.documents;
      else if (row.what === 'asked') documents.set(row.lexeme, row.documents);
      else similar.push(row);
    }
    return { total, documents, similar };
  }

  /**
   * Corrects counts for the caller: removes lexemes that only libraries hidden from the caller have, and adds words that
   * came after the last count and would else be taken for misspellings. At most one round trip; for a caller who sees all
   * libraries, only if the lexicon takes a word for a misspelling.
   */
  async correctCounts(scope: ReadScope, query: SearchQuery, counts: LexiconCounts): Promise<LexiconCounts> {
    const isConfined = scope.libraryIds !== null;
    const doubtful = isConfined ? possiblyHidden(query, counts) : [];
    const uncounted = possiblyUncounted(query, counts, isConfined);
    if (!isConfined && uncounted.length === 0) return counts;
    const asked = [...doubtful.map((lexeme) => ({ lexeme, documents: 1 })), ...uncounted];
    const rows = await scope.rows<{ place: number }>(UNSEEN, [
      asked.map(({ lexeme }) => lexemeQuery(lexeme)),
      asked.map(({ documents }) => documents),
      scope.libraryIds,
    ]);
    const missing = new Set(rows.map(({ place }) => place - 1));
    const hidden = new Set(doubtful.filter((_, index) => missing.has(index)));
    const found = uncounted.filter((_, index) => !missing.has(doubtful.length + index));
    return withUncounted(isConfined ? withoutHidden(counts, query, hidden) : counts, query, found);
  }

  /**
   * The documents that a plan finds; one round trip, and a second one if an estimate of the plan was far off: words, or
   * words and filters, may occur together less or more often than expected, and only stop words may be rare.
   */
  async listRows(scope: ReadScope, plan: RetrievalPlan, filter: SearchFilter): Promise<FoundDocuments> {
    const first = await this.retrieve(scope, plan, filter);
    // The statement has read all items that the caller has begun.
    if (filter.watchStates !== null && !filter.watchStates.includes('unwatched')) return first;
    const { rows } = first;
    const foundVia = (wanted: number): number => countVia(rows, wanted);
    const found = { total: rows.length, selective: foundVia(VIA_SELECTIVE), ordered: foundVia };
    const again = planAgain(plan, found);
    if (again === null) return first;
    const second = await this.retrieve(scope, again, filter);
    return { rows: [...rows, ...second.rows], isCut: first.isCut || second.isCut };
  }

  private async retrieve(scope: ReadScope, plan: RetrievalPlan, filter: SearchFilter): Promise<FoundDocuments> {
    const retrieval = retrievalStatement(plan, filter, {
      userId: scope.principal.userId,
      libraryIds: scope.libraryIds,
    });
    if (retrieval === null) return { rows: [], isCut: false };
    const rows = await scope.rows<CandidateRow>(retrieval.statement, retrieval.values);
    return { rows, isCut: [...retrieval.bounds].some(([via, bound]) => countVia(rows, via) > bound) };
  }

  /** The details of some rows, by UUID; one round trip. */
  async readDetails(
    scope: ReadScope,
    rows: readonly CandidateRow[],
    artifactLimit: number,
  ): Promise<Map<string, CandidateDetails>> {
    if (rows.length === 0) return new Map();
    const details = await scope.rows<CandidateDetails>(DETAILS, [
      rows.map((row) => row.library_id),
      rows.map((row) => row.media_id),
      scope.libraryIds,
      visibleOwnerKeys(scope.principal),
      artifactLimit,
    ]);
    return new Map(details.map((row) => [row.media_id, row]));
  }

  /** Texts of the most prominent items; one round trip. */
  async listWarmUpTexts(scope: ReadScope, limit: number): Promise<WarmUpTexts[]> {
    return scope.rows<WarmUpTexts>(WARM_UP_TEXTS, [scope.libraryIds, limit]);
  }
}

function countVia(rows: readonly CandidateRow[], wanted: number): number {
  return rows.filter(({ via }) => via === wanted).length;
}
