import type { MediaKind } from '../../common/media-id';
import { fitsCode } from '../../search/index/episode-codes';
import { stemWord } from '../../search/text/stem';
import { decodeForms } from '../../search/index/title-forms';
import { rolesOf } from '../query/term-roles';
import type { SearchQuery } from '../query/search-query';
import { TextScorer } from './text-score';
import { ACCENT_BONUS, EXACT_BONUS, TITLE_BONUS, TitleScorer } from './title-score';
import type { WeightedWord } from '../query/term-weights';

/** The fields of a document that ranking reads. */
export interface CandidateRow {
  readonly library_id: string;
  readonly media_id: string;
  readonly media_kind: MediaKind;
  readonly year: number | null;
  readonly season_number: number | null;
  readonly episode_number: number | null;
  readonly prominence: number;
  readonly titles: string;
  readonly profile: string;
  /** Index of the ordered retrieval that found the row; negative for other parts of the plan. */
  readonly via: number;
}

/** A row and its score. */
export interface RankedCandidate {
  readonly row: CandidateRow;
  /** 0 to 1, six decimals; comparable within one answer and its next pages. */
  readonly score: number;
}

/* docs/search.md tells what each number does and how it was chosen. */
const PROMINENCE_OF_TITLES = 0.45;
const PROMINENCE_OF_ALL = 0.05;
const KIND_BONUS: Readonly<Record<MediaKind, number>> = { series: 0.03, movie: 0.03, season: 0.01, episode: 0 };
const HIGHEST =
  1 + TITLE_BONUS + EXACT_BONUS + ACCENT_BONUS + PROMINENCE_OF_TITLES + PROMINENCE_OF_ALL + KIND_BONUS.movie;
const SCORE_DECIMALS = 1e6;

const NONE: readonly number[] = [];

/** The next higher score; at most 1. */
export function scoreAbove(score: number): number {
  return Math.min(SCORE_DECIMALS, Math.round(score * SCORE_DECIMALS) + 1) / SCORE_DECIMALS;
}

/** Orders candidates by score, then by id. */
export function bestFirst(a: RankedCandidate, b: RankedCandidate): number {
  return b.score - a.score || (a.row.media_id < b.row.media_id ? -1 : 1);
}

/** Scores documents for one query. Pure: the score of a row does not depend on other rows. */
export class Ranker {
  private readonly texts: TextScorer;
  private readonly titles: TitleScorer | null;
  /** Indexes of the words that may be a year, or that are season or episode numbers. */
  private readonly mayMark: readonly number[];

  constructor(
    private readonly query: SearchQuery,
    private readonly words: readonly WeightedWord[],
  ) {
    const roles = rolesOf(query, words);
    const inTitles = query.fields.has('title');
    this.texts = new TextScorer(query, words, roles);
    this.titles = inTitles ? new TitleScorer(query, words, roles) : null;
    this.mayMark = inTitles
      ? words.flatMap(({ word }, index) => (word.year !== null || word.coded ? [index] : []))
      : [];
  }

  /** The rows best first, each once; equal scores by id. */
  rank(rows: readonly CandidateRow[]): RankedCandidate[] {
    const seen = new Set<string>();
    const ranked: RankedCandidate[] = [];
    for (const row of rows) {
      if (seen.has(row.media_id)) continue;
      seen.add(row.media_id);
      const score = this.score(row);
      if (score > 0) ranked.push({ row, score });
    }
    return ranked.sort(bestFirst);
  }

  /** Whether a document has all words of the query, uncorrected, in the searched fields. */
  hasAll({ profile }: CandidateRow): boolean {
    return this.texts.hasAll(profile);
  }

  /** The score of a document; 0 if no searched field has a word of the query. */
  score(row: CandidateRow): number {
    const coded = this.query.code !== null && fitsCode(this.query.code, row);
    const marked = this.marksOf(row, coded);
    const text = this.texts.score(row.profile, marked);
    const title = this.titles?.score(row, marked, coded) ?? 0;
    if (text + title === 0) return 0;
    const share = Math.min(1, title / (TITLE_BONUS + EXACT_BONUS));
    const prominence = row.prominence * (PROMINENCE_OF_ALL + PROMINENCE_OF_TITLES * Math.min(1, share * 1.5));
    const score = (text + title + prominence + KIND_BONUS[row.media_kind]) / HIGHEST;
    return Math.max(1, Math.round(Math.min(1, score) * SCORE_DECIMALS)) / SCORE_DECIMALS;
  }

  /** For each word of the query, the correction that a document's titles have in its place; null if they have none. */
  correctionsIn(row: CandidateRow): (string | null)[] {
    const factors = this.texts.titleFactors(row.profile);
    const inTitles = new Map<string, string>();
    for (const form of decodeForms(row.titles)) {
      for (const word of form.folded.split(' ')) {
        const lexeme = stemWord(word);
        if (!inTitles.has(lexeme)) inTitles.set(lexeme, word);
      }
    }
    return this.words.map(({ corrections }, index) => {
      const used = corrections.find(({ factor }) => Math.abs((factors[index] ?? 0) - factor) < 1e-9 && factor < 1);
      if (used === undefined) return null;
      const correction = corrections.find(({ lexeme }) => inTitles.has(lexeme));
      return correction === undefined ? null : (inTitles.get(correction.lexeme) ?? null);
    });
  }

  /** Indexes of the words that name the year, season or episode of a row. These are columns, not words of the profile. */
  private marksOf(row: CandidateRow, coded: boolean): readonly number[] {
    if (this.mayMark.length === 0) return NONE;
    return this.mayMark.filter((index) => {
      const word = this.words[index]?.word;
      return word !== undefined && ((word.year !== null && word.year === row.year) || (coded && word.coded));
    });
  }
}
