import type { TextOrigin } from '../common/dto/origins.dto';
import type { MediaKind } from '../common/media-id';
import {
  type CatalogTexts,
  labelsText,
  numberTexts,
  overviewText,
  peopleText,
  titleTexts,
} from '../read-model/source/catalog-texts';
import { displayTitle } from '../read-model/source/media-source';

/** A cited item that the caller may see. */
export interface CitedItem {
  /** UUID. */
  readonly media_id: string;
  readonly media_kind: MediaKind;
  readonly year: number | null;
  readonly season_number: number | null;
  readonly episode_number: number | null;
  readonly provider_related: readonly string[];
  readonly popularity: number | null;
  readonly added_at: Date;
  readonly texts: CatalogTexts;
  readonly source_hash: string;
  /** Watch state of the caller; null unless the watch state is cited. */
  readonly watch_state: string | null;
  readonly last_watched_at: Date | null;
  readonly watch_state_hash: string | null;
}

/** A cited artifact that the caller may see. */
export interface CitedArtifact {
  readonly artifact_id: string;
  readonly title: string;
  readonly summary: string;
  readonly origin: TextOrigin;
  readonly source_hash: string;
}

/**
 * Returns every text that an answer can quote from a field: the field itself, texts that combine it with other fields,
 * and its single values. If none of them contains the cited evidence, `grounding-checks.ts` quotes the first one as the
 * present text of the field. Without a field, returns the texts of all fields. The list is empty if the item has no
 * such field.
 */
export function listItemTexts(item: CitedItem, field?: string): string[] {
  const fields = field === undefined ? Object.keys(FIELD_TEXTS) : [field];
  const texts = fields.flatMap((name) => (Object.hasOwn(FIELD_TEXTS, name) ? (FIELD_TEXTS[name]?.(item) ?? []) : []));
  return texts.filter((text): text is string => text !== null && text !== '');
}

const FIELD_TEXTS: Readonly<Record<string, ((item: CitedItem) => (string | null)[]) | undefined>> = {
  title: (item) => {
    const title = displayTitle({ ...item, title: item.texts.title });
    return [title, ...titleTexts(item.texts, title)];
  },
  overview: ({ texts }) => [texts.overview, overviewText(texts), texts.tagline],
  people: ({ texts }) => [
    peopleText(texts),
    ...texts.people.flatMap(({ name, character }) => [name, character ?? null]),
  ],
  genres: ({ texts }) => {
    const inherited = texts.series?.genres ?? [];
    const joinedTexts = [labelsText(texts), texts.genres.join(', '), inherited.join(', ')];
    return [...joinedTexts, ...texts.genres, ...texts.keywords, texts.collection, ...inherited];
  },
  series: ({ texts }) => [texts.series?.title ?? null],
  year: (item) => (item.year === null ? [] : [numberTexts(item).year]),
  season_number: (item) => (item.season_number === null ? [] : [numberTexts(item).season_number]),
  episode_number: (item) => (item.episode_number === null ? [] : [numberTexts(item).episode_number]),
  media_id: ({ media_kind, media_id }) => [`${media_kind}:${media_id}`],
  external_ids: ({ texts }) => Object.entries(texts.external_ids).map(([source, id]) => `${source}:${id}`),
  popularity: ({ popularity }) => [popularity === null ? null : String(popularity)],
  added_at: ({ added_at }) => [added_at.toISOString()],
  provider_related: ({ provider_related }) => [...provider_related],
};

/**
 * Returns the text of the caller's watch state of a movie or an episode: the time for the field `last_watched_at`,
 * otherwise the state. The list is empty for a series or a season, because no grounding quotes its state.
 */
export function listWatchStateTexts({ media_kind, watch_state, last_watched_at }: CitedItem, field?: string): string[] {
  if (media_kind !== 'movie' && media_kind !== 'episode') return [];
  const text = field === 'last_watched_at' ? last_watched_at?.toISOString() : watch_state;
  return text === undefined || text === null ? [] : [text];
}

/** Returns the text of a field of an artifact; empty if there is no such field. Without a field, returns all texts. */
export function listArtifactTexts({ title, summary }: CitedArtifact, field?: string): string[] {
  const texts = Object.entries({ title, summary }).filter(([name]) => field === undefined || name === field);
  return texts.map(([, text]) => text).filter((text) => text !== '');
}
