/** Parses a path within a series library into series, season and episodes. */
import { type EpisodeName, findEpisodeName } from '../episodes/episode-name';
import { toBaseName } from '../file-kinds';
import { toTitleName, type TitleName } from '../title-name';
import { isExtraName, isExtrasFolder } from './extras';
import { findSeasonFolder } from './season-folder';

/** The meaning of a path in a series library. */
export type SeriesPath =
  | { readonly kind: 'extra' }
  /** A file whose name identifies no episode, or a file in the library root whose name begins with no title. */
  | { readonly kind: 'unknown'; readonly series: TitleName | null; readonly isOutsideSeasonFolder: boolean }
  | {
      readonly kind: 'episode';
      readonly series: TitleName;
      /** The series folder, or null if the file is in the library root. */
      readonly folder: string | null;
      readonly name: EpisodeName;
      /** Whether the file is in no season folder. */
      readonly isOutsideSeasonFolder: boolean;
    };

/** Parses the names in the path of a video file below the library root. */
export function toSeriesPath(names: readonly string[]): SeriesPath {
  const file = names.at(-1) ?? '';
  const folders = names.slice(0, -1);
  const base = toBaseName(file);
  // The first folder is the series folder, even if it has the name of an extras folder.
  if (folders.slice(1).some(isExtrasFolder) || isExtraName(base)) return { kind: 'extra' };
  const [folder = null] = folders;
  if (folder === null) return toRootFile(base);
  const series = toTitleName(folder);
  const season = folders
    .slice(1)
    .map(findSeasonFolder)
    .findLast((seasonFolder) => seasonFolder !== null);
  const name = findEpisodeName(base, { season: season?.season ?? null, seriesTitle: series.title });
  if (name === null) return { kind: 'unknown', series, isOutsideSeasonFolder: season === undefined };
  return { kind: 'episode', series, folder, name, isOutsideSeasonFolder: season === undefined };
}

function toRootFile(base: string): SeriesPath {
  const name = findEpisodeName(base, { season: null, seriesTitle: null });
  if (name?.prefix == null) return { kind: 'unknown', series: null, isOutsideSeasonFolder: true };
  return { kind: 'episode', series: name.prefix, folder: null, name, isOutsideSeasonFolder: true };
}
