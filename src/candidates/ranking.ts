import type { MediaKind } from '../common/media-id';
import { fitsCode } from '../read-model/search-text/episode-codes';
import { isAscii } from '../read-model/search-text/fold';
import { findNumeral } from '../read-model/search-text/numerals';
import { overviewWordsOf, ProfileProbe, unpackUses } from '../read-model/search-text/profile';
import { stemWord } from '../read-model/search-text/stem';
import { compactKey, decodeForms, type TitleForm } from '../read-model/search-text/title-forms';
import { mayBegin, type SearchQuery } from './search-query';
import { isStopWord } from '../read-model/search-text/stop-words';
import { isUnspaced } from '../read-model/search-text/words';
import type { WeightedWord } from './weights';

/** A retrieved row, as far as ranking reads it. */
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
  /** Index of the ordered retrieval that found the row; negative for another. */
  readonly via: number;
}

/** A row and its place. */
export interface RankedCandidate {
  readonly row: CandidateRow;
  /** 0 to 1, six decimals; comparable within one answer and its next pages. */
  readonly score: number;
}

/* What each number does, and how it was chosen, is told in docs/search.md. */
const WEIGHT_TITLE = 3;
const WEIGHT_PEOPLE = 1.8;
const WEIGHT_LEADING_PEOPLE = 3.4;
const WEIGHT_GENRES = 1;
const WEIGHT_SERIES = 2;
const WEIGHT_OVERVIEW = 1;
const SATURATION = 1.2;
const LENGTH_SHARE = 0.4;
const MEAN_OVERVIEW_WORDS = 34;
const PART_FACTOR = 0.9;
const STEM_FACTOR = 0.97;
const NUMERAL_FACTOR = 0.95;
const TITLE_BONUS = 2.2;
const OTHER_TITLE_FACTOR = 0.97;
const EXACT_BONUS = 1;
const ACCENT_BONUS = 0.6;
const WORD_PREFIX_BONUS = 0.3;
const PREFIX_BONUS = 0.2;
const PROMINENCE_OF_TITLES = 0.45;
const PROMINENCE_OF_ALL = 0.05;
const KIND_BONUS: Readonly<Record<MediaKind, number>> = { series: 0.03, movie: 0.03, season: 0.01, episode: 0 };
const OPENING_CHARS = 2;
const STOP_WORD_SHARE = 0.3;
const HIGHEST =
  1 + TITLE_BONUS + EXACT_BONUS + ACCENT_BONUS + PROMINENCE_OF_TITLES + PROMINENCE_OF_ALL + KIND_BONUS.movie;
const SCORE_DECIMALS = 1e6;

/** What a lexeme of a document means for the query. */
interface Role {
  readonly word: number;
  readonly factor: number;
}

/** How a document's titles fit the query; both parts 0 to 1. */
interface TitleFit {
  readonly ofQuery: number;
  readonly ofTitle: number;
}

/** Scores documents for one query. Pure: the same row gets the same score whatever else was retrieved. */
export class Ranker {
  private readonly probe: ProfileProbe;
  private readonly roles: (readonly Role[])[] = [];
  private readonly roleOf = new Map<string, readonly Role[]>();
  private readonly numeralOf = new Map<number, number>();
  private readonly totalWeight: number;
  /** How lexemes of the query begin: stemming keeps that, so most words of titles need not be stemmed. */
  private readonly openings = new Set<string>();
  /** False for titles in which surely nothing of the query stands. */
  private readonly mayStandIn: RegExp;
  private readonly unspaced: boolean;
  /** Words of the query with accents, as they are written. */
  private readonly accentedWords: readonly string[];
  private readonly found: Float64Array;
  private readonly best: Float64Array;
  private readonly titleBest: Float64Array;

  constructor(
    private readonly query: SearchQuery,
    private readonly words: readonly WeightedWord[],
  ) {
    this.totalWeight = words.reduce((sum, { weight }) => sum + weight, 0) || 1;
    this.best = new Float64Array(words.length);
    this.found = new Float64Array(words.length);
    this.unspaced = words.some(({ word }) => isUnspaced(word.folded));
    this.titleBest = new Float64Array(words.length);
    this.accentedWords = query.form?.accented?.split(' ').filter((word) => !isAscii(word)) ?? [];
    for (const [index, { word, corrections, factor: own }] of words.entries()) {
      this.addRole(word.lexeme, { word: index, factor: own });
      for (const lexeme of word.also) this.addRole(lexeme, { word: index, factor: PART_FACTOR });
      for (const { lexeme, factor } of corrections) this.addRole(lexeme, { word: index, factor });
      if (word.numeral !== null) this.numeralOf.set(word.numeral, index);
    }
    for (const { lexeme, first } of query.joined) {
      this.addRole(lexeme, { word: first, factor: PART_FACTOR });
      this.addRole(lexeme, { word: first + 1, factor: PART_FACTOR });
    }
    for (const lexeme of this.roleOf.keys()) this.openings.add(lexeme.slice(0, OPENING_CHARS));
    const everything = this.unspaced || words.length === 0 || this.numeralOf.size > 0;
    const openings = [...this.openings, ...query.titleKeys.map((key) => key.slice(0, OPENING_CHARS))];
    this.mayStandIn = everything ? ANY_TITLE : openingPattern(openings);
    this.probe = new ProfileProbe([...this.roleOf.keys()]);
    this.roles = [...this.roleOf.values()];
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
    return ranked.sort((a, b) => b.score - a.score || (a.row.media_id < b.row.media_id ? -1 : 1));
  }

