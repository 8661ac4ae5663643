import { Injectable } from '@nestjs/common';
import type { MediaKind } from '../common/media-id';
import type { ReadScope } from '../database/read-pool';
import { visibleOwnerKeys } from '../read-model/artifact-owners';
import type { MediaRefBase } from '../read-model/media-context.projection';
import { quoteLexeme } from '../read-model/search-text/lexemes';
import {
  COUNTS,
  type CountRow,
  DETAILS,
  retrievalStatement,
  UNSEEN,
  VIA_SELECTIVE,
  WARM_UP_TEXTS,
} from './candidates.sql';
import type { CandidateTexts } from './evidence';
import type { CandidateRow } from './ranking';
import { planAgain, type RetrievalPlan } from './retrieval-plan';
import type { SearchFilter } from './search-filter';
import type { SearchQuery } from './search-query';
import { doubtfulLexemes, type LexiconCounts, withoutLexemes } from './weights';

/** What is shown of a candidate. */
export interface CandidateDetails {
  /** UUID. */
  readonly media_id: string;
  readonly media: MediaRefBase;
  readonly summary_text: string;
  readonly texts: CandidateTexts;
  readonly artifact_ids: string[];
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
   * The counts as far as the caller may know them: of words that only documents of other libraries have, nothing is
   * told. One round trip, none for a caller who sees all libraries.
   */
  async readSeenCounts(scope: ReadScope, query: SearchQuery, counts: LexiconCounts): Promise<LexiconCounts> {
    if (scope.libraryIds === null) return counts;
    const doubtful = doubtfulLexemes(query, counts);
    const rows = await scope.rows<{ place: number }>(UNSEEN, [doubtful.map(quoteLexeme), scope.libraryIds]);
    return withoutLexemes(counts, query, new Set(rows.map(({ place }) => doubtful[place - 1] ?? '')));
  }

  /**
   * The documents that a plan names, in no order, some of them twice; one round trip, and a second one where that gives
   * too little: because words, or words and filters, exclude or attract each other, or because only stop words were rare.
   */
  async listRows(scope: ReadScope, plan: RetrievalPlan, filter: SearchFilter): Promise<CandidateRow[]> {
    const rows = await this.retrieve(scope, plan, filter);
    // What the caller has begun was looked through whole.
    if (filter.watchStates !== null && !filter.watchStates.includes('unwatched')) return rows;
    const foundVia = (wanted: number): number => rows.filter(({ via }) => via === wanted).length;
    const found = { total: rows.length, selective: foundVia(VIA_SELECTIVE), ordered: foundVia };
    const again = planAgain(plan, found);
    return again === null ? rows : [...rows, ...(await this.retrieve(scope, again, filter))];
  }

  private async retrieve(scope: ReadScope, plan: RetrievalPlan, filter: SearchFilter): Promise<CandidateRow[]> {
    const retrieval = retrievalStatement(plan, filter, {
      userId: scope.principal.userId,
      libraryIds: scope.libraryIds,
    });
    return retrieval === null ? [] : scope.rows<CandidateRow>(retrieval.statement, retrieval.values);
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
