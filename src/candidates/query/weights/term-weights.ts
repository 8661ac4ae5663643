import { FIELD_PREFIX, yearLexeme } from '../../../search/index/lexemes';
import { inverseDocumentFrequency } from '../../../search/rarity';
import { isOneEditApart } from '../../../search/spelling/spelling-deletes';
import { cutWord, stemWord } from '../../../search/text/stem';
import { demandLexemes } from '../demand-lexemes';
import { WordSimilarity } from '../spelling/word-similarity';
import { incompleteWord, isCorrectable, unstemmedLexemes } from '../query-lexemes';
import type { QueryWord, SearchQuery } from '../search-query';
import { type Correction, type WeightedWord, KNOWN_COMPLETION_FACTOR, LOW_WEIGHT_FACTOR } from './weighted-word';
import { scoreParametersOf } from './score-parameters';
import type { LexiconCounts } from './lexicon-counts';

/** A word in more overviews than this is known, even if no title or name contains it. */
export const KNOWN_FROM_OVERVIEWS = 3;
/** Factor of the corrections of an unknown word. */
const UNKNOWN_CORRECTION_FACTOR = 0.85;
/**
 * Factor of the stem of an unknown word with corrections. A document with this stem may have another form of the word,
 * or another word.
 */
const OTHER_FORM_FACTOR = 0.9;
/** Factor of the corrections of a known word. */
const KNOWN_CORRECTION_FACTOR = 0.35;
/** Maximum number of corrections one edit apart, for an unknown word. */
const UNKNOWN_CORRECTIONS_MAX = 8;
/** Maximum number of corrections one edit apart, for a known word. */
const KNOWN_CORRECTIONS_MAX = 6;
/** Maximum number of other corrections that do not complete the word. */
const FAR_CORRECTIONS_MAX = 6;
/** Maximum number of words that complete the last word of the query. */
const COMPLETIONS_MAX = 12;
/** Minimum similarity of a word that completes the last word of the query. */
const COMPLETION_SIMILARITY = 0.95;
/**
 * Maximum similarity of a word with another first letter if the last word of the query can be completed, and at least
 * `OTHER_WORDS_MIN` content words come before it: the user of "star wars emp" types "Empire" rather than "Hemp".
 */
const OTHER_BEGINNING_SIMILARITY = 0.9;
const OTHER_WORDS_MIN = 2;
/**
 * If a word names a genre, but the items of the genre are at most this share of the titles or overviews with the word,
 * the catalog does not use the genre.
 */
const UNUSED_GENRE_SHARE = 0.125;
/** Likelihood of a correction from a name, relative to a correction from a title. */
const NAME_LIKELIHOOD_FACTOR = 0.3;

/** Weighs the words of a query. */
export function weighWords(query: SearchQuery, counts: LexiconCounts): WeightedWord[] {
  return query.words.map((word) => weighWord(query, word, counts));
}

function weighWord(query: SearchQuery, parsed: QueryWord, counts: LexiconCounts): WeightedWord {
  const documentsOf = (lexeme: string): number => counts.documents.get(lexeme) ?? 0;
  const fieldCounts = [...query.fields].map((field) => documentsOf(FIELD_PREFIX[field] + parsed.lexeme));
  const yearCount = parsed.year === null ? 0 : documentsOf(yearLexeme(parsed.year));
  const demandCount = demandDocuments(parsed, documentsOf);
  const mayBeText =
    counts.total > 0 &&
    parsed.isDemandOnly &&
    (isUnusedGenre(query, parsed, demandCount, documentsOf) || mayBeSurname(query, parsed, documentsOf));
  const word = mayBeText ? { ...parsed, isDemandOnly: false } : parsed;
  const acronymCount = acronymDocuments(word, counts);
  const isInCatalog = isKnown(word, counts);
  const isCompleted = counts.completesKnownWord === true && word === incompleteWord(query);
  const isWordKnown = isInCatalog && !isCompleted;
  const possible = correctionsOf(query, word, isInCatalog, counts);
  // The word is looked up as the beginning of a name, so it is not misspelled.
  const corrections = isCompleted ? possible.filter(({ folded }) => folded.startsWith(word.folded)) : possible;
  // The count of the most common field. A sum would count documents twice and make names and genres seem common.
  let documents = word.isDemandOnly ? demandCount : Math.max(...fieldCounts, yearCount, demandCount, acronymCount);
  if (documents === 0) documents = Math.max(0, ...corrections.flatMap(({ spellings }) => [...spellings.values()]));
  const idf = inverseDocumentFrequency(documents, counts.total);
  const rarity = idf ** scoreParametersOf(query).rarityPower;
  return {
    word,
    weight: roundWeight(word.isContentWord ? rarity : rarity * LOW_WEIGHT_FACTOR),
    titleDocuments: documentsOf(FIELD_PREFIX.title + word.lexeme),
    isKnown: isWordKnown,
    stemFactor: isInCatalog || corrections.length === 0 ? 1 : OTHER_FORM_FACTOR,
    isRatherName: isRatherName(word, documentsOf),
    corrections,
    acronym: acronymCount > 0 ? word.acronym : null,
  };
}