  /** 0 when nothing of the query is in the fields searched. */
  score(row: CandidateRow): number {
    const text = this.textScore(row);
    const title = this.query.fields.has('title') ? this.titleScore(row) : 0;
    if (text + title === 0) return 0;
    const share = Math.min(1, title / (TITLE_BONUS + EXACT_BONUS));
    const prominence = row.prominence * (PROMINENCE_OF_ALL + PROMINENCE_OF_TITLES * Math.min(1, share * 1.5));
    const score = (text + title + prominence + KIND_BONUS[row.media_kind]) / HIGHEST;
    return Math.max(1, Math.round(Math.min(1, score) * SCORE_DECIMALS)) / SCORE_DECIMALS;
  }

  /** The word of the catalog that a document has in place of each word of the query; null where it has the word. */
  correctionsIn(row: CandidateRow): (string | null)[] {
    this.textScore(row);
    const titleWords = decodeForms(row.titles).flatMap((form) => form.folded.split(' '));
    return this.words.map(({ corrections }, index) => {
      const used = corrections.find(
        ({ factor }) => Math.abs((this.titleBest[index] ?? 0) - factor) < 1e-9 && factor < 1,
      );
      if (used === undefined) return null;
      const inTitle = corrections.filter(({ lexeme }) => titleWords.some((word) => stemWord(word) === lexeme));
      const [correction] = inTitle;
      if (correction === undefined) return null;
      return titleWords.find((word) => stemWord(word) === correction.lexeme) ?? correction.folded;
    });
  }

  /** Rarity-weighted share of the query found in any field, each word saturated by where and how often it stands. */
  private textScore(row: CandidateRow): number {
    this.best.fill(0);
    this.titleBest.fill(0);
    const length = 1 - LENGTH_SHARE + (LENGTH_SHARE * overviewWordsOf(row.profile)) / MEAN_OVERVIEW_WORDS;
    this.probe.scan(row.profile, (lexeme, packed) => this.count(lexeme, packed, length));
    this.countMarks(row);
    let sum = 0;
    for (const [index, { weight }] of this.words.entries()) sum += weight * (this.best[index] ?? 0);
    return sum / this.totalWeight;
  }

  private count(lexeme: number, packed: number, length: number): void {
    const uses = unpackUses(packed);
    const { fields } = this.query;
    for (const { word, factor } of this.roles[lexeme] ?? []) {
      const stop = this.words[word]?.word.stop === true;
      let use = 0;
      if (uses.title && fields.has('title')) use += WEIGHT_TITLE;
      if (uses.people > 0 && fields.has('people')) use += uses.people === 2 ? WEIGHT_LEADING_PEOPLE : WEIGHT_PEOPLE;
      if (uses.context === 2 && fields.has('series')) use += WEIGHT_SERIES;
      if (uses.context === 1 && fields.has('genres') && !stop) use += WEIGHT_GENRES;
      if (uses.overview > 0 && fields.has('overview') && !stop) use += (WEIGHT_OVERVIEW * uses.overview) / length;
      const saturated = (use / (SATURATION + use)) * factor;
      if (saturated > (this.best[word] ?? 0)) this.best[word] = saturated;
      if (uses.title && factor > (this.titleBest[word] ?? 0)) this.titleBest[word] = factor;
    }
  }

  /** Years and episode numbers are columns, not words. */
  private countMarks(row: CandidateRow): void {
    if (!this.query.fields.has('title')) return;
    for (const [index, { word }] of this.words.entries()) {
      if ((word.year !== null && word.year === row.year) || (word.coded && this.matchesCode(row))) {
        this.best[index] = 1;
      }
    }
  }

  private matchesCode(row: CandidateRow): boolean {
    return this.query.code !== null && fitsCode(this.query.code, row);
  }

  private titleScore(row: CandidateRow): number {
    const coded = this.matchesCode(row);
    // Most documents that were found by other fields have nothing of the query in a title.
    if (!coded && !this.mayStandIn.test(row.titles)) return this.symbolScore(row);
    let best = 0;
    for (const [index, form] of decodeForms(row.titles).entries()) {
      const fit = this.fitTitle(form, row, coded);
      let score = TITLE_BONUS * fit.ofQuery ** 2 * (0.5 + 0.5 * fit.ofTitle) + this.exactness(form, row);
      score += ACCENT_BONUS * fit.ofQuery * this.accentsIn(form);
      if (index > 0) score *= OTHER_TITLE_FACTOR;
      best = Math.max(best, score);
    }
    return best === 0 ? this.symbolScore(row) : best;
  }

