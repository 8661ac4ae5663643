import {
  type CandidateRow,
  type RankedCandidate,
  bestFirst,
  type CheckedTexts,
  type RowToCheck,
  type WordsInRows,
} from './candidate-row';
import { matchesEpisodeCode } from '../../search/index/episode-codes';
import { stemWord } from '../../search/text/stem';
import { decodeForms } from '../../search/index/title-forms';
import { wordsOf } from '../../search/text/words';
import { VIA_ID } from '../retrieval/retrieval-parts';
import { rolesInTitles, termRolesOf } from '../query/weights/term-roles';
import type { SearchQuery } from '../query/search-query';
import { scoreParametersOf } from '../query/weights/score-parameters';
import { DemandCheck } from './demand-check';
import { type AssessedMatch, removeWeakMatches } from './weak-matches';
import {
  KIND_BONUS,
  NAMED_KIND_BONUS,
  PROMINENCE_OF_TITLES,
  toScore,
  toSum,
  TITLE_BONUS,
  EXACT_BONUS,
  STOP_WORD_TITLE_BONUS,
} from './score-scale';
import { TextScorer } from './text-score';
import { TitleScorer, WHOLE_TITLE_MIN } from './titles/title-score';
import { TextCheck } from './text-check';
import { isMisspelled, KNOWN_COMPLETION_FACTOR, type WeightedWord } from '../query/weights/weighted-word';

/* docs/search.md explains most of the numbers. */
/** Factor for the score of a document that the query excludes, unless its title is the whole query. */
const EXCLUDED_FACTOR = 0.1;

/** If a row contains less than this share of the query, ranking checks whether its title begins with the query. */
const TITLE_START_CHECK_SHARE = 0.5;
/** Maximum number of best rows whose texts are checked. */
const CHECKED_MAX = 100;
/** Maximum number of best rows whose texts are checked if the query quotes a phrase. */
const CHECKED_PHRASES_MAX = 300;
/**
 * Number of best rows whose names of people are read if a word is misspelled. `suggestQuery` needs the names of the
 * first rows after `rankByTexts`, which are usually among these.
 */
const NAMES_READ = 20;
/** The title of a row with at least this score answers the query. */
const ANSWERED_SCORE = 0.392;
/** Number of best rows that `hasAnswer` and `completesName` check. */
const ANSWERS_MAX = 10;

type AssessedCandidate = RankedCandidate & AssessedMatch;

/** Ranks documents for one query. Pure: the score of a row does not depend on other rows. */
export class Ranker implements WordsInRows {
  private readonly texts: TextScorer;
  private readonly titles: TitleScorer | null;
  /** Indexes of the words that may be a year, a season number or an episode number; none if titles are not searched. */
  private readonly numberWords: readonly number[];
  private readonly hasSeveralWords: boolean;
  private readonly hasMisspelledWords: boolean;
  private readonly demandCheck: DemandCheck;
  private readonly textCheck: TextCheck;

  constructor(
    private readonly query: SearchQuery,
    private readonly words: readonly WeightedWord[],
  ) {
    const roles = termRolesOf(query, words);
    this.hasMisspelledWords = words.some(isMisspelled);
    this.hasSeveralWords = words.filter(({ word }) => word.isContentWord).length > 1;
    const searchesTitles = query.fields.has('title');
    this.texts = new TextScorer(query, words, roles);
    this.titles = searchesTitles ? new TitleScorer(query, words, rolesInTitles(roles, words)) : null;
    this.demandCheck = new DemandCheck(query, words);
    this.textCheck = new TextCheck(query, words, roles);
    this.numberWords = searchesTitles
      ? words.flatMap(({ word }, index) => (word.year !== null || word.isEpisodeCode ? [index] : []))
      : [];
  }

  /**
   * Returns the rows without duplicates, best first; equal scores by id. A row that was found by an id has the score 1.
   * Removes rows that match only a small part of the query (docs/search.md).
   */
  rank(rows: readonly CandidateRow[]): RankedCandidate[] {
    const rankedIds = new Set<string>();
    const ranked: AssessedCandidate[] = [];
    for (const row of rows) {
      if (rankedIds.has(row.media_id)) continue;
      rankedIds.add(row.media_id);
      const assessed = row.via === VIA_ID ? { row, score: 1, share: 1, hasUncorrectedWord: true } : this.assess(row);
      if (assessed.score > 0) ranked.push(assessed);
    }
    ranked.sort(bestFirst);
    return removeWeakMatches(ranked, this.hasSeveralWords);
  }

