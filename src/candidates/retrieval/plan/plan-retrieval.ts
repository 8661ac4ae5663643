/** Combines the plan for titles and the plan for words. */
import { MARK_PREFIX } from '../../../search/index/lexemes';
import { anyOf, lexemeQuery, type Tsquery } from '../../../search/tsquery';
import { countryLexemes } from '../../query/demand-lexemes';
import type { SearchFilter } from '../../query/search-filter';
import type { SearchQuery } from '../../query/search-query';
import { ARTICLES, mayBegin, mayBeginAfterArticle } from '../../../search/index/title-forms';
import type { WeightedWord } from '../../query/weights/weighted-word';
import type { LexiconCounts } from '../../query/weights/lexicon-counts';
import type { ExpectedRetrieval } from './ordered-retrieval';
import { QueryTerms } from './query-terms';
import { PREFIX_END } from '../retrieval-parts';
import {
  type ArticlePrefix,
  EMPTY_PLAN,
  ORDERED_TITLES,
  ORDERED_WORDS,
  type RetrievalPlan,
  type SelectiveRetrieval,
} from '../retrieval-plan';
import { conditionsOf, eitherOf, lexemeTerm, type Term, withoutImplied } from './retrieval-terms';
import { planTitles, type TitlePlan } from './title-plan';
import { planWords, type WordPlan } from './word-plan';

/** A query that is not short may be a whole title only if it has at most this many words. */
const TITLE_WORDS_MAX = 23;
/**
 * If the share of titles in the expected matches is at least this, the ordered part for all fields finds enough titles.
 */
const IMPLIED_TITLES_SHARE = ORDERED_TITLES / ORDERED_WORDS;
const NO_TITLES: TitlePlan = { selective: [], ordered: [] };

/** Plans the retrieval for a query. Pure. */
export function planRetrieval(
  query: SearchQuery,
  words: readonly WeightedWord[],
  counts: LexiconCounts,
  filter: Pick<SearchFilter, 'selectivity'>,
): RetrievalPlan {
  // The parts of a media id or UUID are not searched as words.
  if (query.ids?.uuid != null) return { ...EMPTY_PLAN, ids: query.ids };
  const terms = new QueryTerms(query, words, counts, filter);
  const searchesTitles = query.fields.has('title');
  const [wholeKey] = query.titleKeys;
  const mayBeTitle = searchesTitles && (query.isShort || words.length <= TITLE_WORDS_MAX);
  const wholeTitles = mayBeTitle ? query.titleKeys.map((key) => lexemeTerm(MARK_PREFIX.titleKey + key, 1)) : [];
  const titles = searchesTitles && query.isShort ? planTitles(terms) : NO_TITLES;
  const wordPlan = planWords(terms);
  return {
    ids: query.ids,
    titleKeys: searchesTitles ? query.titleKeys : [],
    prefix: searchesTitles && wholeKey !== undefined && mayBegin(wholeKey) ? [wholeKey, wholeKey + PREFIX_END] : null,
    articlePrefixes: searchesTitles && query.isShort ? articlePrefixesOf(query) : [],
    selective: selectiveOf([...wholeTitles, ...titles.selective], wordPlan),
    perCondition: null,
    ordered: [...withoutImpliedTitles([...titles.ordered, ...wordPlan.ordered]), ...wordPlan.episodes],
    fallback: wordPlan.fallback,
    countries: countriesOf(query),
  };
}

/** Returns the condition for items of the countries that a query asks for; null if it asks for none. */
function countriesOf({ words }: SearchQuery): Tsquery | null {
  const demand = words.flatMap(({ demands }) => demands).find((each) => each.kind === 'country');
  return demand === undefined ? null : anyOf(countryLexemes(demand.anyOf).map(lexemeQuery));
}

/** Returns the beginnings of titles that differ from the query only in the article. */
function articlePrefixesOf({ titleKeys: [wholeKey], keyWithoutArticle }: SearchQuery): ArticlePrefix[] {
  if (!mayBeginAfterArticle(keyWithoutArticle)) return [];
  return ['', ...ARTICLES]
    .map((article) => ({ key: article + keyWithoutArticle, article: article === '' ? '' : `${article} ` }))
    .filter(({ key }) => key !== wholeKey);
}

function selectiveOf(
  titles: readonly Term[],
  { rareWords, rareCombinations, allWords }: WordPlan,
): SelectiveRetrieval | null {
  const titlesOrWords = eitherOf(withoutImplied([...titles, ...rareWords]));
  const alternatives = [...(titlesOrWords === null ? [] : [[titlesOrWords.expression]]), ...rareCombinations];
  if (alternatives.length === 0) return null;
  return {
    alternatives,
    titles: eitherOf(withoutImplied(titles))?.expression ?? null,
    words: rareWords.map(({ expression }) => expression),
    allWords: allWords === null ? [] : conditionsOf(allWords),
  };
}

/** Omits the retrieval of titles if the retrieval of words in all fields is expected to find enough titles. */
function withoutImpliedTitles(ordered: readonly ExpectedRetrieval[]): readonly ExpectedRetrieval[] {
  const [titles, words] = ordered;
  if (titles === undefined || words === undefined) return ordered;
  return titles.expected >= words.expected * IMPLIED_TITLES_SHARE ? ordered.slice(1) : ordered;
}
