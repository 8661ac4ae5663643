import { Injectable } from '@nestjs/common';
import type { MediaKind } from '../common/media-id';
import type { ReadScope } from '../database/read-scope';
import { visibleOwnerKeys } from '../read-model/artifacts/artifact-owners';
import type { MediaRefBase } from '../database/entities/read-model/media-context.entity';
import type { CatalogTexts } from '../read-model/source/catalog-texts';
import { allOf, lexemeQuery } from '../search/tsquery';
import { visibleDocuments } from '../search/visible-documents';
import {
  CHECKED_TEXTS,
  type CountRow,
  DETAILS,
  DOCUMENT_COUNTS,
  LEXICON_COUNTS,
  SCANNED_LIBRARIES_MAX,
  WARM_UP_TEXTS,
} from './retrieval/candidates.sql';
import { ALL_WORDS_BY_SPELLING_KEY, COMPLETIONS, COUNTED_WORDS, WORDS_BY_SPELLING_KEY } from './retrieval/spelling.sql';
import type { CandidateRow, CheckedTexts, RowToCheck } from './ranking/candidate-row';
import type { SearchQuery } from './query/search-query';
import { countedLexemes, incompleteWord, spellingDeletes } from './query/query-lexemes';
import { possiblyUncounted, withUncounted } from './query/weights/count-corrections';
import type { LexemeCount, LexiconCounts } from './query/weights/lexicon-counts';
import {
  farCorrectedWords,
  lexemesOfNameToComplete,
  lexemesToComplete,
  similarLexemes,
  unknownWords,
} from './query/spelling/far-spellings';
import { hasKnownWord } from './query/weights/term-weights';
import { spellingKeys } from '../search/spelling/spelling-keys';
import { stemWord } from '../search/text/stem';

/** The details of a candidate that an answer shows. */
export interface CandidateDetails {
  /** UUID. */
  readonly media_id: string;
  readonly media: MediaRefBase;
  readonly summary_text: string;
  readonly texts: CatalogTexts;
  readonly artifact_ids: string[];
}

/** The texts of an item that warm-up searches use as queries. */
export interface WarmUpTexts {
  readonly media_kind: MediaKind;
  readonly title: string;
  /** Name of the first person that the item lists. */
  readonly person: string | null;
  /** The beginning of the overview. */
  readonly overview: string;
}

/** Reads the lexicon, the texts of the best documents, and the details of the candidates on a page. */
@Injectable()
export class CandidatesRepository {
  /**
   * Returns the counts for a query and for further lexemes. Takes one round trip if titles or names have all words of
   * the query, and up to five otherwise, or six on a distributed database.
   */
  async readCounts(scope: ReadScope, query: SearchQuery, lexemes: readonly string[]): Promise<LexiconCounts> {
    const counts = await this.countLexemes(scope, [...countedLexemes(query), ...lexemes], spellingDeletes(query));
    const current = await this.addUncounted(scope, query, counts);
    return this.addCompletions(scope, query, await this.addFarSpellings(scope, query, current));
  }

  private async countLexemes(
    scope: ReadScope,
    lexemes: readonly string[],
    deletes: readonly string[],
  ): Promise<LexiconCounts> {
    const rows = await scope.rows<CountRow>(LEXICON_COUNTS, [[...lexemes], [...deletes], scope.libraryIds]);
    const documents = new Map<string, number>();
    const nearSpellings: LexemeCount[] = [];
    const libraries: string[] = [];
    let total = 0;
    for (const row of rows) {
      // In a row of a library, `lexeme` is the id of the library.
      if (row.what === 'total') total = row.documents;
      else if (row.what === 'library') libraries.push(row.lexeme);
      else if (row.what === 'asked') documents.set(row.lexeme, row.documents);
      else nearSpellings.push(row);
    }
    return {
      total,
      documents,
      libraries: libraries.length > SCANNED_LIBRARIES_MAX ? undefined : libraries,
      nearSpellings,
    };
  }

  /** Raises the counts of words that would be corrected although documents not yet in the lexicon contain them. */
  private async addUncounted(scope: ReadScope, query: SearchQuery, counts: LexiconCounts): Promise<LexiconCounts> {
    const uncounted = possiblyUncounted(query, counts, farCorrectedWords(query, counts));
    if (uncounted.length === 0) return counts;
    const visible = visibleDocuments(scope.libraryIds, await scope.listHiddenLibraries()) ?? [];
    const rows = await scope.rows<{ place: number; documents: number }>(DOCUMENT_COUNTS, [
      uncounted.map(({ lexeme }) => allOf([lexemeQuery(lexeme)].concat(visible))),
      uncounted.map(({ minDocuments }) => minDocuments),
      scope.libraryIds,
    ]);
    const documentCounts = uncounted.map(() => 0);
    for (const { place, documents } of rows) documentCounts[place - 1] = (documentCounts[place - 1] ?? 0) + documents;
    const presentLexemes = uncounted.filter(({ minDocuments }, index) => (documentCounts[index] ?? 0) >= minDocuments);
    return withUncounted(counts, query, presentLexemes);
  }