  /**
   * Returns the rows whose texts `rankByTexts` or `suggestQuery` needs, with the fields to read. Returns none if texts
   * cannot change the order, or if a title answers a query that neither quotes a phrase nor gives a person a role (such
   * as "directed by …").
   */
  rowsToCheck(ranked: readonly RankedCandidate[]): RowToCheck[] {
    const [first] = ranked;
    if (first === undefined || !this.textCheck.isNeeded) return [];
    const { hasPhrases } = this.textCheck;
    const { requests: roleRequests } = this.query.understanding.roles;
    if (!hasPhrases && roleRequests.length === 0 && first.score >= ANSWERED_SCORE) return [];
    return ranked.slice(0, hasPhrases ? CHECKED_PHRASES_MAX : CHECKED_MAX).flatMap(({ row }, index) => {
      const fields = this.textCheck.fieldsToCheck(row.profile);
      const mayCorrectByNames = this.hasMisspelledWords && index < NAMES_READ;
      if (fields === null && !mayCorrectByNames) return [];
      return [{ row, people: mayCorrectByNames || fields?.people === true, overview: fields?.overview === true }];
    });
  }

  /**
   * Adds the bonuses of the texts to the scores and sorts again. If any row contains all quoted phrases, removes the
   * rows that do not.
   */
  rankByTexts(ranked: readonly RankedCandidate[], texts: ReadonlyMap<string, CheckedTexts>): RankedCandidate[] {
    if (texts.size === 0) return [...ranked];
    const { textCheck } = this;
    const hasAllPhrases = ({ row }: RankedCandidate): boolean => {
      const rowTexts = texts.get(row.media_id);
      return rowTexts !== undefined && textCheck.hasAllPhrases(rowTexts);
    };
    const rowsWithPhrases = textCheck.hasPhrases ? ranked.filter(hasAllPhrases) : [];
    const kept = rowsWithPhrases.length === 0 ? ranked : rowsWithPhrases;
    const raised = kept.map((each): RankedCandidate => {
      const rowTexts = texts.get(each.row.media_id);
      if (rowTexts === undefined) return each;
      return { row: each.row, score: toScore(toSum(each.score) + textCheck.bonus(rowTexts, this.hasAll(each.row))) };
    });
    return raised.sort(bestFirst);
  }

  /**
   * Returns whether one of the best rows answers the query: by its title, by all words in its title or in the name of
   * one person, by a text with the words of the query as neighbours, or by all words if there are at least three.
   * `ranked` is the result of `rankByTexts`.
   */
  hasAnswer(ranked: readonly RankedCandidate[], texts: ReadonlyMap<string, CheckedTexts>): boolean {
    return ranked.slice(0, ANSWERS_MAX).some(({ row, score }) => {
      if (score >= ANSWERED_SCORE || this.startsWithQuery(row) || this.texts.hasAllInTitle(row.profile)) return true;
      const hasAll = this.hasAll(row);
      if (hasAll && this.words.length > 2) return true;
      const rowTexts = texts.get(row.media_id);
      return rowTexts !== undefined && this.hasAnswerInTexts(rowTexts, hasAll);
    });
  }

  private hasAnswerInTexts(texts: CheckedTexts, hasAll: boolean): boolean {
    if (this.textCheck.hasRun(texts) || this.textCheck.hasRunInName(texts, KNOWN_COMPLETION_FACTOR)) return true;
    // The name may have other words between those of the query: "Philip Hoffman" means Philip Seymour Hoffman and is
    // not the beginning of "Philip Hoffmann".
    return hasAll && this.textCheck.hasAllInOneName(texts, [...this.words.keys()]);
  }

  /**
   * Returns whether a name or a title of one of the best rows completes the query. The name contains the words of the
   * query; instead of the last word, it may contain a longer one. The title begins with these words if its stop words
   * are left out: "Captain America: The Winter Soldier" for "captain america wint". `ranked` is the result of
   * `rankByTexts`.
   */
  completesName(ranked: readonly RankedCandidate[], texts: ReadonlyMap<string, CheckedTexts>): boolean {
    return ranked.slice(0, ANSWERS_MAX).some(({ row }) => {
      const rowTexts = texts.get(row.media_id);
      const hasName = rowTexts !== undefined && this.textCheck.hasRunInName(rowTexts, KNOWN_COMPLETION_FACTOR);
      return hasName || this.titles?.whole.startsWithWordsOfQuery(row) === true;
    });
  }

  hasAll({ profile }: CandidateRow): boolean {
    return this.texts.hasAll(profile);
  }

  startsWithQuery(row: CandidateRow): boolean {
    return this.titles?.whole.startsWithQuery(row) === true;
  }

  /**
   * Returns the score of a document; 0 if no title fits the query and no word of the query matches the texts, year,
   * episode number, genres or country of the document.
   */
  score(row: CandidateRow): number {
    return this.assess(row).score;
  }

