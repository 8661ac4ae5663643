/**
 * The seed is the item whose related items are requested. Its terms are the people, the genres and the words of its
 * base: the series of a season or an episode if that series is served, otherwise the seed.
 */
import type { RelationshipKind } from '../relationship-kinds';
import { FIELD_PREFIX } from '../../../search/index/lexemes';
import { relativeRarity } from '../../../search/rarity';
import { findNumeral } from '../../../search/text/numerals';
import { wordsOf } from '../../../search/text/words';
import type { SeedRow, SeedTerm, TermKind } from './seed-row';

/** The relationship of items that share a term. */
export const RELATIONSHIP_OF_TERM = {
  person: 'shared_cast',
  genre: 'similar_genre',
  title: 'similar_title',
  word: 'search_match',
} as const satisfies Readonly<Record<TermKind, RelationshipKind>>;

/** Minimum length of the lexeme of an overview word that is a term. */
const WORD_MIN_CHARS = 3;
/** Assumed document count of an uncounted word. In a small catalog, it is a tenth of the documents, at least 2. */
const UNCOUNTED_DOCUMENTS = 50;
/** Lexemes of title words that only number a sequel. */
const SEQUEL_STEMS = new Set(['part', 'episod', 'chapter', 'volum', 'vol']);

/** Returns the terms of a seed, the rarest first. */
export function toSeedTerms(seed: SeedRow): SeedTerm[] {
  const counts: LexemeCounts = new Map(
    seed.lexemes.map(([lexeme, inField, inOtherField]) => [lexeme, { inField, inOtherField }]),
  );
  // `documents_total` can be too low, because it is as old as the lexicon. Every movie and series has a document.
  const total = Math.max(seed.documents_total, seed.titles_total);
  const people = seed.facets.filter(([kind]) => kind === 'person');
  const facetTerms = seed.facets.map((facet): SeedTerm => {
    const [kind, key, label, items] = facet;
    const documents = Math.max(items, 1);
    const rarity = relativeRarity(documents, seed.titles_total);
    return { kind, key: `${kind}:${key}`, label, documents, rarity, position: Math.max(0, people.indexOf(facet)) };
  });
  // The people are terms already, so words of their names in the overview are left out.
  const names = new Set(
    seed.facets.flatMap(([kind, , label]) => (kind === 'person' ? [...firstSpellings(label).keys()] : [])),
  );
  const titleTerms = [...firstSpellings(seed.base_title)]
    .filter(([lexeme]) => findNumeral(lexeme) === null && !SEQUEL_STEMS.has(lexeme))
    .map(([lexeme, label]) => toLexemeTerm('title', FIELD_PREFIX.title + lexeme, label, counts, total));
  const wordTerms = [...firstSpellings(seed.base_overview)]
    .filter(([lexeme]) => lexeme.length >= WORD_MIN_CHARS && !/^\p{N}/u.test(lexeme) && !names.has(lexeme))
    .map(([lexeme, label]) => toLexemeTerm('word', FIELD_PREFIX.overview + lexeme, label, counts, total));
  const terms = [...facetTerms, ...titleTerms, ...wordTerms].filter((term) => term !== null);
  return terms.sort((a, b) => b.rarity - a.rarity || (a.key < b.key ? -1 : 1));
}

/** Returns the lexemes of a text without stop words, each with its first spelling. */
function firstSpellings(text: string): Map<string, string> {
  const labels = new Map<string, string>();
  for (const word of wordsOf(text)) {
    if (!word.isStopWord && !labels.has(word.lexeme)) labels.set(word.lexeme, text.slice(word.start, word.end));
  }
  return labels;
}

type LexemeCounts = ReadonlyMap<string, { readonly inField: number; readonly inOtherField: number }>;

/** Returns the term of a word; null if only the base has it in this field, or if its counts were not read. */
function toLexemeTerm(
  kind: TermKind,
  key: string,
  label: string,
  counts: LexemeCounts,
  total: number,
): SeedTerm | null {
  const count = counts.get(key);
  // `seedQuery` does not return every word. For example, the index contains only the start of long texts.
  if (count === undefined || count.inField === 1) return null;
  const documents = count.inField === 0 ? null : count.inField;
  const assumed = documents ?? Math.min(UNCOUNTED_DOCUMENTS, Math.max(2, total / 10));
  const rarity = relativeRarity(Math.max(assumed, count.inOtherField), total);
  return { kind, key, label, documents, rarity, position: 0 };
}