  /** Adds the counts of words that are similar to an unknown word. */
  private async addFarSpellings(scope: ReadScope, query: SearchQuery, counts: LexiconCounts): Promise<LexiconCounts> {
    const unknown = unknownWords(query, counts);
    if (unknown.length === 0) return counts;
    const lexemes = similarLexemes(unknown, await this.listKeyedWords(scope, unknown), hasKnownWord(query, counts));
    if (lexemes.length === 0) return counts;
    const { documents } = await this.countLexemes(scope, lexemes, []);
    return { ...counts, farSpellings: [...documents].map(([lexeme, count]) => ({ lexeme, documents: count })) };
  }

  /** Adds the words that complete the last word of the query, if it may be incomplete and no title or name has it. */
  private async addCompletions(scope: ReadScope, query: SearchQuery, counts: LexiconCounts): Promise<LexiconCounts> {
    return this.readCompletions(scope, lexemesToComplete(query, counts), counts);
  }

  /**
   * Adds the words that complete the last word of the query, even if a title or a name contains the last word as it is.
   * Returns `counts` unchanged if all of these words are only other forms of the last word. Takes one round trip, or
   * none if `counts` already has completions or the query cannot be the beginning of a name.
   */
  async addNameCompletions(scope: ReadScope, query: SearchQuery, counts: LexiconCounts): Promise<LexiconCounts> {
    if (counts.completions !== undefined) return counts;
    const completed = await this.readCompletions(scope, lexemesOfNameToComplete(query), counts);
    const stem = incompleteWord(query)?.lexeme;
    const hasOtherWord = completed.completions?.some(({ lexeme }) => stemWord(lexeme.slice(1)) !== stem) === true;
    return hasOtherWord ? { ...completed, completesKnownWord: true } : counts;
  }

  private async readCompletions(
    scope: ReadScope,
    beginnings: readonly string[],
    counts: LexiconCounts,
  ): Promise<LexiconCounts> {
    if (beginnings.length === 0) return counts;
    return { ...counts, completions: await scope.rows<LexemeCount>(COMPLETIONS, [[...beginnings], scope.libraryIds]) };
  }

  /** Returns the words of the visible libraries that have a spelling key in common with one of the `unknown` words. */
  private async listKeyedWords(scope: ReadScope, unknown: readonly string[]): Promise<string[]> {
    const keys = [...new Set(unknown.flatMap(spellingKeys))];
    const isDistributed = scope.distributed !== null;
    const keyed = isDistributed ? await scope.rows<{ word: string }>(ALL_WORDS_BY_SPELLING_KEY, [keys]) : [];
    const rows = isDistributed
      ? await scope.rows<{ word: string }>(COUNTED_WORDS, [keyed.map(({ word }) => word), scope.libraryIds])
      : await scope.rows<{ word: string }>(WORDS_BY_SPELLING_KEY, [keys, scope.libraryIds]);
    return rows.map(({ word }) => word);
  }

  /** Returns the texts of rows by media UUID. Takes one round trip, or none for no rows. */
  async readTexts(scope: ReadScope, rows: readonly RowToCheck[]): Promise<Map<string, CheckedTexts>> {
    if (rows.length === 0) return new Map();
    const texts = await scope.rows<CheckedTexts>(CHECKED_TEXTS, [
      rows.map(({ row }) => row.library_id),
      rows.map(({ row }) => row.media_id),
      scope.libraryIds,
      rows.map(({ people }) => people),
      rows.map(({ overview }) => overview),
    ]);
    return new Map(texts.map((row) => [row.media_id, row]));
  }

  /** Returns the details of rows by media UUID. Takes one round trip, or none for no rows. */
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

  /** Returns the texts of the most prominent items. Takes one round trip. */
  async listWarmUpTexts(scope: ReadScope, limit: number): Promise<WarmUpTexts[]> {
    return scope.rows<WarmUpTexts>(WARM_UP_TEXTS, [scope.libraryIds, limit]);
  }
}