  private assess(row: CandidateRow): AssessedCandidate {
    const isEpisodeMatch = this.query.episodeCode !== null && matchesEpisodeCode(this.query.episodeCode, row);
    const matchedOutsideTexts = this.wordsMatchedOutsideTexts(row, isEpisodeMatch);
    const title = this.titles?.score(row, matchedOutsideTexts, isEpisodeMatch, this.texts.acronymsIn(row.profile)) ?? 0;
    const isWholeTitle = title >= WHOLE_TITLE_MIN && this.titles?.whole.equalsQuery(row) === true;
    const {
      score: text,
      share,
      hasUncorrectedWord,
    } = this.texts.score(row.profile, isWholeTitle ? this.withAllDemands(matchedOutsideTexts) : matchedOutsideTexts);
    if (text + title === 0) return { row, score: 0, share, hasUncorrectedWord };
    const titleShare = Math.min(1, title / (TITLE_BONUS + EXACT_BONUS));
    const { prominenceWithoutTitle } = scoreParametersOf(this.query);
    const prominenceFactor =
      prominenceWithoutTitle + (PROMINENCE_OF_TITLES - prominenceWithoutTitle) * Math.min(1, titleShare * 1.5);
    const prominence = row.prominence * prominenceFactor;
    const kind = KIND_BONUS[row.media_kind] + (this.query.namedKinds.has(row.media_kind) ? NAMED_KIND_BONUS : 0);
    // The row has all content words elsewhere, so the other words of the query are its title: "Her" for "her jane doe".
    const ofStopWords = share === 1 && this.titles?.whole.isOfStopWords(row) === true ? STOP_WORD_TITLE_BONUS : 0;
    const sum = text + title + prominence + kind + ofStopWords;
    const isIncluded = isWholeTitle || !this.demandCheck.isExcluded(row);
    // A title can fit the query although no whole word of the query was found: it begins with the query, or the words
    // only ask for a genre or a period, so they were not looked for in titles ("1917" for "1917 action", and "Dramas"
    // for "dramas tv show").
    const mayBeTitleStart = share < TITLE_START_CHECK_SHARE || !hasUncorrectedWord;
    const isTitleStart =
      mayBeTitleStart &&
      (title >= TITLE_BONUS || this.startsWithQuery(row) || this.titles?.whole.equalsQueryWithoutDemand(row) === true);
    return {
      row,
      score: toScore(isIncluded ? sum : sum * EXCLUDED_FACTOR),
      share: isTitleStart ? 1 : share,
      hasUncorrectedWord: hasUncorrectedWord || isTitleStart,
    };
  }

  /**
   * Adds the indexes of all words with demands. An item whose title equals the whole query need not meet the demands:
   * "Who 1980s" answers "who 1980s" at least as well as "Who" of 1985.
   */
  private withAllDemands(matchedOutsideTexts: readonly number[]): readonly number[] {
    const { demandedWords } = this.demandCheck;
    return demandedWords.length === 0 ? matchedOutsideTexts : [...matchedOutsideTexts, ...demandedWords];
  }

  correctionsIn(row: CandidateRow, names: readonly string[]): (string | null)[] {
    const factors = this.texts.nameFactors(row.profile);
    const wordOf = new Map<string, string>();
    const titles = decodeForms(row.titles).flatMap(({ folded }) => folded.split(' '));
    for (const word of [...titles, ...names.flatMap((name) => wordsOf(name).map(({ folded }) => folded))]) {
      const lexeme = stemWord(word);
      if (!wordOf.has(lexeme)) wordOf.set(lexeme, word);
    }
    return this.words.map(({ corrections }, index) => {
      // Several corrections can have the same factor, so the first one that a title or a name contains is returned.
      const correctionWithFactor = corrections.find(
        ({ factor }) => Math.abs((factors[index] ?? 0) - factor) < 1e-9 && factor < 1,
      );
      if (correctionWithFactor === undefined) return null;
      const correction = corrections.find(({ lexeme }) => wordOf.has(lexeme));
      return correction === undefined ? null : (wordOf.get(correction.lexeme) ?? null);
    });
  }

  /**
   * Returns the indexes of the words that name the year, season or episode of a row, and of the words whose demands the
   * row meets.
   */
  private wordsMatchedOutsideTexts(row: CandidateRow, isEpisodeMatch: boolean): readonly number[] {
    const demandWords = this.demandCheck.metBy(row);
    if (this.numberWords.length === 0) return demandWords;
    const numbers = this.numberWords.filter((index) => {
      const word = this.words[index]?.word;
      return (
        word !== undefined && ((word.year !== null && word.year === row.year) || (isEpisodeMatch && word.isEpisodeCode))
      );
    });
    return demandWords.length === 0 ? numbers : [...numbers, ...demandWords];
  }
}
