/** The seed: the item that others are related to, and its terms (people, genres and words), each with its rarity. */
import type { RelationshipKind } from '../items.dto';
import type { MediaKind } from '../../common/media-id';
import { FIELD_PREFIX } from '../../search/index/lexemes';
import { relativeRarity } from '../../search/rarity';
import { findNumeral } from '../../search/text/numerals';
import { wordsOf } from '../../search/text/words';

/** A seed as it is read. The terms of a season or an episode are those of its series, here called the base. */
export interface SeedRow {
  readonly library_id: string;
  /** UUID. */
  readonly media_id: string;
  readonly media_kind: MediaKind;
  readonly series_id: string | null;
  readonly season_id: string | null;
  readonly season_number: number | null;
  readonly episode_number: number | null;
  readonly title: string;
  readonly franchise_keys: readonly string[];
  readonly provider_keys: readonly string[];
  /** UUID of the movie or series whose people, genres and words are looked for. */
  readonly base_id: string;
  readonly base_title: string;
  readonly base_overview: string;
  readonly base_year: number | null;
  /** `[kind, key, label, documents]` of the first sixty genres and people. */
  readonly facets: readonly (readonly ['genre' | 'person', string, string, number])[];
  /**
   * Lexemes of title and overview, with prefix; the documents that have each in this field, zero if not counted yet; and
   * those that have it in the other one of the two fields.
   */
  readonly lexemes: readonly (readonly [string, number, number])[];
  /** Movies and series that the caller may see. */
  readonly titles_total: number;
  /** Documents that lexemes are counted over. */
  readonly documents_total: number;
}

/** Something that two items may share. */
export interface SeedTerm {
  readonly kind: TermKind;
  /** As in the index: `person:...`, `genre:...`, or a lexeme with its prefix. */
  readonly key: string;
  /** As the seed spells it. */
  readonly label: string;
  /** Items that have it, the seed included; null if not counted yet. */
  readonly documents: number | null;
  /** From 0 (every item has it) to 1 (only the seed has it), on a logarithmic scale; for words in the field that has more. */
  readonly rarity: number;
  /** The place of a person in the order of billing, from 0; 0 for other terms. */
  readonly place: number;
}

/** Kinds of terms; each corresponds to one relationship. */
export type TermKind = 'person' | 'genre' | 'title' | 'word';

/** The relationship of items that share a term. */
export const RELATIONSHIP_OF_TERM = {
  person: 'shared_cast',
  genre: 'similar_genre',
  title: 'similar_title',
  word: 'search_match',
} as const satisfies Readonly<Record<TermKind, RelationshipKind>>;

/** Shorter words are seldom a subject. */
const WORD_MIN_CHARS = 3;
/** The assumed count of a term that is not counted yet; in a small catalog a tenth of the documents. */
const UNCOUNTED_DOCUMENTS = 50;
/** Title words that only number the parts of a work. */
const PART_WORDS = new Set(['part', 'episod', 'chapter', 'volum', 'vol']);

/** The terms of a seed, each kind from the rarest to the commonest. */
export function toSeedTerms(seed: SeedRow): SeedTerm[] {
  const counted = new Map(seed.lexemes.map(([lexeme, here, elsewhere]) => [lexeme, { here, elsewhere }]));
  // Counts lag behind writes; a catalog that was never counted has at least its titles.
  const documents = Math.max(seed.documents_total, seed.titles_total);
  const people = seed.facets.filter(([kind]) => kind === 'person');
  const facets = seed.facets.map((facet): SeedTerm => {
    const [kind, key, label, items] = facet;
    const documents = Math.max(items, 1);
    const rarity = relativeRarity(documents, seed.titles_total);
    return { kind, key: `${kind}:${key}`, label, documents, rarity, place: Math.max(0, people.indexOf(facet)) };
  });
  // A name in the overview is the person, who is a term already.
  const names = new Set(
    seed.facets.flatMap(([kind, , label]) => (kind === 'person' ? [...labelsOf(label).keys()] : [])),
  );
  const title = [...labelsOf(seed.base_title)]
    .filter(([lexeme]) => findNumeral(lexeme) === null && !PART_WORDS.has(lexeme))
    .map(([lexeme, label]) => lexemeTerm('title', FIELD_PREFIX.title + lexeme, label, counted, documents));
  const words = [...labelsOf(seed.base_overview)]
    .filter(([lexeme]) => lexeme.length >= WORD_MIN_CHARS && !/^\p{N}/u.test(lexeme) && !names.has(lexeme))
    .map(([lexeme, label]) => lexemeTerm('word', FIELD_PREFIX.overview + lexeme, label, counted, documents));
  const terms = [...facets, ...title, ...words].filter((one): one is SeedTerm => one !== null);
  return terms.sort((a, b) => b.rarity - a.rarity || (a.key < b.key ? -1 : 1));
}

/** Lexemes of a text without stop words, each with its first spelling. */
function labelsOf(text: string): Map<string, string> {
  const labels = new Map<string, string>();
  for (const word of wordsOf(text)) {
    if (!word.isStopWord && !labels.has(word.lexeme)) labels.set(word.lexeme, text.slice(word.start, word.end));
  }
  return labels;
}

/** A word that is common in overviews is ordinary in a title too, and the other way round. */
function lexemeTerm(
  kind: TermKind,
  key: string,
  label: string,
  counted: ReadonlyMap<string, { readonly here: number; readonly elsewhere: number }>,
  total: number,
): SeedTerm | null {
  const found = counted.get(key);
  // Not in the index, which holds long texts in part only, or in no other document.
  if (found === undefined || found.here === 1) return null;
  const documents = found.here === 0 ? null : found.here;
  const assumed = documents ?? Math.min(UNCOUNTED_DOCUMENTS, Math.max(2, total / 10));
  const rarity = relativeRarity(Math.max(assumed, found.elsewhere), total);
  return { kind, key, label, documents, rarity, place: 0 };
}
