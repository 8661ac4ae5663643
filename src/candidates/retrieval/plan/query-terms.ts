import { FIELD_PREFIX, type IndexedField, yearLexeme, numeralLexeme } from '../../../search/index/lexemes';
import type { SearchFilter } from '../../query/search-filter';
import { demandLexemes } from '../../query/demand-lexemes';
import type { QueryWord, SearchQuery } from '../../query/search-query';
import type { WeightedWord } from '../../query/weights/weighted-word';
import type { LexiconCounts } from '../../query/weights/lexicon-counts';
import type { CatalogCounts } from './ordered-retrieval';
import { allOf, eitherOf, lexemeTerm, type Term } from './retrieval-terms';

/** Converts the words of one query to terms. */
export class QueryTerms {
  readonly counts: CatalogCounts;
  /** Whether the lexicon has counted any document. */
  readonly isCounted: boolean;

  constructor(
    readonly query: SearchQuery,
    readonly words: readonly WeightedWord[],
    counts: LexiconCounts,
    private readonly filter: Pick<SearchFilter, 'selectivity'>,
  ) {
    this.isCounted = counts.total > 0;
    this.counts = {
      total: Math.max(1, counts.total),
      documents: documentsWithCorrections(words, counts),
      libraries: counts.libraries,
    };
  }

  /** Returns the expected number of documents that meet the term and the filter of the request. */
  expectedRows(term: Term): number {
    return term.documents * this.filter.selectivity;
  }

  /**
   * Returns a list of one term: the condition for items that have the word in a title, also as an acronym or in another
   * spelling of a number, and for items of the year that it names. Empty if the word only asks for a genre or a period.
   *
   * @param withCorrections whether a correction of the word in a title also meets the condition
   */
  titleTerms(weighted: WeightedWord, withCorrections: boolean): Term[] {
    const { word } = weighted;
    if (word.isDemandOnly) return [];
    const lexemes = [word.lexeme, ...word.otherLexemes].map((lexeme) => FIELD_PREFIX.title + lexeme);
    if (withCorrections) lexemes.push(...correctionLexemes(weighted, ['title']));
    if (weighted.acronym !== null) lexemes.push(weighted.acronym);
    if (word.numeral !== null) lexemes.push(numeralLexeme(word.numeral));
    if (word.year !== null) lexemes.push(yearLexeme(word.year));
    return this.anyLexemeTerm(lexemes);
  }

  /**
   * Returns one term, the condition for documents with the word (or a correction, if it is unknown) in a searched field
   * or of the year, genre, country or period that it names. Demand-only words are not searched in fields, and stop
   * words only in titles and names. Returns no term if nothing remains to be searched.
   *
   * @param withCorrectedSeries whether corrections in the titles of series also meet the condition. Their counts are
   * unknown, so the condition must be combined with a rare one.
   */
  anyFieldTerms(weighted: WeightedWord, withCorrectedSeries = false): Term[] {
    const { word, isKnown } = weighted;
    const demands = this.demandTerms(word);
    if (word.isDemandOnly && demands.length > 0) return this.eitherTerm(demands);
    const { fields: searched } = this.query;
    const fields = [...searched].filter((field) => !word.isStopWord || (field !== 'overview' && field !== 'genres'));
    const lexemes = fields.flatMap((field) =>
      [word.lexeme, ...word.otherLexemes].map((lexeme) => FIELD_PREFIX[field] + lexeme),
    );
    if (!isKnown) {
      lexemes.push(...correctionLexemes(weighted, fields));
      if (withCorrectedSeries && searched.has('series'))
        lexemes.push(...weighted.corrections.map(({ lexeme }) => FIELD_PREFIX.series + lexeme));
    }
    if (weighted.acronym !== null) lexemes.push(weighted.acronym);
    if (word.year !== null && searched.has('title')) lexemes.push(yearLexeme(word.year));
    return this.eitherTerm([...this.anyLexemeTerm(lexemes), ...demands]);
  }

  /** Returns the condition for documents with the word, or a correction of it, in the name of a person. */
  nameTerms(weighted: WeightedWord): Term[] {
    const { word } = weighted;
    const lexemes = [word.lexeme, ...word.otherLexemes].map((lexeme) => FIELD_PREFIX.people + lexeme);
    return this.anyLexemeTerm([...lexemes, ...correctionLexemes(weighted, ['people'])]);
  }

  /** Returns a condition for each alternative of the demands of the word. */
  private demandTerms(word: QueryWord): Term[] {
    return demandLexemes(word).flatMap((each) => this.allOf(each.map((lexeme) => this.termOf(lexeme))) ?? []);
  }

  private eitherTerm(terms: readonly Term[]): Term[] {
    const term = eitherOf(terms);
    return term === null ? [] : [term];
  }

  /** Returns the condition for the season or episode numbers of the query; null if the query has no such numbers. */
  episodeCodeTerm(): Term | null {
    const lexeme = this.query.episodeCode?.lexeme;
    return lexeme === undefined ? null : this.termOf(lexeme);
  }

  termOf(lexeme: string): Term {
    return lexemeTerm(lexeme, this.counts.documents.get(lexeme) ?? 0);
  }

  allOf(terms: readonly Term[]): Term | null {
    return allOf(terms, this.counts.total);
  }

  /**
   * Returns the condition for documents with at least one of the lexemes. Includes lexemes without a count, because new
   * documents are not counted yet.
   */
  private anyLexemeTerm(lexemes: readonly string[]): Term[] {
    return this.eitherTerm([...new Set(lexemes)].map((lexeme) => this.termOf(lexeme)));
  }
}

/** Returns the document counts of the lexicon and of the corrections. */
function documentsWithCorrections(words: readonly WeightedWord[], counts: LexiconCounts): Map<string, number> {
  const documents = new Map(counts.documents);
  for (const { spellings } of words.flatMap(({ corrections }) => corrections)) {
    for (const [lexeme, count] of spellings) documents.set(lexeme, count);
  }
  return documents;
}

/** Returns the lexemes of the corrections of a word in some fields. */
function correctionLexemes({ corrections }: WeightedWord, fields: Iterable<IndexedField>): string[] {
  const prefixes = new Set<string>([...fields].map((field) => FIELD_PREFIX[field]));
  return corrections.flatMap(({ spellings }) => [...spellings.keys()]).filter((each) => prefixes.has(each.charAt(0)));
}