  /** A title of signs alone has no words to cover. */
  private symbolScore(row: CandidateRow): number {
    if (this.words.length > 0) return 0;
    return decodeForms(row.titles).some((form) => form.folded === this.query.form?.folded)
      ? TITLE_BONUS + EXACT_BONUS
      : 0;
  }

  private exactness(form: TitleForm, row: CandidateRow): number {
    const { titleKeys, form: asked } = this.query;
    const opening = form.folded.charAt(0);
    if (!titleKeys.some((key) => key.startsWith(opening))) return 0;
    const key = compactKey(form.folded);
    const [whole = '', ...withoutYear] = titleKeys;
    if (key === whole) return EXACT_BONUS;
    const yearAsked = this.words.some(({ word }) => word.year !== null && word.year === row.year);
    if (yearAsked && withoutYear.includes(key)) return EXACT_BONUS;
    if (asked !== null && form.folded.startsWith(`${asked.folded} `)) return WORD_PREFIX_BONUS;
    return mayBegin(whole) && key.startsWith(whole) ? PREFIX_BONUS : 0;
  }

  /** 1 where a title is written as the query is, accents included, or has its accented words so; else 0. */
  private accentsIn(form: TitleForm): number {
    const { form: asked } = this.query;
    if (asked === null) return 0;
    if (form.folded === asked.folded) return form.accented === asked.accented ? 1 : 0;
    if (this.accentedWords.length === 0 || form.accented === null) return 0;
    const titleWords = form.accented.split(' ');
    return this.accentedWords.every((word) => titleWords.includes(word)) ? 1 : 0;
  }

  /** How much of the query stands in a title, by rarity, and how much of the title in the query. */
  private fitTitle(form: TitleForm, row: CandidateRow, coded: boolean): TitleFit {
    const titleWords = form.folded.split(' ');
    const found = this.found.fill(0);
    const [whole = ''] = this.query.titleKeys;
    let total = 0;
    let covered = 0;
    for (const [index, word] of titleWords.entries()) {
      const share = isStopWord(word) ? STOP_WORD_SHARE : 1;
      total += share;
      const own = this.findInQuery(word, titleWords[index + 1], found);
      const unspaced = own === 0 && isUnspaced(word) && whole.includes(word) ? 1 : own;
      covered += share * Math.max(unspaced, coded && isNumbering(word) ? 1 : 0);
    }
    let sum = 0;
    for (const [index, { word, weight }] of this.words.entries()) {
      let best = found[index] ?? 0;
      if (best < 1 && ((word.year !== null && word.year === row.year) || (coded && word.coded))) best = 1;
      if (best < 1 && this.unspaced && compactKey(form.folded).includes(word.folded) && isUnspaced(word.folded))
        best = 1;
      sum += weight * best;
    }
    return { ofQuery: sum / this.totalWeight, ofTitle: total === 0 ? 0 : Math.min(1, covered / total) };
  }

  /** Marks what a word of a title, alone or with the next one, answers of the query; gives the best factor. */
  private findInQuery(word: string, next: string | undefined, found: Float64Array): number {
    if (!this.openings.has(word.slice(0, OPENING_CHARS)) && this.numeralOf.size === 0) return 0;
    let best = 0;
    const mark = (index: number, factor: number): void => {
      if (factor > (found[index] ?? 0)) found[index] = factor;
      best = Math.max(best, factor);
    };
    for (const { word: index, factor } of this.roleOf.get(stemWord(word)) ?? []) {
      const exact = this.words[index]?.word.folded === word || factor < 1;
      mark(index, exact ? factor : STEM_FACTOR);
    }
    const numeral = this.numeralOf.size === 0 ? null : findNumeral(word);
    const numbered = numeral === null ? undefined : this.numeralOf.get(numeral);
    if (numbered !== undefined) mark(numbered, NUMERAL_FACTOR);
    if (next !== undefined) {
      for (const { word: index, factor } of this.roleOf.get(stemWord(word + next)) ?? []) {
        if (factor === 1) mark(index, PART_FACTOR);
      }
    }
    return best;
  }

  private addRole(lexeme: string, role: Role): void {
    const roles = this.roleOf.get(lexeme) ?? [];
    this.roleOf.set(lexeme, [...roles, role]);
  }
}

const ANY_TITLE = /^/;

/** Finds words that begin so, or single letters with which a word parted from its rest may begin. */
function openingPattern(openings: readonly string[]): RegExp {
  const letters = openings.filter((opening) => /^[\p{L}\p{N}]+$/u.test(opening));
  if (letters.length < openings.length) return ANY_TITLE;
  const alternatives = [...new Set(letters.flatMap((each) => [each, `${[...each][0] ?? ''}(?=[ \\n\\t]|$)`]))];
  return new RegExp(`(?:^|[ \\n])(?:${alternatives.join('|')})`, 'u');
}

/** Words that say a season or an episode in a made title. */
function isNumbering(word: string): boolean {
  return word === 'season' || word === 'episode' || /^(?:s\d+)?(?:e?\d+)$/.test(word);
}