/**
 * Returns whether the catalog does not use the genre that a word names. The word is then also looked up in texts: a
 * catalog may have overviews with "satire", but no genre "satire". Returns false for a genre of several words that has
 * items, because one of its words is in many other texts, such as "show" of "talk show". A genre with few items is
 * still meant by "war movies" and "1940s war".
 */
function isUnusedGenre(
  { namedKinds, understanding }: SearchQuery,
  { lexeme, demands }: QueryWord,
  demandCount: number,
  documentsOf: (lexeme: string) => number,
): boolean {
  const genre = demands.find(({ kind }) => kind === 'genre');
  if (genre === undefined) return false;
  if (demandCount === 0) return true;
  const asksForGenre = namedKinds.size > 0 || understanding.demands.some(({ kind }) => kind === 'years');
  if (asksForGenre || genre.end - genre.start > 1) return false;
  const textCount = Math.max(documentsOf(FIELD_PREFIX.title + lexeme), documentsOf(FIELD_PREFIX.overview + lexeme));
  return demandCount <= UNUSED_GENRE_SHARE * textCount;
}

/**
 * Returns whether a word may be a surname. It may be if the query has one other content word, which comes before it and
 * does not only ask for a genre or a period, and if each of the two words is in a name of the catalog. "Charles dance
 * movies" asks for Charles Dance.
 */
function mayBeSurname(query: SearchQuery, word: QueryWord, documentsOf: (lexeme: string) => number): boolean {
  const contentWords = query.words.filter(({ isContentWord }) => isContentWord);
  const [firstName, surname] = contentWords;
  if (contentWords.length !== 2 || firstName === undefined || surname !== word || firstName.isDemandOnly) return false;
  return [firstName, word].every((each) => documentsOf(FIELD_PREFIX.people + cutWord(each.folded)) > 0);
}

/** Returns whether more names than titles have the word in this spelling. */
function isRatherName(word: QueryWord, documentsOf: (lexeme: string) => number): boolean {
  const [inTitles, inNames] = unstemmedLexemes(word);
  return documentsOf(inNames) > documentsOf(inTitles);
}

/**
 * Returns the number of documents that have the word as an acronym. A word of titles or names is an acronym only if the
 * query writes it in capitals.
 */
function acronymDocuments(word: QueryWord, { documents }: LexiconCounts): number {
  if (word.acronym === null) return 0;
  const isWord = unstemmedLexemes(word).some((lexeme) => (documents.get(lexeme) ?? 0) > 0);
  return isWord && !word.isInCapitals ? 0 : (documents.get(word.acronym) ?? 0);
}

/**
 * Returns whether a title or name has the word in this spelling; more than `KNOWN_FROM_OVERVIEWS` overviews have its
 * stem; items have the genre, country, year or period that it means; or it is in capitals and the acronym of a title.
 */
export function isKnown(word: QueryWord, { documents }: LexiconCounts): boolean {
  const documentsOf = (lexeme: string): number => documents.get(lexeme) ?? 0;
  return (
    unstemmedLexemes(word).some((lexeme) => documentsOf(lexeme) > 0) ||
    (word.year !== null && documentsOf(yearLexeme(word.year)) > 0) ||
    demandDocuments(word, documentsOf) > 0 ||
    (word.acronym !== null && word.isInCapitals && documentsOf(word.acronym) > 0) ||
    documentsOf(FIELD_PREFIX.overview + word.lexeme) > KNOWN_FROM_OVERVIEWS
  );
}

/**
 * Returns whether the catalog has at least one content word of the query. Years do not count, nor do words that only
 * ask for a genre or a period, nor the words of a season or episode number.
 */
export function hasKnownWord(query: SearchQuery, counts: LexiconCounts): boolean {
  return query.words.some((word) => {
    const isTextWord = word.isContentWord && !word.isDemandOnly && !word.isEpisodeCode && word.year === null;
    return isTextWord && isKnown(word, counts);
  });
}

/**
 * Rounds to two decimals, as in cursors. The result is above 0, so that a word that all documents contain still scores.
 */
function roundWeight(weight: number): number {
  return Math.max(1, Math.round(weight * 100)) / 100;
}

