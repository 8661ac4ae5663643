import { FIELD_PREFIX, type IndexedField, MARK_PREFIX, quoteLexeme } from '../../search/index/lexemes';
import { PROMINENCE_TIERS } from '../../search/index/prominence-tiers';
import { stemWord } from '../../search/text/stem';
import type { SearchFilter } from '../query/search-filter';
import { halvesOf, mayBegin, type SearchQuery } from '../query/search-query';
import { allOf, byDocuments, eitherOf, lexemeTerm, type Term, textsOf, withoutImplied } from './retrieval-terms';
import type { LexiconCounts, WeightedWord } from '../query/term-weights';

/** How the most prominent of many documents are found. */
export type OrderedPath =
  /** All documents from the index, then sorted: for few. */
  | 'sorted'
  /** The same of documents that reach a step of prominence: for some. */
  | 'tiered'
  /** Documents by prominence, looked at one by one: for many. */
  | 'walked';

/** The most prominent documents that match. */
export interface OrderedRetrieval {
  /** What a document must match, all of it; those that few documents match come first. */
  readonly tsqueries: readonly string[];
  readonly path: OrderedPath;
  /** The step of prominence that documents must reach, quoted; null unless the path is `tiered`. */
  readonly tier: string | null;
  /** Documents wanted. */
  readonly limit: number;
  /** Documents a walk looks at, at most; if it meets too few that match, the estimate was wrong. */
  readonly walkMax: number;
}

/** All documents that match: expected to be few. */
export interface SelectiveRetrieval {
  /** A document must match all texts of one of these. */
  readonly alternatives: readonly (readonly string[])[];
  /** The part of it that looks at titles alone; null for none. */
  readonly titles: string | null;
  /** Its words, each alone. */
  readonly words: readonly string[];
  /** What a document with all words of the query matches; empty where the query has one word only. */
  readonly together: readonly string[];
}

/** Some documents of each of several conditions: those of a rare one are not lost among those of a common one. */
export interface EachRetrieval {
  readonly tsqueries: readonly string[];
  /** Documents of each, at most. */
  readonly limit: number;
}

/** What to retrieve, before the request's filter; every part is bounded. Texts for SQL are made of quoted lexemes alone. */
export interface RetrievalPlan {
  readonly titleKeys: readonly string[];
  /** Compact titles from (included) to (excluded), or null. */
  readonly prefix: readonly [string, string] | null;
  /** Documents few enough to be fetched all; null for none. */
  readonly selective: SelectiveRetrieval | null;
  /** Null for none. */
  readonly each: EachRetrieval | null;
  readonly ordered: readonly OrderedRetrieval[];
  /** What is looked up only when the rest gives too little for a page. */
  readonly spare: readonly OrderedRetrieval[];
}

/* What each number does, and how it was chosen, is told in docs/search.md. */
const TITLE_BUDGET = 300;
const WORD_BUDGET = 600;
const PAIR_BUDGET = 300;
/** Documents fetched without an order, at most; where there are more, the most prominent ones are looked up besides. */
export const SELECTIVE_MAX = 1_200;
export const ORDERED_TITLES = 300;
export const ORDERED_WORDS = 1_000;
/** Words of the longest titles. */
const TITLE_WORDS_MAX = 24;
const COMBINED_MAX = 6;
/** More common words than this together may stand in no document at all. */
const COMMON_TOGETHER = 3;
const LEFT_OUT_MAX = 8;
/** A walk looks at so many times the documents it is expected to need. */
const WALK_PATIENCE = 3;
const WALK_MIN = 5_000;
const WALK_MAX = 60_000;
/** A step of prominence is expected to hold so many times the documents wanted. */
const TIER_MARGIN = 1.1;
/** The same of several conditions: how often they meet is known less well. */
const TIER_MARGIN_TOGETHER = 1.5;
/** What an entry of the index costs to be met with another, beside a document that is read. */
const ENTRY_COST = 0.15;
/** Of a thousand documents then three hundred are titles, as many as are asked for. */
const IMPLIED_SHARE = ORDERED_TITLES / ORDERED_WORDS;
const PREFIX_END = '\u{10ffff}';

/** Decides what to retrieve for a query. Pure. */
export function planRetrieval(
  query: SearchQuery,
  words: readonly WeightedWord[],
  counts: LexiconCounts,
  filter: SearchFilter,
): RetrievalPlan {
  return new Planner(query, words, counts, filter).plan();
}

