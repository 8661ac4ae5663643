import { FIELD_PREFIX, yearLexeme } from '../../../search/index/lexemes';
import { inverseDocumentFrequency } from '../../../search/rarity';
import { isOneEditApart } from '../../../search/spelling/spelling-deletes';
import { stemWord } from '../../../search/text/stem';
import { demandLexemes } from '../demand-lexemes';
import { WordSimilarity } from '../spelling/word-similarity';
import { isCorrectable, unstemmedLexemes } from '../query-lexemes';
import type { QueryWord, SearchQuery } from '../search-query';
import { type Correction, type WeightedWord, LOW_WEIGHT_FACTOR } from './weighted-word';
import type { LexiconCounts } from './lexicon-counts';

/** A word in more overviews than this is known, even if no title or name has it. */
export const KNOWN_FROM_OVERVIEWS = 3;
const UNKNOWN_FACTOR = 0.85;
/** The catalog has another form of the word only: the word may as well be a misspelling of a third one. */
const OTHER_FORM_FACTOR = 0.9;
const KNOWN_FACTOR = 0.35;
const UNKNOWN_CORRECTIONS_MAX = 8;
const KNOWN_CORRECTIONS_MAX = 6;
const FAR_CORRECTIONS_MAX = 6;
/** In a description, many ordinary words ("goes", "finally") would outweigh the few rare ones. */
const DESCRIPTION_POWER = 1.5;
/** The likelihood of a correction from a name, compared with one from a title. */
const NAME_LIKELIHOOD_FACTOR = 0.3;

/** Weighs the words of a query. */
export function weighWords(query: SearchQuery, counts: LexiconCounts): WeightedWord[] {
  return query.words.map((word) => weighWord(query, word, counts));
}

function weighWord(query: SearchQuery, word: QueryWord, counts: LexiconCounts): WeightedWord {
  const documentsOf = (lexeme: string): number => counts.documents.get(lexeme) ?? 0;
  const perField = [...query.fields].map((field) => documentsOf(FIELD_PREFIX[field] + word.lexeme));
  const year = word.year === null ? 0 : documentsOf(yearLexeme(word.year));
  const asked = demandDocuments(word, documentsOf);
  const acronym = acronymDocuments(word, counts);
  const known = isKnown(word, counts);
  const corrections = correctionsOf(word, known, counts);
  // The count of the commonest field: the sum would count documents twice and make names and genres seem common.
  let documents = word.isDemandOnly ? asked : Math.max(...perField, year, asked, acronym);
  if (documents === 0) documents = Math.max(0, ...corrections.flatMap(({ spellings }) => [...spellings.values()]));
  const idf = inverseDocumentFrequency(documents, counts.total);
  const rarity = query.isDescription ? idf ** DESCRIPTION_POWER : idf;
  return {
    word,
    weight: roundWeight(word.isContentWord ? rarity : rarity * LOW_WEIGHT_FACTOR),
    documents: perField.reduce((sum, each) => sum + each, year),
    titleDocuments: documentsOf(FIELD_PREFIX.title + word.lexeme),
    isKnown: known,
    stemFactor: known || corrections.length === 0 ? 1 : OTHER_FORM_FACTOR,
    corrections,
    acronym: acronym > 0 ? word.acronym : null,
  };
}

/**
 * Documents whose initials the word is. A word that the catalog has is an acronym only if the query writes it in
 * capitals, and no title has it.
 */
function acronymDocuments(word: QueryWord, { documents }: LexiconCounts): number {
  if (word.acronym === null) return 0;
  const isWord = unstemmedLexemes(word).some((lexeme) => (documents.get(lexeme) ?? 0) > 0);
  return isWord && !word.isInCapitals ? 0 : (documents.get(word.acronym) ?? 0);
}

/** Whether the catalog has the word in this spelling, or years or genres that it asks for. */
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

/** To two decimals, as in cursors. Never 0, so that a word of every document still scores. */
function roundWeight(weight: number): number {
  return Math.max(1, Math.round(weight * 100)) / 100;
}

function correctionsOf(word: QueryWord, known: boolean, counts: LexiconCounts): Correction[] {
  if (!isCorrectable(word) || word.numeral !== null) return [];
  const byLexeme = new Map<string, PossibleCorrection>();
  const near = counts.nearSpellings.filter(({ lexeme }) => isOneEditApart(lexeme.slice(1), word.folded));
  const far = known ? [] : (counts.farSpellings ?? []);
  const alike = far.length === 0 ? null : new WordSimilarity(word.folded);
  for (const { lexeme: prefixed, documents } of [...near, ...far]) {
    const folded = prefixed.slice(1);
    const lexeme = stemWord(folded);
    const likeness = isOneEditApart(folded, word.folded) ? 1 : (alike?.scoreOf(folded) ?? 0);
    // A misspelling is nearly always rarer than the word that was meant.
    if (lexeme === word.lexeme || likeness === 0) continue;
    if (known && documents <= documentsAsSpelled(word, counts)) continue;
    const likelihood = documents * (prefixed.startsWith(FIELD_PREFIX.title) ? 1 : NAME_LIKELIHOOD_FACTOR);
    const entry = byLexeme.get(lexeme) ?? { folded, likeness, likelihood: 0, spellings: new Map<string, number>() };
    entry.spellings.set(prefixed, documents);
    if (likeness > entry.likeness || (likeness === entry.likeness && likelihood > entry.likelihood)) {
      Object.assign(entry, { folded, likeness, likelihood });
    }
    byLexeme.set(lexeme, entry);
  }
  const factor = known ? KNOWN_FACTOR : UNKNOWN_FACTOR;
  return likeliestOf([...byLexeme], known).map(([lexeme, { folded, likeness, spellings }]) => {
    return { folded, lexeme, factor: Math.round(factor * likeness * 100) / 100, spellings };
  });
}

/** A possible correction. */
interface PossibleCorrection {
  readonly folded: string;
  /** As `likenessOf` returns it. */
  readonly likeness: number;
  readonly likelihood: number;
  readonly spellings: Map<string, number>;
}

/** The likeliest of the words that are one edit apart, and the most alike of the others. */
function likeliestOf(
  found: readonly (readonly [string, PossibleCorrection])[],
  known: boolean,
): (readonly [string, PossibleCorrection])[] {
  const near = found
    .filter(([, { likeness }]) => likeness === 1)
    .sort(([, a], [, b]) => b.likelihood - a.likelihood || (a.folded < b.folded ? -1 : 1));
  const far = found
    .filter(([, { likeness }]) => likeness < 1)
    .sort(([, a], [, b]) => b.likeness - a.likeness || b.likelihood - a.likelihood || (a.folded < b.folded ? -1 : 1));
  return [
    ...near.slice(0, known ? KNOWN_CORRECTIONS_MAX : UNKNOWN_CORRECTIONS_MAX),
    ...far.slice(0, FAR_CORRECTIONS_MAX),
  ];
}

/** Documents that meet a demand of the word. */
function demandDocuments(word: QueryWord, documentsOf: (lexeme: string) => number): number {
  return demandLexemes(word).reduce((sum, each) => sum + Math.min(...each.map(documentsOf)), 0);
}

function documentsAsSpelled(word: QueryWord, counts: LexiconCounts): number {
  const lexemes = [...unstemmedLexemes(word), FIELD_PREFIX.overview + word.lexeme];
  return Math.max(...lexemes.map((lexeme) => counts.documents.get(lexeme) ?? 0));
}
