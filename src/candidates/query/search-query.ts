import type { MediaKind } from '../../common/media-id';
import type { EpisodeCode } from '../../search/index/episode-codes';
import type { IndexedField } from '../../search/index/lexemes';
import type { TitleForm } from '../../search/index/title-forms';
import type { Word } from '../../search/text/word';
import type { Demand, Understanding } from '../understanding/understanding';

/** The fields that a request can limit a search to. */
export const SEARCH_FIELDS = ['title', 'people', 'genres', 'overview'] as const;
export type SearchField = (typeof SEARCH_FIELDS)[number];

/** A word of a query. Repeated words count once. */
export interface QueryWord extends Word {
  /** The year that it may mean, or null. */
  readonly year: number | null;
  /** The number that it may mean in a title, or null. */
  readonly numeral: number | null;
  /** The lexeme of the acronym that it may be, or null. */
  readonly acronym: string | null;
  /** Whether the query writes it in capitals, and not all of its words. */
  readonly isInCapitals: boolean;
  /** Whether it is part of season or episode numbers. */
  readonly isEpisodeCode: boolean;
  /** What the word asks of an item, beside being a word of its texts. */
  readonly demands: readonly Demand[];
  /** Whether it asks for that only, and is a word of a title only if the whole title is asked for. */
  readonly isDemandOnly: boolean;
  /** Whether it counts as little as a stop word: "movie", or the name of a role. */
  readonly isFiller: boolean;
}

/** Neighbouring words of a query, written as one. */
export interface JoinedWords {
  readonly lexeme: string;
  /** Indexes of the words. */
  readonly wordIndexes: readonly number[];
}

/** A search text, read without the catalog. */
export interface SearchQuery {
  /** The text without invisible characters. */
  readonly text: string;
  readonly titleForm: TitleForm | null;
  /** The id that the text is; null for other texts. */
  readonly ids: ItemIds | null;
  /** Compact keys of titles that the text may be; the whole text comes first. */
  readonly titleKeys: readonly string[];
  /** The keys of parts of the text, each with the words that are left out. */
  readonly partKeys: readonly PartKey[];
  /** Kinds of items that the text names beside other words. They come first among equals. */
  readonly namedKinds: ReadonlySet<MediaKind>;
  /** Lexemes that an item should not have: all of an entry. */
  readonly excludedWords: readonly (readonly string[])[];
  /** What the text asks for beside its words. */
  readonly understanding: Understanding;
  /** All words of the text in order, those that are not searched included. */
  readonly allWords: readonly Word[];
  readonly words: readonly QueryWord[];
  /** Quoted phrases, as folded words. */
  readonly phrases: readonly (readonly string[])[];
  /** Whether the text asks for a character, not for an actor. */
  readonly asksForCharacter: boolean;
  readonly joinedWords: readonly JoinedWords[];
  readonly episodeCode: EpisodeCode | null;
  readonly fields: ReadonlySet<IndexedField>;
  /** Whether it is short enough for a title or a name. Longer texts are searched word by word only. */
  readonly isShort: boolean;
  /** Whether it describes an item in many words: words of titles and names in it are there by chance. */
  readonly isDescription: boolean;
}

/** The ids that a query may mean. */
export interface ItemIds {
  /** UUID in canonical form; null if the query is no media id. */
  readonly uuid: string | null;
  /** The kind that the media id names; null for a bare UUID. */
  readonly kind: MediaKind | null;
  /** Keys of an id of a catalog source, in its possible spellings; empty if the query is no such id. */
  readonly providerKeys: readonly string[];
}

/** The compact key of a part of a query. */
export interface PartKey {
  readonly key: string;
  /**
   * Lexemes of the demands in the words that were left out. The part counts as the title of an item only if the item
   * meets all of them.
   */
  readonly requiredLexemes: readonly string[];
}
