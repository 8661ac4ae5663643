/** Finds the words of a query in the texts of a candidate, without the search index. */
import { type MatchedMedia, type FieldMatch, matchWithoutWords } from './field-match';
import { numberTexts } from '../../read-model/source/catalog-texts';
import type { TextRange } from '../../search/evidence-window';
import { matchesEpisodeCode } from '../../search/index/episode-codes';
import { compactKey, toTitleForm, mayBegin, startsWithKeyAfterArticle } from '../../search/index/title-forms';
import { findNumeral } from '../../search/text/numerals';
import { stemWord } from '../../search/text/stem';
import { stemPrefixesOf } from '../../search/text/stem-prefixes';
import { acronymsOf } from '../../search/text/acronyms';
import { TermScanner } from '../../search/text/term-scanner';
import { wordsOf } from '../../search/text/words';
import type { Word } from '../../search/text/word';
import { genreStems, hasGenre, isInPeriod } from '../query/demand-lexemes';
import { MATCH_TIERS, type MatchTier } from './match-tiers';
import type { QueryWord, SearchField, SearchQuery } from '../query/search-query';
import type { WeightedWord } from '../query/weights/weighted-word';

const NO_WORDS: ReadonlySet<number> = new Set();

export class FieldMatcher {
  /** Indexes of the words of the query by lexeme. */
  private readonly exactWords = new Map<string, number[]>();
  /** Indexes of the words by the lexemes of their corrections. */
  private readonly corrections = new Map<string, number[]>();
  /** Indexes of the words by the values of their numerals. */
  private readonly numerals = new Map<number, number[]>();
  /** Indexes of the words that ask for a genre, by the stems of its labels. */
  private readonly genreStems = new Map<string, number[]>();
  /** Index of each word that may be an acronym, by its folded form. */
  private readonly acronyms = new Map<string, number>();
  /** Every word with a lexeme of `exactWords` begins with one of these prefixes. */
  private readonly exactPrefixes: readonly string[];
  private readonly scanner: TermScanner;

  constructor(
    readonly query: SearchQuery,
    private readonly words: readonly WeightedWord[],
  ) {
    for (const [index, { word, corrections, acronym }] of words.entries()) {
      if (acronym !== null) this.acronyms.set(word.folded, index);
      for (const lexeme of [word.lexeme, ...word.otherLexemes]) push(this.exactWords, lexeme, index);
      for (const { lexeme } of corrections) push(this.corrections, lexeme, index);
      if (word.numeral !== null) push(this.numerals, word.numeral, index);
      for (const demand of word.demands) {
        if (demand.kind === 'genre')
          for (const stem of genreStems(demand.genre).flat()) push(this.genreStems, stem, index);
      }
    }
    for (const { lexeme, wordIndexes } of query.joinedWords) {
      for (const index of wordIndexes) push(this.exactWords, lexeme, index);
    }
    this.exactPrefixes = stemPrefixesOf([...this.exactWords.keys()]);
    this.scanner = new TermScanner([...this.exactWords.keys(), ...this.corrections.keys(), ...this.genreStems.keys()]);
  }

  /**
   * Returns the match of the title that matches best. `genreWords` and words for the year or the episode of the item
   * count as found. If no title matches, returns the match of the year or the episode; null if there is none.
   */
  matchTitles(
    titles: Iterable<string>,
    media: MatchedMedia,
    genreWords: ReadonlySet<number> = NO_WORDS,
  ): FieldMatch | null {
    const matchedOutsideTexts = new Set(
      this.words.flatMap(({ word }, index) => (genreWords.has(index) || this.isNumberOf(word, media) ? [index] : [])),
    );
    let best: FieldMatch | null = null;
    for (const title of titles) {
      const match = this.match('title', title, matchedOutsideTexts) ?? matchWithoutWords(title);
      const tier = this.titleTier(title, match, matchedOutsideTexts);
      if (tier === null) continue;
      if (best === null || MATCH_TIERS.indexOf(tier) < MATCH_TIERS.indexOf(best.tier)) best = { ...match, tier };
    }
    const numbers = new Set([...matchedOutsideTexts].filter((index) => !genreWords.has(index)));
    return best ?? (numbers.size === 0 ? null : this.matchNumber(numbers, media));
  }

