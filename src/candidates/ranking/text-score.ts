/** Computes how much of a query a document contains, from its profile. docs/search.md explains the numbers. */
import type { IndexedField } from '../../search/index/lexemes';
import { overviewWordsOf, PACKED_USES, ProfileProbe, unpackUses } from '../../search/index/profile';
import type { SearchQuery } from '../query/search-query';
import { numeralRolesOf } from '../query/weights/term-roles';
import { type FieldWeights, scoreParametersOf } from '../query/weights/score-parameters';
import { type WeightedWord, type TermRole } from '../query/weights/weighted-word';

/** Parameter `b` of BM25. */
const LENGTH_NORMALIZATION = 0.4;
const MEAN_OVERVIEW_WORDS = 34;
/**
 * Minimum weight of a word with a demand, relative to the highest weight of a word of the query. A genre is common: its
 * inverse document frequency alone would hardly change the order.
 */
const DEMAND_MIN_SHARE = 0.3;
const NO_WORDS: readonly number[] = [];
const FIELDS_WITHOUT_STOP_WORDS: ReadonlySet<IndexedField> = new Set(['genres', 'overview']);

/** The weights of a lexeme in a document, by its packed uses (see `unpackUses`). */
interface UseWeights {
  /** The weights of uses in all fields except the overview. */
  readonly elsewhere: Float64Array;
  /** The weights of uses in the overview. The score divides them by the relative length of the overview. */
  readonly inOverview: Float64Array;
}

/** How much of a query a document contains. */
export interface TextFit {
  /** 0 to 1, plus a bonus of at most `wholeBonus`. */
  readonly score: number;
  /** 0 to 1: the matched share of the content words, weighted by rarity. 1 if the query has no content word. */
  readonly share: number;
  /**
   * Whether the document matches a content word of the query without correction. True if the query has no content word.
   */
  readonly hasUncorrectedWord: boolean;
}

/** Minimum factor of a match that is no correction. An acronym that is not in capitals counts as a correction. */
const UNCORRECTED_FACTOR = 0.9;

/** Scores profiles for one query. Pure: the score of a profile does not depend on earlier profiles. */
export class TextScorer {
  private readonly probe: ProfileProbe;
  /** The term roles of each lexeme: the words of the query that it matches. */
  private readonly roles: readonly (readonly TermRole[])[];
  /** The term roles that the lexemes have only in titles. */
  private readonly titleRoles: readonly (readonly TermRole[])[];
  /** See `ScoreParameters`. */
  private readonly saturation: number;
  private readonly wholeBonus: number;
  /** The weight of a use in a title; 0 if titles are not searched. */
  private readonly titleWeight: number;
  private readonly useWeights: UseWeights;
  private readonly stopWordUseWeights: UseWeights;
  /** The weight of each word of the query. Words with demands have a minimum weight. */
  private readonly weights: Float64Array;
  private readonly totalWeight: number;
  /** Finds acronyms of the query in profiles; null if no word may be an acronym. */
  private readonly acronyms: ProfileProbe | null;
  /** The saturated weight of each word of the query in the document, 0 to 1. Reused for every document. */
  private readonly contributions: Float64Array;
  /**
   * How directly the document matches each word of the query: 1 for the word itself, less for a correction or a part of
   * a compound, 0 for no match (see `TermRole.factor`). Reused for every document.
   */
  private readonly factors: Float64Array;
  private readonly contentWeight: number;
  /** Indexes in `roles` of the lexemes of the words that `hasAll` looks for. */
  private readonly uncorrectedLexemes: ReadonlySet<number>;

  constructor(
    query: SearchQuery,
    private readonly words: readonly WeightedWord[],
    roles: ReadonlyMap<string, readonly TermRole[]>,
  ) {
    const titleRoles = numeralRolesOf(words);
    const lexemes = [...new Set([...roles.keys(), ...titleRoles.keys()])];
    this.probe = new ProfileProbe(lexemes);
    this.roles = lexemes.map((lexeme) => roles.get(lexeme) ?? []);
    this.titleRoles = lexemes.map((lexeme) => titleRoles.get(lexeme) ?? []);
    const { fieldWeights: weights, saturation, wholeBonus } = scoreParametersOf(query);
    this.saturation = saturation;
    this.wholeBonus = wholeBonus;
    this.titleWeight = query.fields.has('title') ? weights.title : 0;
    const fieldsWithStopWords = new Set([...query.fields].filter((field) => !FIELDS_WITHOUT_STOP_WORDS.has(field)));
    this.useWeights = useWeightsIn(query.fields, weights);
    this.stopWordUseWeights = useWeightsIn(fieldsWithStopWords, weights);
    const minimum = DEMAND_MIN_SHARE * Math.max(0, ...words.map(({ weight }) => weight));
    this.weights = Float64Array.from(words, ({ word, weight }) =>
      word.demands.length === 0 ? weight : Math.max(weight, minimum),
    );
    this.totalWeight = this.weights.reduce((sum, each) => sum + each, 0) || 1;
    const acronyms = words.map(({ acronym }) => acronym ?? '');
    this.acronyms = acronyms.every((acronym) => acronym === '') ? null : new ProfileProbe(acronyms);
    this.contributions = new Float64Array(words.length);
    this.factors = new Float64Array(words.length);
    this.contentWeight = words.reduce((sum, { word, weight }) => (word.isContentWord ? sum + weight : sum), 0);
    const textWords = words.filter(({ word }) => !word.isDemandOnly);
    this.uncorrectedLexemes = new Set(textWords.map(({ word }) => lexemes.indexOf(word.lexeme)));
  }

