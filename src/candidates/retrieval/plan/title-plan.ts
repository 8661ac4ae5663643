/** Plans the look-ups of titles for a short query. */
import { FIELD_PREFIX } from '../../../search/index/lexemes';
import { fitIntoBudget } from '../../../search/retrieval-cost';
import { stemWord } from '../../../search/text/stem';
import { halvesOf } from '../../query/query-lexemes';
import { type ExpectedRetrieval, planOrdered } from './ordered-retrieval';
import type { QueryTerms } from './query-terms';
import { ORDERED_TITLES } from '../retrieval-plan';
import { rarestFirst, type Term } from './retrieval-terms';

/** Maximum number of expected rows: of all look-ups of one rare word together, and of each combination of words. */
const TITLE_BUDGET = 300;
/** In a query with more words than this, apart from stop words, no title may lack a word. */
const LACKING_WORDS_MAX = 8;

/** The look-ups of titles. */
export interface TitlePlan {
  /** Conditions that few titles meet, so that all of them are read. */
  readonly selective: readonly Term[];
  /** If many titles contain all words: the look-up of the most prominent ones. */
  readonly ordered: readonly ExpectedRetrieval[];
}

/** Plans look-ups of titles with all words, all words but one, one rare word, or other spellings of the words. */
export function planTitles(terms: QueryTerms): TitlePlan {
  const { words } = terms;
  const everyWord = words
    .flatMap((word) => terms.titleTerms(word, words.length > 1 || !word.isKnown))
    .sort(rarestFirst);
  const all = terms.allOf(everyWord);
  const areMany = all !== null && terms.expectedRows(all) > TITLE_BUDGET;
  const oneWord = words.flatMap((word) => terms.titleTerms(word, !word.isKnown)).sort(rarestFirst);
  const rare = fitIntoBudget(oneWord, (term) => terms.expectedRows(term), { maxRows: TITLE_BUDGET });
  return {
    selective: [
      ...(all === null || areMany ? [] : [all]),
      ...titlesWithoutOne(terms),
      ...rare.taken,
      ...otherSpellings(terms),
    ],
    ordered: areMany ? [planOrdered(all, terms.expectedRows(all), ORDERED_TITLES, terms.counts)] : [],
  };
}

/** Conditions for titles that lack one word of the query. If a single word remains, stop words are required, too. */
function titlesWithoutOne(terms: QueryTerms): Term[] {
  const several = terms.words.length > 1;
  const termsOf = (stop: boolean): Term[] =>
    terms.words.filter(({ word }) => word.isStopWord === stop).flatMap((word) => terms.titleTerms(word, several));
  const content = termsOf(false);
  if (content.length < 2 || content.length > LACKING_WORDS_MAX) return [];
  return content.flatMap((lacking) => {
    const others = content.filter((term) => term !== lacking);
    const required = others.length === 1 ? [...others, ...termsOf(true)] : others;
    return ifRare(terms, terms.allOf(required.sort(rarestFirst)));
  });
}

/** Conditions for titles that write two words of the query as one word, or one word as two. */
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

function ifRare(terms: QueryTerms, term: Term | null): Term[] {
  return term !== null && terms.expectedRows(term) <= TITLE_BUDGET ? [term] : [];
}