class Planner {
  /** Titles and rare words, which are looked up as one text. */
  private readonly selective: Term[] = [];
  /** Words that are rare only together: the index meets the documents of each with the others'. */
  private readonly alternatives: string[][] = [];
  /** Of the selective terms the words in any field. */
  private rareWords: readonly Term[] = [];
  /** Documents with all words; null of one word. */
  private together: Term | null = null;
  private readonly ordered: (OrderedRetrieval & { expected: number })[] = [];
  private readonly spare: OrderedRetrieval[] = [];
  private readonly total: number;
  private readonly documents: ReadonlyMap<string, number>;

  constructor(
    private readonly query: SearchQuery,
    private readonly words: readonly WeightedWord[],
    private readonly counts: LexiconCounts,
    private readonly filter: SearchFilter,
  ) {
    this.total = Math.max(1, counts.total);
    this.documents = documentsWithCorrections(words, counts);
  }

  plan(): RetrievalPlan {
    const inTitles = this.query.fields.has('title');
    const [whole] = this.query.titleKeys;
    if (inTitles && (this.query.short || this.words.length < TITLE_WORDS_MAX)) {
      for (const key of this.query.titleKeys) {
        this.add(lexemeTerm(MARK_PREFIX.titleKey + key, 1));
      }
    }
    if (inTitles && this.query.short) this.planTitles();
    const titles = this.selective.length;
    this.planWords();
    this.dropImplied();
    return {
      titleKeys: inTitles ? this.query.titleKeys : [],
      prefix: inTitles && whole !== undefined && mayBegin(whole) ? [whole, whole + PREFIX_END] : null,
      selective: this.selectiveOf(titles),
      each: null,
      ordered: this.ordered,
      spare: this.spare,
    };
  }

  /** The terms gathered, of which the first `titles` ask for titles. */
  private selectiveOf(titles: number): SelectiveRetrieval | null {
    const single = eitherOf(withoutImplied(this.selective));
    const alternatives = [...(single === null ? [] : [[single.expression]]), ...this.alternatives];
    if (alternatives.length === 0) return null;
    const inTitles = eitherOf(withoutImplied(this.selective.slice(0, titles)));
    return {
      alternatives,
      titles: inTitles?.expression ?? null,
      words: this.rareWords.map(({ expression }) => expression),
      together: this.together === null ? [] : textsOf(this.together),
    };
  }

  /** Titles that have all words, all but one, or one rare word. */
  private planTitles(): void {
    const several = this.words.length > 1;
    const terms = this.words.flatMap((word) => this.titleTerm(word, several || !word.known)).sort(byDocuments);
    const all = this.allOf(terms);
    if (all !== null && this.expected(all) > TITLE_BUDGET) this.addOrdered(all, ORDERED_TITLES);
    else if (all !== null) this.add(all);
    this.planWithoutOne();
    this.addWhileRare(
      this.words.flatMap((word) => this.titleTerm(word, !word.known)),
      TITLE_BUDGET,
    );
    this.planWritings();
  }

  /** Titles that lack one word of the query; stop words help where otherwise a single word would be left. */
  private planWithoutOne(): void {
    const several = this.words.length > 1;
    const termsOf = (stop: boolean): Term[] =>
      this.words.filter(({ word }) => word.stop === stop).flatMap((word) => this.titleTerm(word, several));
    const content = termsOf(false);
    if (content.length < 2 || content.length > LEFT_OUT_MAX) return;
    for (const left of content) {
      const others = content.filter((term) => term !== left);
      const rest = this.allOf((others.length === 1 ? [...others, ...termsOf(true)] : others).sort(byDocuments));
      if (rest !== null && this.expected(rest) <= TITLE_BUDGET) this.add(rest);
    }
  }

  /** Titles that write apart what was asked as one word, and the other way round. */
  private planWritings(): void {
    for (const { lexeme } of this.query.joined) {
      const joined = this.lexemeTerm(FIELD_PREFIX.title + lexeme);
      if (joined.documents <= TITLE_BUDGET) this.add(joined);
    }
    for (const { word, titleDocuments } of this.words) {
      if (titleDocuments > TITLE_BUDGET) continue;
      for (const halves of halvesOf(this.query, word)) {
        const both = this.allOf(halves.map((half) => this.lexemeTerm(FIELD_PREFIX.title + stemWord(half))));
        if (both !== null && this.expected(both) <= TITLE_BUDGET) this.add(both);
      }
    }
  }

