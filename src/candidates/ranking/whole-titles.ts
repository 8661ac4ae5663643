/** How a title as a whole compares with a query: equal, beginning with it, spelled with the same accents. */
import { isAscii } from '../../search/text/fold';
import { startsWithCompactKey, compactKey, decodeForms, type TitleForm } from '../../search/index/title-forms';
import { mayBegin, type SearchQuery } from '../query/search-query';
import type { WeightedWord } from '../query/term-weights';

/* docs/search.md explains each number and how it was chosen. */
export const EXACT_BONUS = 1;
/** A title that is the query but for the article at its beginning: more than all prominence, so that exact titles come first. */
const OTHER_ARTICLE_BONUS = 0.5;
const WORD_PREFIX_BONUS = 0.21;
export const PREFIX_BONUS = 0.2;

/** Compares whole titles with one query. */
export class WholeTitles {
  /** Words of the query with accents, as the query spells them. */
  private readonly accentedWords: readonly string[];
  /** The query without an article at its beginning; null if nothing else is left. */
  private readonly bare: string | null;

  constructor(
    private readonly query: SearchQuery,
    private readonly words: readonly WeightedWord[],
  ) {
    this.accentedWords = query.form?.accented?.split(' ').filter((word) => !isAscii(word)) ?? [];
    this.bare = withoutArticle(query.form?.folded ?? '');
  }

  /** Whether a title is the whole query. */
  isWhole({ titles }: { readonly titles: string }): boolean {
    const [whole] = this.query.titleKeys;
    return whole !== undefined && decodeForms(titles).some(({ folded }) => compactKey(folded) === whole);
  }

  /** Whether a title begins with the query. */
  begins({ titles }: { readonly titles: string }): boolean {
    const [whole] = this.query.titleKeys;
    return whole !== undefined && decodeForms(titles).some(({ folded }) => startsWithCompactKey(folded, whole));
  }

  /** What a title gains that is the query, or begins with it; `marked` as in `TitleScorer.score`. */
  exactness(folded: string, marked: readonly number[]): number {
    const { titleKeys, form: asked } = this.query;
    if (
      this.bare !== null &&
      folded !== asked?.folded &&
      folded.endsWith(this.bare) &&
      withoutArticle(folded) === this.bare
    ) {
      return OTHER_ARTICLE_BONUS;
    }
    if (!titleKeys.some((key) => startsWithCompactKey(folded, key))) return 0;
    const key = compactKey(folded);
    const [whole = ''] = titleKeys;
    if (key === whole || this.isPart(key, marked)) return EXACT_BONUS;
    if (asked !== null && folded.startsWith(`${asked.folded} `)) return WORD_PREFIX_BONUS;
    // Numbers of seasons and episodes are whole.
    if (this.words.at(-1)?.word.coded === true) return 0;
    return mayBegin(whole) && key.startsWith(whole) ? PREFIX_BONUS : 0;
  }

  /** Whether a title is a part of the query, and the item has what the other words ask for. */
  private isPart(titleKey: string, marked: readonly number[]): boolean {
    const has = (lexeme: string): boolean => marked.some((index) => this.words[index]?.word.lexeme === lexeme);
    return this.query.partKeys.some(({ key, asks }) => key === titleKey && asks.every(has));
  }

  /** 1 for a title that is spelled as the query, accents included, or that contains its accented words; else 0. */
  accentsIn(form: TitleForm): number {
    const { form: asked } = this.query;
    if (asked === null) return 0;
    if (form.folded === asked.folded) return form.accented === asked.accented ? 1 : 0;
    if (this.accentedWords.length === 0 || form.accented === null) return 0;
    const titleWords = form.accented.split(' ');
    return this.accentedWords.every((word) => titleWords.includes(word)) ? 1 : 0;
  }
}

const ARTICLE = /^(?:the|a|an) /;

function withoutArticle(folded: string): string | null {
  const bare = folded.replace(ARTICLE, '');
  return bare === '' ? null : bare;
}
