/** Plans the look-ups of titles for a short query. */
import { FIELD_PREFIX } from '../../../search/index/lexemes';
import { fitIntoBudget } from '../../../search/retrieval-cost';
import { stemWord } from '../../../search/text/stem';
import { halvesOf } from '../../query/query-lexemes';
import { type ExpectedRetrieval, planOrdered } from './ordered-retrieval';
import type { QueryTerms } from './query-terms';
import { ORDERED_TITLES } from '../retrieval-plan';
import { rarestFirst, type Term } from './retrieval-terms';

/**
 * Maximum expected number of rows of all look-ups of single rare words together, and of each combination of words. Also
 * the maximum number of titles with a word that is looked up as two words, or with the word that two words form.
 */
const TITLE_BUDGET = 300;
/**
 * If a query has more words than this, titles that lack a word are not looked up. Stop words do not count, nor do words
 * that only ask for a genre or a period.
 */
const LACKING_WORDS_MAX = 8;

/** The look-ups of titles. */
export interface TitlePlan {
  /** Conditions that few titles meet. */
  readonly selective: readonly Term[];
  /** The look-up of the most prominent titles with all words; empty if few titles contain all words. */
  readonly ordered: readonly ExpectedRetrieval[];
}

/** Plans look-ups of titles with all words, all words but one, one rare word, or other spellings of the words. */
export function planTitles(terms: QueryTerms): TitlePlan {
  const { words } = terms;
  // A title with all words can have a correction of any of them. For a word alone, corrections of a known word would
  // find too many titles.
  const everyWord = words
    .flatMap((word) => terms.titleTerms(word, words.length > 1 || !word.isKnown))
    .sort(rarestFirst);
  const allWords = terms.allOf(everyWord);
  const hasManyMatches = allWords !== null && terms.expectedRows(allWords) > TITLE_BUDGET;
  const oneWord = words.flatMap((word) => terms.titleTerms(word, !word.isKnown)).sort(rarestFirst);
  const rare = fitIntoBudget(oneWord, (term) => terms.expectedRows(term), { maxRows: TITLE_BUDGET });
  return {
    selective: [
      ...(allWords === null || hasManyMatches ? [] : [allWords]),
      ...titlesWithoutOne(terms),
      ...rare.taken,
      ...otherSpellings(terms),
    ],
    ordered: hasManyMatches ? [planOrdered(allWords, terms.expectedRows(allWords), ORDERED_TITLES, terms.counts)] : [],
  };
}

/** Returns conditions for titles that lack one word. If only one other word remains, stop words are required, too. */
function titlesWithoutOne(terms: QueryTerms): Term[] {
  const hasSeveralWords = terms.words.length > 1;
  const termsOf = (areStopWords: boolean): Term[] =>
    terms.words
      .filter(({ word }) => word.isStopWord === areStopWords)
      .flatMap((word) => terms.titleTerms(word, hasSeveralWords));
  const termsWithoutStopWords = termsOf(false);
  if (termsWithoutStopWords.length < 2 || termsWithoutStopWords.length > LACKING_WORDS_MAX) return [];
  return termsWithoutStopWords.flatMap((absentTerm) => {
    const otherTerms = termsWithoutStopWords.filter((term) => term !== absentTerm);
    const required = otherTerms.length === 1 ? [...otherTerms, ...termsOf(true)] : otherTerms;
    return ifRare(terms, terms.allOf(required.sort(rarestFirst)));
  });
}

/** Returns conditions for titles that write two words of the query as one word, or one word as two. */
function otherSpellings(terms: QueryTerms): Term[] {
  const { query, words } = terms;
  const joined = query.joinedWords
    .map(({ lexeme }) => terms.termOf(FIELD_PREFIX.title + lexeme))
    .filter(({ documents }) => documents <= TITLE_BUDGET);
  const halved = words
    .filter(({ titleDocuments }) => titleDocuments <= TITLE_BUDGET)
    .flatMap(({ word }) => halvesOf(query, word))
    .flatMap((halves) => {
      return ifRare(terms, terms.allOf(halves.map((half) => terms.termOf(FIELD_PREFIX.title + stemWord(half)))));
    });
  return [...joined, ...halved];
}

/** Returns the term if few titles are expected to meet it; otherwise an empty list. */
function ifRare(terms: QueryTerms, term: Term | null): Term[] {
  return term !== null && terms.expectedRows(term) <= TITLE_BUDGET ? [term] : [];
}
