/** One episode of a series, by season and episode number. */
export interface EpisodeNumber {
  /** Null if the form does not contain a season. */
  readonly season: number | null;
  readonly episode: number;
}

/**
 * The pattern that matched an episode number. Accepted in any folder, in order of reliability: `S01E02`, `1x02`,
 * `Season 1 Episode 2`, `2017-04-20`, `ep02` and `Episode 2`. Accepted only outside of folders of seasons:
 * `Series - 045` (`absolute`); only in them: `02 - Title`, `Name 02`, `Series - 02` and `102` (season 1, episode 2).
 */
export type EpisodeForm =
  | 'season_episode'
  | 'cross'
  | 'words'
  | 'date'
  | 'episode_mark'
  | 'episode_word'
  | 'absolute'
  | 'leading_number'
  | 'trailing_number'
  | 'bare_digits';

/** A match in a name, with the offsets of its start and end. */
export interface EpisodeMatch {
  readonly form: EpisodeForm;
  /** Empty for the form `date`. */
  readonly numbers: readonly EpisodeNumber[];
  /** ISO date, for the form `date`. */
  readonly airDate: string | null;
  readonly start: number;
  readonly end: number;
}
