/** Plans the look-ups of documents by the words of a query in any field. */
import { type BudgetFit, fitIntoBudget } from '../../../search/retrieval-cost';
import type { Tsquery } from '../../../search/tsquery';
import type { WeightedWord } from '../../query/weights/weighted-word';
import { isConnecting } from '../../understanding/fillers';
import { type ExpectedRetrieval, planOrdered } from './ordered-retrieval';
import type { QueryTerms } from './query-terms';
import { type OrderedPath, ORDERED_TITLES, ORDERED_WORDS } from '../retrieval-plan';
import { rarestFirst, conditionsOf, distinct, eitherOf, type Term } from './retrieval-terms';

/* Budgets are maximum expected numbers of rows. docs/search.md explains how they were chosen. */
const WORD_BUDGET = 600;
const COMBINATION_BUDGET = 300;
/** Maximum number of words of a query that `addCorrectedName` looks up as a name. */
const NAME_WORDS_MAX = 3;
/** Maximum number of common words that form pairs and triples. The rarest words are used. */
const COMBINED_MAX = 6;
/** Maximum number of common words in the look-up of the most prominent documents. The rarest words are used. */
const PROMINENT_WORDS_MAX = 3;

/** The look-ups of documents by words. */
export interface WordPlan {
  /** Words that are rare enough to be looked up alone. */
  readonly rareWords: readonly Term[];
  /** Condition for documents with all searched words, usually the content words; null for fewer than two. */
  readonly allWords: Term | null;
  /** Lists of conditions that few documents meet together: for several words, a corrected name, or an episode code. */
  readonly rareCombinations: readonly (readonly Tsquery[])[];
  /**
   * The look-up of the most prominent seasons or episodes with the numbers of the query and with its other content
   * words, or else with `namesOfSeries`. Empty if the query has no season or episode number. Also empty if few
   * documents match, because `rareCombinations` then has the conditions.
   */
  readonly episodes: readonly ExpectedRetrieval[];
  /** The look-up of the most prominent documents with the rarest words, if even all words together are common. */
  readonly ordered: readonly ExpectedRetrieval[];
  /**
   * The look-up of `ordered`, planned here if it omits stop words of the query. It only runs if the other look-ups find
   * too few documents for a page. Empty if the query has a year, a demand or a filler.
   */
  readonly fallback: readonly ExpectedRetrieval[];
}

/** Plans look-ups of rare words, of rare combinations, or of the most prominent documents. */
export function planWords(terms: QueryTerms): WordPlan {
  return new WordPlanner(terms).plan();
}

class WordPlanner {
  private readonly rareCombinations: Tsquery[][] = [];
  private readonly episodes: ExpectedRetrieval[] = [];
  private readonly ordered: ExpectedRetrieval[] = [];
  private readonly fallback: ExpectedRetrieval[] = [];

  constructor(private readonly terms: QueryTerms) {}

  plan(): WordPlan {
    const { terms } = this;
    const code = terms.episodeCodeTerm();
    // Numbers that no season or episode has ("season 1919") are looked up as words.
    const isCode = code !== null && (code.documents > 0 || !terms.isCounted);
    const contentWords = terms.words.filter(({ word }) => word.isContentWord && !(isCode && word.isEpisodeCode));
    const searchedWords = contentWords.length > 0 || isCode ? contentWords : terms.words;
    const wordTerms = distinct(searchedWords.flatMap((word) => terms.anyFieldTerms(word))).sort(rarestFirst);
    if (code !== null) this.addEpisodeCode(code, contentWords.length > 0 ? contentWords : namesOfSeries(terms.words));
    const { taken: rareWords, skipped: common, rows } = this.rarest(wordTerms, WORD_BUDGET);
    // A look-up of a pair may read a posting list completely, so half of the budget must be left.
    const hasCombined = common.length > 1 && rows < WORD_BUDGET / 2 && this.addPairsOrTriples(common);
    if (rareWords.length === 0 && !hasCombined && !isCode) this.addCommonWords(wordTerms, searchedWords.length);
    this.addCorrectedName(contentWords);
    const allWords = wordTerms.length > 1 ? terms.allOf(wordTerms) : null;
    const { rareCombinations, episodes, ordered, fallback } = this;
    return { rareWords, allWords, rareCombinations, episodes, ordered, fallback };
  }

  /**
   * Adds a look-up of the whole query as a name, with the corrections of its words, if a word that the catalog has may
   * still be a misspelling. Other look-ups correct such words only in titles.
   */
  private addCorrectedName(words: readonly WeightedWord[]): void {
    const { terms } = this;
    if (!terms.query.fields.has('people') || words.length < 2 || words.length > NAME_WORDS_MAX) return;
    if (words.length < terms.words.length || words.some(({ word }) => word.isDemandOnly || word.year !== null)) return;
    if (!words.some(({ isKnown, corrections }) => isKnown && corrections.length > 0)) return;
    const name = terms.allOf(words.flatMap((word) => terms.nameTerms(word)).sort(rarestFirst));
    if (name !== null && terms.expectedRows(name) <= COMBINATION_BUDGET) this.rareCombinations.push(conditionsOf(name));
  }

