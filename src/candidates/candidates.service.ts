import { Injectable } from '@nestjs/common';
import type { EffectiveCaps } from '../common/paging/cap-table';
import { resolvePagedCaps } from '../common/paging/caps';
import { CursorCodec } from '../common/paging/cursor';
import { findPageStart, type PageCursor, toPage } from '../common/paging/paging';
import { Problem } from '../common/problems/problem';
import type { Principal } from '../common/principal';
import { ReadPool } from '../database/read-pool';
import type { ReadScope } from '../database/read-scope';
import { PROMINENCE_TIERS } from '../search/index/prominence-tiers';
import {
  type CandidateList,
  CANDIDATES_ORIGINS,
  type SearchCandidatesRequest,
  type SearchCandidatesResponse,
} from './candidates.dto';
import { bindingOf, comesAfter, type PageStart } from './candidates-page';
import { CandidatesRepository } from './candidates.repository';
import { DocumentsRepository, type FoundDocuments } from './documents.repository';
import { toCandidate } from './explain/candidate';
import { rowsForSuggestion, suggestQuery } from './explain/did-you-mean';
import { understoodOf } from './explain/understood';
import { FieldMatcher } from './explain/field-matcher';
import { MATCHES_MAX } from './facets/match-count';
import { type Matches, MatchFacetsRepository } from './facets/match-facets.repository';
import { withoutUnmetCountries } from './ranking/demand-check';
import { findFloor, raiseToFloor } from './ranking/exact-words';
import { completesKnownWord, encodeWeights, withEncodedWeights } from './query/weights/weights-cursor';
import type { CheckedTexts, RankedCandidate } from './ranking/candidate-row';
import { Ranker } from './ranking/ranking';
import type { CandidateQuery, MultiSearchRequest, MultiSearchResponse } from './multi-search/multi-search.dto';
import { planRetrieval } from './retrieval/plan/plan-retrieval';
import type { RetrievalPlan } from './retrieval/retrieval-plan';
import { VIA_ID } from './retrieval/retrieval-parts';
import { filterLexemes, type SearchFilter, toSearchFilter } from './query/search-filter';
import type { SearchQuery } from './query/search-query';
import { toSearchQuery } from './query/query-parser';
import type { LexiconCounts } from './query/weights/lexicon-counts';
import { weighWords } from './query/weights/term-weights';
import type { WeightedWord } from './query/weights/weighted-word';

/** Maximum number of candidates on all pages of a search. */
const CANDIDATES_MAX = 1_000;

/** The ranked candidates of a query, and the weights of its words. */
interface Ranking {
  readonly words: readonly WeightedWord[];
  /** The score to which candidates with the exact words were raised; 0 if none was. */
  readonly floor: number;
  readonly ranked: readonly RankedCandidate[];
  /** Whether more documents may match than all pages show. */
  readonly isCut: boolean;
  /** The query with corrected spelling; null if nothing is corrected. */
  readonly suggestion: string | null;
  readonly matches: Matches;
}

/** The documents of a search, ranked, and the plan that found them. */
interface FoundCandidates {
  readonly words: readonly WeightedWord[];
  readonly plan: RetrievalPlan;
  readonly retrieved: FoundDocuments;
  readonly ranker: Ranker;
  /** The texts of the best rows, by UUID. */
  readonly texts: ReadonlyMap<string, CheckedTexts>;
  /** The rows, ranked by index and texts, without those that match too little of the query. */
  readonly scored: readonly RankedCandidate[];
}

const NO_MATCHES: Matches = { ranked: [], isCut: false };
const EMPTY_RANKING: Ranking = { words: [], floor: 0, ...NO_MATCHES, suggestion: null, matches: NO_MATCHES };

/** Searches items by text. */
@Injectable()
export class CandidatesService {
  constructor(
    private readonly reads: ReadPool,
    private readonly repository: CandidatesRepository,
    private readonly documents: DocumentsRepository,
    private readonly facets: MatchFacetsRepository,
    private readonly cursors: CursorCodec,
  ) {}

  /** Returns a page of candidates, best first. Throws `invalid-cursor`. */
  async searchCandidates(principal: Principal, request: SearchCandidatesRequest): Promise<SearchCandidatesResponse> {
    const caps = resolvePagedCaps(request, 'candidate_limit');
    const binding = bindingOf(principal, request);
    const start = findPageStart(request.pagination, this.cursors, binding) as PageStart | null;
    return this.reads.readAs(principal, async (scope) => {
      return { ...(await this.searchIn(scope, request, caps, start)), caps, origins: CANDIDATES_ORIGINS };
    });
  }

  /**
   * Returns the first candidates of each query. The queries run one after another in one snapshot. Throws
   * `invalid-cursor` if there is a cursor, because a cursor continues a single query.
   */
  async searchAll(principal: Principal, request: MultiSearchRequest): Promise<MultiSearchResponse> {
    if (typeof request.pagination?.cursor === 'string') throw Problem.invalidCursor();
    const caps = resolvePagedCaps(request, 'candidate_limit');
    return this.reads.readAs(principal, async (scope) => {
      const results: CandidateList[] = [];
      for (const query of request.queries) results.push(await this.searchIn(scope, query, caps, null));
      return { results, caps, origins: CANDIDATES_ORIGINS };
    });
  }

