/** The matches of a query in the fields of an item. */
import type { MediaRefBase } from '../../database/entities/read-model/media-context.entity';
import type { TextRange } from '../../search/evidence-window';
import type { MatchTier } from './match-tiers';
import type { SearchField } from '../query/search-query';

/** The numeric fields of an item. A query can contain these numbers. */
export type NumberField = 'year' | 'season_number' | 'episode_number';

/** The id fields of an item. A query can be one of these ids. */
export type IdField = 'media_id' | 'external_ids';

/** What a query is compared with besides the `CatalogTexts` of an item: its title, id and numbers. */
export type MatchedMedia = Pick<MediaRefBase, 'media_id' | 'title' | NumberField>;

/** A match of the query in one field. */
export interface FieldMatch {
  /** The searched field. Numbers and ids of the item count as its title. */
  readonly field: SearchField;
  /** The field of the number or the id that matches. Absent if a text matches. */
  readonly nonTextField?: NumberField | IdField;
  readonly tier: MatchTier;
  /** The whole text, number or id that matches. If the item has several titles, the title that matches best. */
  readonly text: string;
  /** The ranges of the matched words in the text; the whole text if it contains none. */
  readonly ranges: readonly TextRange[];
  /** The matched words in the spelling of the text, without duplicates. */
  readonly matchedWords: readonly string[];
  /** Whether the text belongs to the series of the item. */
  readonly isOfSeries?: boolean;
}

/** Returns the match of a title that contains no whole word of the query. The title may still start with the query. */
export function matchWithoutWords(title: string): FieldMatch {
  return { field: 'title', tier: 'fuzzy', text: title, ranges: [{ start: 0, end: title.length }], matchedWords: [] };
}
