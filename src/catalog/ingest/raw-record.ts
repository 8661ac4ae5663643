/** The import's records as their schemas let them through: the right shape, but not yet cleaned. */

/** Null means absent, everywhere. */
type Optional<T> = T | null | undefined;

/** A person as the line has it. */
export interface RawPerson {
  name: string;
  role: string;
  character?: Optional<string>;
  order?: Optional<number>;
}

/** A library line. */
export interface RawLibrary {
  type: 'library';
  library_id: string;
  name: string;
  library_kind: 'movies' | 'series';
}

/** Whether and where the media are. Lines have it for movies and series; a scanner for seasons and episodes too. */
interface RawPresence {
  available?: Optional<boolean>;
  files?: Optional<{ path: string; size_bytes: number }[]>;
}

/** What movies and series have in common. */
interface RawTitle extends RawPresence {
  media_id: string;
  library_id: string;
  title: string;
  original_title?: Optional<string>;
  sort_title?: Optional<string>;
  aliases?: Optional<string[]>;
  year?: Optional<number>;
  runtime_minutes?: Optional<number>;
  overview?: Optional<string>;
  tagline?: Optional<string>;
  genres?: Optional<string[]>;
  keywords?: Optional<string[]>;
  people?: Optional<RawPerson[]>;
  studios?: Optional<string[]>;
  countries?: Optional<string[]>;
  original_language?: Optional<string>;
  content_rating?: Optional<string>;
  popularity?: Optional<number>;
  external_ids?: Optional<Record<string, string | number | null>>;
  provider_related?: Optional<string[]>;
}

/** A movie line. */
export interface RawMovie extends RawTitle {
  type: 'movie';
  release_date?: Optional<string>;
}

/** A series line. */
export interface RawSeries extends RawTitle {
  type: 'series';
  first_air_date?: Optional<string>;
  last_air_date?: Optional<string>;
  status?: Optional<string>;
}

/** A season line. */
export interface RawSeason extends RawPresence {
  type: 'season';
  media_id: string;
  series_id: string;
  season_number: number;
  title?: Optional<string>;
  overview?: Optional<string>;
  air_date?: Optional<string>;
}

/** An episode line. */
export interface RawEpisode extends RawPresence {
  type: 'episode';
  media_id: string;
  series_id: string;
  season_id: string;
  season_number: number;
  episode_number: number;
  absolute_number?: Optional<number>;
  title?: Optional<string>;
  overview?: Optional<string>;
  air_date?: Optional<string>;
  runtime_minutes?: Optional<number>;
  people?: Optional<RawPerson[]>;
}

/** A watch-state line. */
export interface RawWatchState {
  type: 'watch_state';
  username: string;
  media_id: string;
  position_seconds: number;
  duration_seconds: number;
  completed?: Optional<boolean>;
  last_watched_at: string;
}

/** A delete line. */
export interface RawDelete {
  type: 'delete';
  media_id?: Optional<string>;
  library_id?: Optional<string>;
}

/** Any line of the right shape. */
export type RawRecord = RawLibrary | RawMovie | RawSeries | RawSeason | RawEpisode | RawWatchState | RawDelete;