  private async searchIn(
    scope: ReadScope,
    request: CandidateQuery,
    caps: EffectiveCaps,
    start: PageStart | null,
  ): Promise<CandidateList> {
    const query = toSearchQuery(request.query, request.search_in);
    const { words, floor, ranked, isCut, suggestion, matches } = await this.rank(scope, request, query, start);
    const remaining = start === null ? ranked : ranked.filter((candidate) => comesAfter(candidate, start));
    const cursor: PageCursor<RankedCandidate> = {
      codec: this.cursors,
      binding: bindingOf(scope.principal, request),
      keyOf: ({ score, row }): PageStart => [score, row.media_id, encodeWeights(words), floor],
    };
    const { rows, page } = toPage(remaining, caps.candidate_limit, cursor, isCut);
    const details = await this.repository.readDetails(
      scope,
      rows.map(({ row }) => row),
      request.include_artifacts === false ? 0 : caps.artifact_limit,
    );
    const matcher = new FieldMatcher(query, words);
    const candidates = rows.flatMap((candidate) => {
      const itemDetails = details.get(candidate.row.media_id);
      return itemDetails === undefined ? [] : [toCandidate(matcher, candidate, itemDetails, caps)];
    });
    const facets = await this.facets.countFacets(scope, request.facets, matches, caps.facet_limit);
    const isIdFound = ranked.some(({ row }) => row.via === VIA_ID);
    return { candidates, did_you_mean: suggestion, understood: understoodOf(query, isIdFound), ...facets, page };
  }

  private async rank(
    scope: ReadScope,
    request: CandidateQuery,
    query: SearchQuery,
    start: PageStart | null,
  ): Promise<Ranking> {
    if (query.titleForm === null) return EMPTY_RANKING;
    const counts = await this.repository.readCounts(scope, query, [...filterLexemes(request), ...PROMINENCE_TIERS]);
    const filter = toSearchFilter(request, counts);
    const [, , weightsOfFirstPage = null, floorOfFirstPage] = start ?? [];
    const found = await this.find(scope, query, filter, counts, weightsOfFirstPage);
    const { words, plan, retrieved, ranker, texts, scored } = found;
    const floor = floorOfFirstPage ?? findFloor(query, words, scored, ranker);
    const matching = raiseToFloor(floor, scored, ranker);
    const ranked = matching.slice(0, CANDIDATES_MAX);
    const isCut = retrieved.isCut || matching.length > CANDIDATES_MAX;
    const unread = rowsForSuggestion(words, ranked, ranker, texts);
    const textsWithNames = new Map([...texts, ...(await this.repository.readTexts(scope, unread))]);
    const suggestion = suggestQuery(query, words, ranked, ranker, textsWithNames);
    if (request.facets === undefined || !retrieved.isCut) {
      return { words, floor, ranked, isCut, suggestion, matches: { ranked: matching, isCut: false } };
    }
    const allDocuments = await this.documents.listAll(scope, plan, filter, retrieved, MATCHES_MAX);
    const allRanked = raiseToFloor(floor, ranker.rankByTexts(ranker.rank(allDocuments.rows), texts), ranker);
    const isCountCut = allDocuments.isCut || allRanked.length > MATCHES_MAX;
    const matches = { ranked: allRanked.slice(0, MATCHES_MAX), isCut: isCountCut };
    return { words, floor, ranked, isCut, suggestion, matches };
  }

  /**
   * Finds and ranks the documents of a search. If no document answers the query, and the query may end with the
   * beginning of a name, searches again with the words that complete the name. Returns the second result only if a name
   * or a title in its best rows completes the query. Later pages repeat the choice of the first page.
   *
   * @param weightsOfFirstPage the result of `encodeWeights` for the first page, which contains this choice; null if
   * this is the first page
   */
  private async find(
    scope: ReadScope,
    query: SearchQuery,
    filter: SearchFilter,
    counts: LexiconCounts,
    weightsOfFirstPage: string | null,
  ): Promise<FoundCandidates> {
    if (weightsOfFirstPage !== null) {
      const isCompleted = completesKnownWord(query, counts, weightsOfFirstPage);
      const chosenCounts = isCompleted ? await this.repository.addNameCompletions(scope, query, counts) : counts;
      return this.findOnce(scope, query, filter, chosenCounts, weightsOfFirstPage);
    }
    const found = await this.findOnce(scope, query, filter, counts, null);
    if (found.ranker.hasAnswer(found.scored, found.texts)) return found;
    const completedCounts = await this.repository.addNameCompletions(scope, query, counts);
    if (completedCounts === counts) return found;
    const completed = await this.findOnce(scope, query, filter, completedCounts, null);
    return completed.ranker.completesName(completed.scored, completed.texts) ? completed : found;
  }

  private async findOnce(
    scope: ReadScope,
    query: SearchQuery,
    filter: SearchFilter,
    counts: LexiconCounts,
    weightsOfFirstPage: string | null,
  ): Promise<FoundCandidates> {
    const weighed = weighWords(query, counts);
    // The first page, too, uses only the corrections that fit into a cursor, so that later pages have the same order.
    const searched = withEncodedWeights(weighed, weightsOfFirstPage ?? encodeWeights(weighed));
    const plan = planRetrieval(query, searched, counts, filter);
    const retrieved = await this.documents.listRows(scope, plan, filter);
    const words = withoutUnmetCountries(query, searched, retrieved.rows);
    const ranker = new Ranker(query, words);
    const byIndex = ranker.rank(retrieved.rows);
    const texts = await this.repository.readTexts(scope, ranker.rowsToCheck(byIndex));
    return { words, plan, retrieved, ranker, texts, scored: ranker.rankByTexts(byIndex, texts) };
  }
}