  /**
   * Returns how much of the query the searched fields contain. The contribution of each word saturates. A bonus grows
   * with the square of the share of the query, so that a document with all words ranks before a document with some
   * words in better fields. `matchedOutsideTexts` are indexes of words that the document matches by its year, numbers
   * or genres.
   */
  score(profile: string, matchedOutsideTexts: readonly number[]): TextFit {
    const { contributions, factors, words } = this;
    contributions.fill(0);
    factors.fill(0);
    const relativeLength =
      1 - LENGTH_NORMALIZATION + (LENGTH_NORMALIZATION * overviewWordsOf(profile)) / MEAN_OVERVIEW_WORDS;
    this.probe.scan(profile, (lexemeIndex, packed) => this.addUse(lexemeIndex, packed, relativeLength));
    for (const index of matchedOutsideTexts) {
      contributions[index] = 1;
      factors[index] = 1;
    }
    let sum = 0;
    let matchedWeight = 0;
    let matchedContentWeight = 0;
    let hasUncorrectedWord = false;
    for (let index = 0; index < words.length; index += 1) {
      const factor = factors[index] ?? 0;
      if (factor === 0) continue;
      const weight = this.weights[index] ?? 0;
      sum += weight * (contributions[index] ?? 0);
      matchedWeight += weight * factor;
      if (words[index]?.word.isContentWord !== true) continue;
      matchedContentWeight += (words[index]?.weight ?? 0) * factor;
      hasUncorrectedWord ||= factor >= UNCORRECTED_FACTOR;
    }
    return {
      score: sum / this.totalWeight + this.wholeBonus * (matchedWeight / this.totalWeight) ** 2,
      share: this.contentWeight === 0 ? 1 : matchedContentWeight / this.contentWeight,
      hasUncorrectedWord: hasUncorrectedWord || this.contentWeight === 0,
    };
  }

  /**
   * Returns the highest factor of each word of the query in the titles and names of a document and in the titles of its
   * series, 0 to 1.
   */
  nameFactors(profile: string): Float64Array {
    const factors = new Float64Array(this.words.length);
    this.probe.scan(profile, (lexemeIndex, packed) => {
      const { title, people, context } = unpackUses(packed);
      if (!title && people === 0 && context !== 2) return;
      for (const { wordIndex, factor } of this.roles[lexemeIndex] ?? [])
        factors[wordIndex] = Math.max(factors[wordIndex] ?? 0, factor);
    });
    return factors;
  }

  /** Returns the indexes of the words that are acronyms of titles of a document. */
  acronymsIn(profile: string): readonly number[] {
    if (this.acronyms === null) return NO_WORDS;
    const indexes: number[] = [];
    this.acronyms.scan(profile, (index) => indexes.push(index));
    return indexes;
  }

  /**
   * Returns whether the searched fields contain all words of the query. Only the `lexeme` of each word itself counts.
   * Ignores words that only ask for a genre or a period, because these are not looked up in texts.
   */
  hasAll(profile: string): boolean {
    const { elsewhere, inOverview } = this.useWeights;
    return this.hasAllIn(profile, (packed) => (elsewhere[packed] ?? 0) + (inOverview[packed] ?? 0) > 0);
  }

  /** Like `hasAll`, for words in titles. */
  hasAllInTitle(profile: string): boolean {
    return this.titleWeight > 0 && this.hasAllIn(profile, (packed) => unpackUses(packed).title);
  }

  private hasAllIn(profile: string, isSearched: (packed: number) => boolean): boolean {
    const contained = new Set<number>();
    this.probe.scan(profile, (lexemeIndex, packed) => {
      if (this.uncorrectedLexemes.has(lexemeIndex) && isSearched(packed)) contained.add(lexemeIndex);
    });
    return contained.size === this.uncorrectedLexemes.size;
  }

  private addUse(lexemeIndex: number, packed: number, relativeLength: number): void {
    for (const role of this.roles[lexemeIndex] ?? []) {
      const { elsewhere, inOverview } =
        this.words[role.wordIndex]?.word.isStopWord === true ? this.stopWordUseWeights : this.useWeights;
      this.raise(role, (elsewhere[packed] ?? 0) + (inOverview[packed] ?? 0) / relativeLength);
    }
    const titleRoles = this.titleRoles[lexemeIndex] ?? [];
    if (titleRoles.length > 0 && unpackUses(packed).title)
      for (const role of titleRoles) this.raise(role, this.titleWeight);
  }

  /** Raises the contribution and the factor of a word. `useWeight` is the weight of its uses in the document. */
  private raise({ wordIndex, factor }: TermRole, useWeight: number): void {
    const saturated = (useWeight / (this.saturation + useWeight)) * factor;
    if (saturated > (this.contributions[wordIndex] ?? 0)) this.contributions[wordIndex] = saturated;
    if (useWeight > 0 && factor > (this.factors[wordIndex] ?? 0)) this.factors[wordIndex] = factor;
  }
}

function useWeightsIn(fields: ReadonlySet<IndexedField>, weights: FieldWeights): UseWeights {
  const elsewhere = new Float64Array(PACKED_USES);
  const inOverview = new Float64Array(PACKED_USES);
  for (let packed = 0; packed < PACKED_USES; packed += 1) {
    const { title, people, context, overview } = unpackUses(packed);
    let weight = 0;
    if (title && fields.has('title')) weight += weights.title;
    if (people > 0 && fields.has('people')) weight += people === 2 ? weights.leadingPeople : weights.people;
    if (context === 2 && fields.has('series')) weight += weights.series;
    if (context === 1 && fields.has('genres')) weight += weights.genres;
    elsewhere[packed] = weight;
    if (fields.has('overview')) inOverview[packed] = weights.overview * overview;
  }
  return { elsewhere, inOverview };
}