  /** Documents with rare words in any field, with rare pairs, or, when all words are common, with all of them. */
  private planWords(): void {
    const code = this.codeTerm();
    // Numbers that no season or episode has may be meant otherwise ("season 1919" of baseball): as words they are tried too.
    const isCode = code !== null && (code.documents > 0 || this.counts.total === 0);
    const plain = this.words.filter(({ word }) => !word.stop && !(isCode && word.coded));
    const chosen = plain.length > 0 || isCode ? plain : this.words;
    const terms = chosen.flatMap((word) => this.anyTerm(word)).sort(byDocuments);
    if (terms.length > 1) this.together = this.allOf(terms);
    if (code !== null) this.planCode(code, plain);
    const { rare, common, spent } = this.addWhileRare(terms, WORD_BUDGET);
    this.rareWords = rare;
    // Looking pairs up costs as much as reading the longer half of them: only where single words leave room.
    const paired = common.length > 1 && spent < WORD_BUDGET / 2 ? this.addCombinations(common) : false;
    if (common.length === terms.length && !paired && !isCode) this.addCommon(terms, chosen.length);
  }

  /** Seasons or episodes with the numbers and all other words; numbers that are not counted may have come just now. */
  private planCode(code: Term, words: readonly WeightedWord[]): void {
    const others = words.filter(({ word }) => !word.coded).flatMap((word) => this.anyTerm(word));
    const both = this.allOf([code, ...others.sort(byDocuments)]);
    if (both === null) return;
    if (this.expected(both) <= WORD_BUDGET) this.addTogether(both);
    // Seasons and episodes are the least prominent of all: a walk would meet everything else first.
    else this.addOrdered(both, ORDERED_WORDS, 'sorted');
  }

  /** Adds the rarest terms while they fit into the budget; gives both sorts, and the rows expected. */
  private addWhileRare(terms: readonly Term[], budget: number): { rare: Term[]; common: Term[]; spent: number } {
    const { rare, common, spent } = this.split(terms, budget);
    for (const term of rare) this.add(term);
    return { rare, common, spent };
  }

  private split(terms: readonly Term[], budget: number): { rare: Term[]; common: Term[]; spent: number } {
    let spent = 0;
    const rare: Term[] = [];
    const common: Term[] = [];
    for (const term of [...terms].sort(byDocuments)) {
      const expected = this.expected(term);
      if (spent + expected > budget) {
        common.push(term);
        continue;
      }
      spent += expected;
      rare.push(term);
    }
    return { rare, common, spent };
  }

  /**
   * Adds pairs, or where no pair is rare triples; false when none is rare enough. All have the rarest or the second
   * rarest word in them: the index then reads these two words' documents and no others'.
   */
  private addCombinations(common: readonly Term[]): boolean {
    const [first, second, ...others] = common.slice(0, COMBINED_MAX);
    if (first === undefined || second === undefined) return false;
    const pairs = [...[second, ...others].map((each) => [first, each]), ...others.map((each) => [second, each])];
    if (this.addWithin(pairs)) return true;
    return this.addWithin(others.map((each) => [first, second, each]));
  }

  /** Of words that are all common the fewest that leave few documents, or the most prominent documents with some. */
  private addCommon(terms: readonly Term[], wordsAsked: number): void {
    for (let size = 2; size <= terms.length; size += 1) {
      const rarest = this.allOf(terms.slice(0, size));
      if (rarest === null || this.expected(rarest) > WORD_BUDGET) continue;
      this.addTogether(rarest);
      return;
    }
    const some = this.allOf(terms.slice(0, COMMON_TOGETHER));
    if (some === null) return;
    if (wordsAsked === this.words.length) this.addOrdered(some, ORDERED_WORDS);
    else this.spare.push(this.orderedOf(some, ORDERED_TITLES));
  }

  /** The most prominent documents anywhere hold enough titles where titles are a good part of them. */
  private dropImplied(): void {
    const [titles, words] = this.ordered;
    if (titles === undefined || words === undefined) return;
    if (titles.expected >= words.expected * IMPLIED_SHARE) this.ordered.shift();
  }

  /** Adds the rarest combinations; those that differ in the last word alone are looked up as one. */
  private addWithin(combinations: readonly (readonly Term[])[]): boolean {
    const { rare } = this.split(
      combinations.map((terms) => this.allOf(terms)).filter((term) => term !== null),
      PAIR_BUDGET,
    );
    const byBeginning = new Map<string, { beginning: readonly Term[]; ends: Term[] }>();
    for (const { all = [] } of rare) {
      const beginning = all.slice(0, -1);
      const key = beginning.map(({ expression }) => expression).join(' & ');
      const group = byBeginning.get(key) ?? { beginning, ends: [] };
      group.ends.push(...all.slice(-1));
      byBeginning.set(key, group);
    }
    for (const { beginning, ends } of byBeginning.values()) {
      const end = eitherOf(ends);
      const combined = end === null ? null : this.allOf([...beginning, end]);
      if (combined !== null) this.addTogether(combined);
    }
    return rare.length > 0;
  }

