import { Injectable } from '@nestjs/common';
import type { MediaKind } from '../common/media-id';
import type { ReadScope } from '../database/read-pool';
import { visibleOwnerKeys } from '../read-model/artifacts/artifact-owners';
import type { MediaRefBase } from '../database/entities/read-model/media-context.entity';
import { lexemeQuery } from '../search/tsquery';
import {
  COUNTS,
  type CountRow,
  DETAILS,
  retrievalStatement,
  UNSEEN,
  VIA_SELECTIVE,
  WARM_UP_TEXTS,
} from './retrieval/candidates.sql';
import type { CandidateTexts } from './explain/evidence';
import type { CandidateRow } from './ranking/ranking';
import type { RetrievalPlan } from './retrieval/retrieval-plan';
import type { SearchFilter } from './query/search-filter';
import type { SearchQuery } from './query/search-query';
import { planAgain } from './retrieval/second-retrieval';
import { doubtfulLexemes, uncountedWitnesses, withoutLexemes, withWitnesses } from './query/seen-counts';
import type { LexiconCounts } from './query/term-weights';

/** What is shown of a candidate. */
export interface CandidateDetails {
  /** UUID. */
  readonly media_id: string;
  readonly media: MediaRefBase;
  readonly summary_text: string;
  readonly texts: CandidateTexts;
  readonly artifact_ids: string[];
}

/** What a plan found. */
export interface FoundDocuments {
  /** In no order, some of them twice. */
  readonly rows: CandidateRow[];
  /** A part of the plan has more documents than it may give. */
  readonly isCut: boolean;
}

/** Texts of an item that searches can be made of. */
export interface WarmUpTexts {
  readonly media_kind: MediaKind;
  readonly title: string;
  /** The first in the list of people. */
  readonly person: string | null;
  /** Its beginning. */
  readonly overview: string;
}

/** Reads the lexicon, retrieves documents, and reads what is shown of those on a page. */
@Injectable()
export class CandidatesRepository {
  /** Document counts of the lexemes, and the lexemes that share a slip; one round trip. */
  async readCounts(scope: ReadScope, lexemes: readonly string[], slips: readonly string[]): Promise<LexiconCounts> {
    const rows = await scope.rows<CountRow>(COUNTS, [[...lexemes], [...slips]]);
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
   * The counts as far as the caller may know them, of words that only documents of other libraries have nothing, and as
   * far as they must be known now: that a word has come since the last count. One round trip, for a caller who sees all
   * libraries only where the lexicon takes a word for a slip.
   */
  async readSeenCounts(scope: ReadScope, query: SearchQuery, counts: LexiconCounts): Promise<LexiconCounts> {
    const isConfined = scope.libraryIds !== null;
    const doubtful = isConfined ? doubtfulLexemes(query, counts) : [];
    const witnesses = uncountedWitnesses(query, counts, isConfined);
    if (!isConfined && witnesses.length === 0) return counts;
    const asked = [...doubtful.map((lexeme) => ({ lexeme, documents: 1 })), ...witnesses];
    const rows = await scope.rows<{ place: number }>(UNSEEN, [
      asked.map(({ lexeme }) => lexemeQuery(lexeme)),
      asked.map(({ documents }) => documents),
      scope.libraryIds,
    ]);
    const unseen = new Set(rows.map(({ place }) => place - 1));
    const hidden = new Set(doubtful.filter((_, index) => unseen.has(index)));
    const present = witnesses.filter((_, index) => !unseen.has(doubtful.length + index));
    return withWitnesses(isConfined ? withoutLexemes(counts, query, hidden) : counts, query, present);
  }

  /**
   * The documents that a plan names; one round trip, and a second one where that gives too little: because words, or
   * words and filters, exclude or attract each other, or because only stop words were rare.
   */
  async listRows(scope: ReadScope, plan: RetrievalPlan, filter: SearchFilter): Promise<FoundDocuments> {
    const first = await this.retrieve(scope, plan, filter);
    // What the caller has begun was looked through whole.
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

  /** What is shown of some rows, by UUID; one round trip. */
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
