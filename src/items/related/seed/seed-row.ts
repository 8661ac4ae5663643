import type { MediaKind } from '../../../common/media-id';

/**
 * A row of `seedQuery`. The seed is the item whose related items are requested. The base is the item whose terms are
 * used: the series of a season or an episode if that series is served, otherwise the seed. On a distributed database,
 * all counts are 0 until `addCounts` has read them.
 */
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
  /** Folded names of the franchises of the seed. */
  readonly franchise_keys: readonly string[];
  /** External ids of the seed, after `has:`. Ids that its source lists as related, after `names:`. */
  readonly provider_keys: readonly string[];
  /** UUID of the base. */
  readonly base_id: string;
  readonly base_title: string;
  readonly base_overview: string;
  readonly base_year: number | null;
  /** `[kind, key, label, items]` of up to 60 genres and people of the base; `items` counts movies and series. */
  readonly facets: readonly (readonly ['genre' | 'person', string, string, number])[];
  /**
   * Lexemes of title and overview. Each begins with the letter of its field. The first number counts the documents
   * with the lexeme; 0 if not counted yet. The second counts the documents with the same word in the other field.
   */
  readonly lexemes: readonly (readonly [string, number, number])[];
  /** Number of movies and series that the caller may see. */
  readonly titles_total: number;
  /** Number of documents from which the counts of lexemes were computed. */
  readonly documents_total: number;
}

/** A person, a genre, or a word of the title or the overview, that another item may share with the seed. */
export interface SeedTerm {
  readonly kind: TermKind;
  /** Key in the index: `person:...`, `genre:...`, or a lexeme with the letter of its field. */
  readonly key: string;
  /** Spelling in the base. */
  readonly label: string;
  /** Number of items with the term (a word: in the same field), including the base; null if not counted yet. */
  readonly documents: number | null;
  /**
   * 0 (every item has the term) to 1 (only the base has it), on a logarithmic scale. Of the counts of a word in title
   * and overview, the higher one is used.
   */
  readonly rarity: number;
  /** Position of a person in billing order, from 0; 0 for other terms. */
  readonly position: number;
}

/** Kinds of terms. `title` is a word of the title, `word` one of the overview. Each has its `RELATIONSHIP_OF_TERM`. */
export type TermKind = 'person' | 'genre' | 'title' | 'word';