  private titleTerm(weighted: WeightedWord, corrected: boolean): Term[] {
    const { word } = weighted;
    const lexemes = [word.lexeme, ...word.also].map((lexeme) => FIELD_PREFIX.title + lexeme);
    if (corrected) lexemes.push(...correctionLexemes(weighted, ['title']));
    if (word.numeral !== null) lexemes.push(`${MARK_PREFIX.numeral}${word.numeral}`);
    if (word.year !== null) lexemes.push(`${MARK_PREFIX.year}${word.year}`);
    return this.anyLexeme(lexemes);
  }

  private anyTerm(weighted: WeightedWord): Term[] {
    const { word, known } = weighted;
    const fields = [...this.query.fields].filter((field) => !word.stop || (field !== 'overview' && field !== 'genres'));
    const lexemes = fields.flatMap((field) =>
      [word.lexeme, ...word.also].map((lexeme) => FIELD_PREFIX[field] + lexeme),
    );
    if (!known) lexemes.push(...correctionLexemes(weighted, fields));
    if (word.year !== null && this.query.fields.has('title')) lexemes.push(`${MARK_PREFIX.year}${word.year}`);
    return this.anyLexeme(lexemes);
  }

  private codeTerm(): Term | null {
    const lexeme = this.query.code?.lexeme;
    return lexeme === undefined ? null : this.lexemeTerm(lexeme);
  }

  /**
   * A document with any of the lexemes; no term where there is none. What is not counted is looked for as well: it may
   * have come a moment ago, and costs next to nothing where the index does not have it.
   */
  private anyLexeme(lexemes: readonly string[]): Term[] {
    const term = eitherOf([...new Set(lexemes)].map((lexeme) => this.lexemeTerm(lexeme)));
    return term === null ? [] : [term];
  }

  private allOf(terms: readonly Term[]): Term | null {
    return allOf(terms, this.total);
  }

  private lexemeTerm(lexeme: string): Term {
    return lexemeTerm(lexeme, this.documents.get(lexeme) ?? 0);
  }

  private expected(term: Term): number {
    return term.documents * this.filter.selectivity;
  }

  private add(term: Term): void {
    this.selective.push(term);
  }

  private addTogether(term: Term): void {
    this.alternatives.push(textsOf(term));
  }

  private addOrdered(term: Term, limit: number, path?: OrderedPath): void {
    this.ordered.push(this.orderedOf(term, limit, path));
  }

  private orderedOf(term: Term, limit: number, path?: OrderedPath): OrderedRetrieval & { expected: number } {
    const expected = Math.max(1, this.expected(term));
    // Sorting looks at all that match; walking at as many documents as it takes to meet enough of them.
    const walked = (limit * this.total) / expected;
    const tier = path === undefined ? this.cheapestTier(term, expected, limit) : null;
    const isTiered = tier !== null && tier.cost < Math.min(walked, expected);
    return {
      expected,
      tsqueries: textsOf(term),
      path: path ?? (isTiered ? 'tiered' : walked < expected ? 'walked' : 'sorted'),
      tier: isTiered ? quoteLexeme(tier.lexeme) : null,
      limit,
      walkMax: Math.ceil(Math.min(WALK_MAX, Math.max(WALK_MIN, walked * WALK_PATIENCE))),
    };
  }

  /** The highest step that should hold enough documents, and what looking them up costs in documents read. */
  private cheapestTier(term: Term, expected: number, limit: number): { lexeme: string; cost: number } | null {
    const margin = term.all === undefined ? TIER_MARGIN : TIER_MARGIN_TOGETHER;
    for (const lexeme of PROMINENCE_TIERS) {
      const documents = this.documents.get(lexeme) ?? 0;
      const held = (expected * documents) / this.total;
      if (held >= limit * margin) return { lexeme, cost: held + ENTRY_COST * Math.min(term.documents, documents) };
    }
    return null;
  }
}

/** The lexicon's counts, and those of corrections as they are spelt. */
function documentsWithCorrections(words: readonly WeightedWord[], counts: LexiconCounts): Map<string, number> {
  const documents = new Map(counts.documents);
  for (const { spellings } of words.flatMap(({ corrections }) => corrections)) {
    for (const [lexeme, each] of spellings) documents.set(lexeme, each);
  }
  return documents;
}

/** The lexemes that corrections are indexed under in the given fields. */
function correctionLexemes({ corrections }: WeightedWord, fields: Iterable<IndexedField>): string[] {
  const prefixes = new Set<string>([...fields].map((field) => FIELD_PREFIX[field]));
  return corrections.flatMap(({ spellings }) => [...spellings.keys()]).filter((each) => prefixes.has(each.charAt(0)));
}