  /** Returns the indexes of the words that ask for genres, all of which are among the `labels` of the item. */
  findGenreWords(labels: string): ReadonlySet<number> {
    if (this.genreStems.size === 0) return NO_WORDS;
    const stems = new Set(this.scanner.wordsIn(labels).map(({ lexeme }) => lexeme));
    return new Set(
      this.words.flatMap(({ word: { demands } }, index) => {
        const genres = demands.flatMap((demand) => (demand.kind === 'genre' ? [demand.genre] : []));
        return genres.length > 0 && genres.every((genre) => hasGenre(stems, genre)) ? [index] : [];
      }),
    );
  }

  /**
   * Returns the match of a text; null if no word of the query is in the text. A query without words matches an equal
   * title. `matchedOutsideTexts` are indexes of words of the query that a match counts as found.
   */
  match(field: SearchField, text: string, matchedOutsideTexts: ReadonlySet<number> = NO_WORDS): FieldMatch | null {
    const exact = new Set<number>();
    const similar = new Set<number>();
    const ranges: TextRange[] = [];
    // All words of a title are read, because two of them may be one word of the query.
    const textWords = field === 'title' ? wordsOf(text) : this.scanner.wordsIn(text);
    let isJoinedToPrevious = false;
    for (const [position, word] of textWords.entries()) {
      if (word.isStopWord && field !== 'title' && field !== 'people') continue;
      const next = field === 'title' ? textWords[position + 1] : undefined;
      const isJoinedToNext = next !== undefined && this.findJoined(word, next, exact);
      const isFound = this.findWord(field, word, exact, similar);
      if (isFound || isJoinedToNext || isJoinedToPrevious) ranges.push({ start: word.start, end: word.end });
      isJoinedToPrevious = isJoinedToNext;
    }
    if (field === 'title') this.addAcronyms(text, ranges, exact);
    if (ranges.length === 0) return field === 'title' ? this.matchSymbols(text) : null;
    for (const index of matchedOutsideTexts) exact.add(index);
    const matchedWords = [...new Set(ranges.map(({ start, end }) => text.slice(start, end)))];
    return { field, tier: this.tierOf(exact, similar), text, ranges, matchedWords };
  }

  /** Adds the words that are acronyms of the title to `exact`, and for each new one the title's range to `ranges`. */
  private addAcronyms(text: string, ranges: TextRange[], exact: Set<number>): void {
    if (this.acronyms.size === 0) return;
    for (const acronym of acronymsOf(text)) {
      const index = this.acronyms.get(acronym);
      if (index === undefined || exact.has(index)) continue;
      exact.add(index);
      ranges.push({ start: 0, end: text.length });
    }
  }

  /**
   * Joins two neighbouring words of a title, and compares the result with the words of the query. Adds the words that
   * it matches to `exact`. Returns whether it matches any.
   */
  private findJoined(word: Word, next: Word, exact: Set<number>): boolean {
    const joined = word.folded + next.folded;
    // Most joined words have no such prefix, and stemming them would take longer.
    if (!this.exactPrefixes.some((prefix) => joined.startsWith(prefix))) return false;
    return addAll(exact, this.exactWords.get(stemWord(joined)));
  }

  /**
   * Compares a word of a text with the words of the query. Adds the words that it matches to `exact` or `similar`.
   * Returns whether it matches any.
   */
  private findWord(field: SearchField, word: Word, exact: Set<number>, similar: Set<number>): boolean {
    const { lexeme, otherLexemes } = word;
    let isFound = addAll(exact, this.exactWords.get(lexeme));
    for (const other of otherLexemes) if (addAll(exact, this.exactWords.get(other))) isFound = true;
    if (field === 'title' && addAll(exact, this.numerals.get(findNumeral(word.folded) ?? NaN))) isFound = true;
    if (field === 'genres' && addAll(exact, this.genreStems.get(lexeme))) isFound = true;
    return addAll(similar, this.corrections.get(lexeme)) || isFound;
  }