function correctionsOf(query: SearchQuery, word: QueryWord, isInCatalog: boolean, counts: LexiconCounts): Correction[] {
  if (!isCorrectable(word) || word.numeral !== null) return [];
  const byLexeme = new Map<string, PossibleCorrection>();
  const near = counts.nearSpellings.filter(({ lexeme }) => isOneEditApart(lexeme.slice(1), word.folded));
  const far = isInCatalog ? [] : (counts.farSpellings ?? []);
  const similarities = new WordSimilarity(word.folded, hasKnownWord(query, counts));
  const completions = word === incompleteWord(query) ? (counts.completions ?? []) : [];
  const isAfterSeveralWords = query.words.filter(({ isContentWord }) => isContentWord).length > OTHER_WORDS_MIN;
  for (const { lexeme: prefixed, documents } of [...near, ...far, ...completions]) {
    const folded = prefixed.slice(1);
    const lexeme = stemWord(folded);
    const isCompletion = completions.length > 0 && folded.startsWith(word.folded);
    const isOtherBeginning =
      completions.length > 0 && isAfterSeveralWords && folded.charAt(0) !== word.folded.charAt(0);
    const similarity = Math.max(
      Math.min(similarities.scoreOf(folded), isOtherBeginning ? OTHER_BEGINNING_SIMILARITY : 1),
      isCompletion ? COMPLETION_SIMILARITY : 0,
    );
    if (lexeme === word.lexeme || similarity === 0) continue;
    // A misspelling is nearly always rarer than the word that was meant.
    if (isInCatalog && !isCompletion && documents <= documentsWithWord(word, counts)) continue;
    const likelihood = documents * (prefixed.startsWith(FIELD_PREFIX.title) ? 1 : NAME_LIKELIHOOD_FACTOR);
    const earlier = byLexeme.get(lexeme);
    const spellings = new Map(earlier?.spellings).set(prefixed, documents);
    const isBetter =
      earlier === undefined ||
      similarity > earlier.similarity ||
      (similarity === earlier.similarity && likelihood > earlier.likelihood);
    byLexeme.set(
      lexeme,
      isBetter ? { folded, lexeme, similarity, likelihood, spellings, isCompletion } : { ...earlier, spellings },
    );
  }
  const factor = isInCatalog ? KNOWN_CORRECTION_FACTOR : UNKNOWN_CORRECTION_FACTOR;
  return likeliestOf([...byLexeme.values()], isInCatalog).map(
    ({ folded, lexeme, similarity, spellings, isCompletion }) => {
      const unrounded = isInCatalog && isCompletion ? KNOWN_COMPLETION_FACTOR : factor * similarity;
      return { folded, lexeme, factor: Math.round(unrounded * 100) / 100, spellings };
    },
  );
}

/** A word of the catalog that may be a correction. `factor` is not known yet. */
interface PossibleCorrection extends Omit<Correction, 'factor'> {
  /** `WordSimilarity.scoreOf`, lowered to `OTHER_BEGINNING_SIMILARITY` or raised to `COMPLETION_SIMILARITY`. */
  readonly similarity: number;
  /** Document count of `folded` in titles or in names, times a factor for names. */
  readonly likelihood: number;
  /** Whether the word completes the last word of the query. */
  readonly isCompletion: boolean;
}

/**
 * Returns the best words with the similarity 1, then the best completions, then the best other words. A cursor keeps
 * the first ones if not all fit.
 */
function likeliestOf(corrections: readonly PossibleCorrection[], isInCatalog: boolean): PossibleCorrection[] {
  const sorted = corrections.toSorted(
    (a, b) => b.similarity - a.similarity || b.likelihood - a.likelihood || (a.folded < b.folded ? -1 : 1),
  );
  const near = sorted.filter(({ similarity }) => similarity === 1);
  const far = sorted.filter(({ similarity, isCompletion }) => similarity < 1 && !isCompletion);
  const completions = sorted.filter(({ similarity, isCompletion }) => similarity < 1 && isCompletion);
  return [
    ...near.slice(0, isInCatalog ? KNOWN_CORRECTIONS_MAX : UNKNOWN_CORRECTIONS_MAX),
    ...completions.slice(0, COMPLETIONS_MAX),
    ...far.slice(0, FAR_CORRECTIONS_MAX),
  ];
}

/** Returns the estimated number of documents that meet a demand of the word. */
function demandDocuments(word: QueryWord, documentsOf: (lexeme: string) => number): number {
  return demandLexemes(word).reduce((sum, each) => sum + Math.min(...each.map(documentsOf)), 0);
}

/** Returns the document count of the word in titles, names or overviews, whichever is largest. */
function documentsWithWord(word: QueryWord, counts: LexiconCounts): number {
  const lexemes = [...unstemmedLexemes(word), FIELD_PREFIX.overview + word.lexeme];
  return Math.max(...lexemes.map((lexeme) => counts.documents.get(lexeme) ?? 0));
}