  /** Adds the look-up of seasons or episodes with the numbers and all of `words`. */
  private addEpisodeCode(code: Term, words: readonly WeightedWord[]): void {
    const otherWords = words.filter(({ word }) => !word.isEpisodeCode);
    const wordTerms = otherWords.flatMap((word) => this.terms.anyFieldTerms(word, true));
    const codeAndWords = this.terms.allOf([code, ...wordTerms.sort(rarestFirst)]);
    if (codeAndWords === null) return;
    if (this.terms.expectedRows(codeAndWords) <= WORD_BUDGET) this.rareCombinations.push(conditionsOf(codeAndWords));
    // Seasons and episodes are the least prominent documents, so an ordered scan would read all others first.
    else this.episodes.push(this.orderedOf(codeAndWords, ORDERED_WORDS, 'sorted'));
  }

  /**
   * Adds pairs of words, or triples if no pair is rare. Each of them contains at least one of the two rarest words, so
   * that GIN can skip through the posting lists of the other words. Returns false if no triple is rare either.
   */
  private addPairsOrTriples(common: readonly Term[]): boolean {
    const [first, second, ...others] = common.slice(0, COMBINED_MAX);
    if (first === undefined || second === undefined) return false;
    const pairs = [...[second, ...others].map((each) => [first, each]), ...others.map((each) => [second, each])];
    return this.addRarest(pairs) || this.addRarest(others.map((each) => [first, second, each]));
  }

  /**
   * Adds the rarest combinations. Combinations that differ only in the last word share a look-up. Returns false if no
   * combination is rare.
   */
  private addRarest(combinations: readonly (readonly Term[])[]): boolean {
    const combined = combinations.map((each) => this.terms.allOf(each)).filter((term) => term !== null);
    const { taken } = this.rarest(combined, COMBINATION_BUDGET);
    const byBeginning = new Map<string, { beginning: readonly Term[]; ends: Term[] }>();
    for (const { all = [] } of taken) {
      const beginning = all.slice(0, -1);
      const key = beginning.map(({ expression }) => expression).join(' & ');
      const group = byBeginning.get(key) ?? { beginning, ends: [] };
      group.ends.push(...all.slice(-1));
      byBeginning.set(key, group);
    }
    for (const { beginning, ends } of byBeginning.values()) {
      const end = eitherOf(ends);
      const term = end === null ? null : this.terms.allOf([...beginning, end]);
      if (term !== null) this.rareCombinations.push(conditionsOf(term));
    }
    return taken.length > 0;
  }

  /**
   * Combines the rarest words: as few of them as suffice for a combination that few documents have. If even all words
   * together are common, adds the look-up of the most prominent documents with the rarest words.
   */
  private addCommonWords(wordTerms: readonly Term[], searchedCount: number): void {
    for (let size = 2; size <= wordTerms.length; size += 1) {
      const combination = this.terms.allOf(wordTerms.slice(0, size));
      if (combination === null || this.terms.expectedRows(combination) > WORD_BUDGET) continue;
      this.rareCombinations.push(conditionsOf(combination));
      return;
    }
    const commonTerm = this.terms.allOf(wordTerms.slice(0, PROMINENT_WORDS_MAX));
    if (commonTerm === null) return;
    // For "lamp movies", titles with "movies" can fill a page, and then a fallback does not run. But the user wants
    // items with "lamp", which need not contain "movies". So the look-up is no fallback for such a query.
    const mayLackWords = this.terms.words.some(
      ({ word }) => word.demands.length > 0 || word.year !== null || word.isFiller,
    );
    if (mayLackWords || searchedCount === this.terms.words.length)
      this.ordered.push(this.orderedOf(commonTerm, ORDERED_WORDS));
    else this.fallback.push(this.orderedOf(commonTerm, ORDERED_TITLES));
  }

  /** Chooses the rarest terms whose rows fit into a budget. */
  private rarest(terms: readonly Term[], maxRows: number): BudgetFit<Term> {
    return fitIntoBudget([...terms].sort(rarestFirst), (term) => this.terms.expectedRows(term), { maxRows });
  }

  private orderedOf(term: Term, limit: number, path?: Exclude<OrderedPath, 'tiered'>): ExpectedRetrieval {
    return planOrdered(term, this.terms.expectedRows(term), limit, this.terms.counts, path);
  }
}

/**
 * Returns the words that name the series if a query with the number of a season or an episode has no content word:
 * the stop words that are no fillers and do not connect other words, such as "She" in "season 1 of She".
 */
function namesOfSeries(words: readonly WeightedWord[]): readonly WeightedWord[] {
  return words.filter(({ word }) => !word.isEpisodeCode && !word.isFiller && !isConnecting(word.folded));
}