  /**
   * Returns whether a word of the query names the year of the item, a period with this year, or its season or episode.
   */
  private isNumberOf({ isEpisodeCode, year, demands }: QueryWord, media: MatchedMedia): boolean {
    const { episodeCode } = this.query;
    if (demands.some((demand) => demand.kind === 'years' && isInPeriod(media.year, demand))) return true;
    return (
      (year !== null && year === media.year) ||
      (isEpisodeCode && episodeCode !== null && matchesEpisodeCode(episodeCode, media))
    );
  }

  /** Returns the match of the year, or of the season or episode, that the words at `wordIndexes` name. */
  private matchNumber(wordIndexes: ReadonlySet<number>, media: MatchedMedia): FieldMatch {
    const isEpisode = [...wordIndexes].some((index) => this.words[index]?.word.isEpisodeCode === true);
    const nonTextField = !isEpisode
      ? 'year'
      : this.query.episodeCode?.episode === null
        ? 'season_number'
        : 'episode_number';
    const text = numberTexts(media)[nonTextField];
    const tier = this.tierOf(wordIndexes, NO_WORDS);
    return { field: 'title', nonTextField, tier, text, ranges: [{ start: 0, end: text.length }], matchedWords: [text] };
  }

  /** Returns the match of a title if the query has no words and equals the title, such as a title of symbols. */
  private matchSymbols(text: string): FieldMatch | null {
    const form = toTitleForm(text);
    if (this.words.length > 0 || form === null || form.folded !== this.query.titleForm?.folded) return null;
    return {
      field: 'title',
      tier: 'exact_title',
      text,
      ranges: [{ start: 0, end: text.length }],
      matchedWords: [text],
    };
  }

  private tierOf(exact: ReadonlySet<number>, similar: ReadonlySet<number>): MatchTier {
    const { length } = this.words;
    if (exact.size === length) return 'all_terms';
    if (exact.size * 2 >= length && exact.size >= similar.size) return 'most_terms';
    return 'fuzzy';
  }

  /**
   * Returns the tier of a title; null if the title neither equals the query, nor begins with it, nor contains a word of
   * it. Beginnings are also compared without the articles of the query and the title.
   */
  private titleTier(title: string, match: FieldMatch, matchedOutsideTexts: ReadonlySet<number>): MatchTier | null {
    const { titleForm, titleKeys, keyWithoutArticle, partKeys } = this.query;
    const folded = toTitleForm(title)?.folded ?? '';
    const key = compactKey(folded);
    const [queryKey = ''] = titleKeys;
    const isMatched = (lexeme: string): boolean =>
      [...matchedOutsideTexts].some((index) => this.words[index]?.word.lexeme === lexeme);
    const isPart = partKeys.some((part) => part.key === key && part.requiredLexemes.every(isMatched));
    if (key === queryKey || isPart) return 'exact_title';
    if (startsWithKeyAfterArticle(folded, keyWithoutArticle)) return 'title_prefix';
    if (
      titleForm !== null &&
      (folded.startsWith(`${titleForm.folded} `) || (mayBegin(queryKey) && key.startsWith(queryKey)))
    ) {
      return 'title_prefix';
    }
    return match.matchedWords.length === 0 ? null : match.tier;
  }
}

/** Adds the indexes, and returns whether there are any. */
function addAll(indexes: Set<number>, added: readonly number[] = []): boolean {
  for (const index of added) indexes.add(index);
  return added.length > 0;
}

function push<Key>(map: Map<Key, number[]>, key: Key, index: number): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [index]);
  else if (!list.includes(index)) list.push(index);
}
