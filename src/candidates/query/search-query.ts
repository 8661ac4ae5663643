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
  /** The year that the word may mean, or null. */
  readonly year: number | null;
  /** The number that the word may mean in a title, or null. */
  readonly numeral: number | null;
  /** The lexeme of the acronym that the word may be, or null. */
  readonly acronym: string | null;
  /** Whether the word is in capitals. False if the query has several words and all of them are in capitals. */
  readonly isInCapitals: boolean;
  /** Whether the word is part of the season or episode number of the query, such as "season" and "2". */
  readonly isEpisodeCode: boolean;
  /** The years, genres and countries that the word asks for. */
  readonly demands: readonly Demand[];
  /** Whether the word only states demands. As a single word, it is then looked up by its demands and not in texts. */
  readonly isDemandOnly: boolean;
  /** Whether the word describes the request and not the item ("movie", "director"). Fillers have a low weight. */
  readonly isFiller: boolean;
  /** Whether the word is neither a stop word nor a filler. */
  readonly isContentWord: boolean;
}

/** Neighbouring words of a query that a title may write as one word. */
export interface JoinedWords {
  readonly lexeme: string;
  /** Indexes of the words in `SearchQuery.words`. */
  readonly wordIndexes: readonly number[];
}

/** A parsed search text. Does not depend on the catalog. */
export interface SearchQuery {
  /** The text without invisible characters. */
  readonly text: string;
  readonly titleForm: TitleForm | null;
  /** The ids that the text can mean; null if the text is not an id. */
  readonly ids: ItemIds | null;
  /**
   * Compact keys (see `title-forms.ts`) of the titles that the text may mean: its own key, those of `partKeys`, and
   * `keysWithoutKinds`.
   */
  readonly titleKeys: readonly string[];
  /** Compact key of the whole text without the English article at its beginning; empty for a blank text. */
  readonly keyWithoutArticle: string;
  /**
   * Compact keys of the text without the words for kinds of items at its ends, such as "tv show": with the article at
   * the beginning of the rest, then without it if there is one. None if the text has no such words.
   */
  readonly keysWithoutKinds: readonly string[];
  /** The parts of the text that may be titles, each with the lexemes that an item with this title must match. */
  readonly partKeys: readonly PartKey[];
  /**
   * Kinds of items that get a bonus, because the text asks for them by a season number or by words such as "movie".
   * Empty for a text with an episode number (only episodes match it) and for a text without content words.
   */
  readonly namedKinds: ReadonlySet<MediaKind>;
  /** Excluded words. An item is excluded if it has all lexemes of an entry. `understanding` has the excluded genres. */
  readonly excludedWords: readonly (readonly string[])[];
  /** The interpreted parts of the text. */
  readonly understanding: Understanding;
  /** All words of the text in order, including words that are not searched. */
  readonly allWords: readonly Word[];
  /** The words that are searched. */
  readonly words: readonly QueryWord[];
  /** Quoted phrases, as folded words. */
  readonly phrases: readonly (readonly string[])[];
  /**
   * Whether the text asks for a character and not for an actor. False for a description, where "plays" is an ordinary
   * word.
   */
  readonly asksForCharacter: boolean;
  readonly joinedWords: readonly JoinedWords[];
  readonly episodeCode: EpisodeCode | null;
  readonly fields: ReadonlySet<IndexedField>;
  /** Whether the text is short enough for a title or a name. */
  readonly isShort: boolean;
  /** Whether the text has enough content words to tell a part of a plot. */
  readonly mayTellPlot: boolean;
  /** Whether the text describes an item in many words. Such a text contains words of titles and names by chance. */
  readonly isDescription: boolean;
}

/** The ids that a query can mean. */
export interface ItemIds {
  /** UUID in canonical form; null if the query is an external id. */
  readonly uuid: string | null;
  /** The kind that a media id names; null for a bare UUID and for an external id. */
  readonly kind: MediaKind | null;
  /** Keys of an external id in its possible spellings; empty if the query is a media id or a bare UUID. */
  readonly providerKeys: readonly string[];
  /**
   * Whether the text can only be an id: a media id, a UUID or an id of IMDb. Another text with a colon is an external
   * id only if an item has it, because it may also be a title, such as "Mission:Impossible".
   */
  readonly isCertain: boolean;
}

/** A query without some of its words, as a title. */
export interface PartKey {
  /** Compact key of the remaining words. */
  readonly key: string;
  /**
   * Lexemes of the omitted words that state demands or years. The part can only be the title of an item that matches
   * all of them. Ranking is less strict about years.
   */
  readonly requiredLexemes: readonly string[];
  /** Whether the part lacks an article of the query that may belong to the title. */
  readonly lacksArticle: boolean;
}
