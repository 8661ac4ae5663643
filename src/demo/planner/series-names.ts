/** Chooses the names of the folder and the files of a series. */
import { toSeriesPath } from '../../catalog/scanner/naming/folders/series-path';
import type { ProviderEpisode, ProviderSeries } from '../provider/provider-shapes';
import type { DemoLibraryOptions, DemoOptions } from './demo-options';
import { isUsable, type TakenNames } from './planned-unit';
import { yearSuffix } from './provider-fields';
import { hasQuirk } from './quirks';
import { NAME_MAX_BYTES, toSafeName } from './safe-name';
import { choose, happens } from './seeded-choice';

/** Maximum length of a series title in the name of a folder or a file, in bytes of its NFC form in UTF-8. */
const SERIES_BYTES = 80;
/** Maximum length of the episode titles of a file together, in bytes of their NFC form in UTF-8. */
const EPISODE_BYTES = 90;

/** A file with one or two episodes. */
export interface EpisodeFile {
  readonly season: number;
  readonly episodes: readonly ProviderEpisode[];
}

/** Returns the name of the folder. If the usual name is taken or not safe, the name contains the provider's id. */
export function chooseFolder(series: ProviderSeries, options: DemoOptions, taken: TakenNames): string {
  const suffix = yearSuffix(series.first_air_date);
  const hasUnicodeQuirk = hasQuirk('unicode', options, 'series', series.id);
  const name = `${toSafeName((hasUnicodeQuirk && series.original_name) || series.name, SERIES_BYTES)}${suffix}`;
  const isNfd = hasUnicodeQuirk && happens(0.5, options.seed, 'nfd', 'series', series.id);
  const folder = isNfd ? name.normalize('NFD') : name;
  return isUsable(folder, taken) ? folder : `${toSafeName(series.name, SERIES_BYTES)}${suffix} [tmdbid-${series.id}]`;
}

/** Styles of names that deviate from `plain`. */
const DEVIATIONS = ['1x01', 'words', 'release', 'short_folder', 'flat'] as const;
/** File names of the style `bare` contain only the season and episode, because a title can mislead the scanner. */
type Style = (typeof DEVIATIONS)[number] | 'plain' | 'bare';

/**
 * Returns the path of each file, in the first style in which the scanner recognizes all files. Without such a style,
 * the paths have the style `bare`, and `areRecognized` is false.
 */
export function choosePaths(
  files: readonly EpisodeFile[],
  folder: string,
  series: ProviderSeries,
  library: DemoLibraryOptions,
  options: DemoOptions,
): { paths: string[]; areRecognized: boolean } {
  const styles: Style[] = [chooseStyle(series, library, options), 'plain', 'bare'];
  const candidates = styles.map((style) => files.map((file) => toPath(style, folder, series, file)));
  const recognized = candidates.find((paths) => paths.every((path, index) => isRecognized(path, files[index])));
  return { paths: recognized ?? candidates.at(-1) ?? [], areRecognized: recognized !== undefined };
}

function chooseStyle(series: ProviderSeries, library: DemoLibraryOptions, options: DemoOptions): Style {
  if (!library.allowDeviations || !happens(options.deviationRate, options.seed, 'deviation', 'series', series.id)) {
    return 'plain';
  }
  return choose(DEVIATIONS, options.seed, 'deviation', 'series', series.id, 'which');
}

function toPath(style: Style, folder: string, series: ProviderSeries, { season, episodes }: EpisodeFile): string {
  const pad = (value: number): string => String(value).padStart(2, '0');
  const [first, last] = [episodes[0]?.episode_number ?? 0, episodes.at(-1)?.episode_number ?? 0];
  const code = `S${pad(season)}E${pad(first)}${last === first ? '' : `-E${pad(last)}`}`;
  const title = toSafeName(
    episodes
      .map(({ name }) => name ?? '')
      .filter((name) => name !== '')
      .join(' & '),
    EPISODE_BYTES,
  );
  const titleSuffix = title === 'Untitled' ? '' : ` - ${title}`;
  const name = toSafeName(series.name, SERIES_BYTES);
  const seasonFolder = season === 0 ? 'Specials' : `Season ${pad(season)}`;
  switch (style) {
    case 'plain':
      return `${folder}/${seasonFolder}/${name} - ${code}${titleSuffix}.mkv`;
    case 'bare':
      return `${folder}/${seasonFolder}/${code}.mkv`;
    case '1x01':
      return `${folder}/${seasonFolder}/${name} ${season}x${pad(first)}${last === first ? '' : `-${pad(last)}`}.mkv`;
    case 'words':
      return last === first
        ? `${folder}/${seasonFolder}/Season ${season} Episode ${first}.mkv`
        : `${folder}/${seasonFolder}/${code}.mkv`;
    case 'release':
      return `${folder}/${seasonFolder}/${name.replace(/[\s._]+/g, '.')}.${code}.720p.HDTV.x264.mkv`;
    case 'short_folder':
      return `${folder}/S${pad(season)}/${name} - ${code}${titleSuffix}.mkv`;
    case 'flat':
      return `${folder}/${name} - ${code}${titleSuffix}.mkv`;
  }
}

/** Returns whether the scanner recognizes exactly the episodes of the file, and the file name is not too long. */
function isRecognized(path: string, file: EpisodeFile | undefined): boolean {
  const parsed = toSeriesPath(path.split('/'));
  if (parsed.kind !== 'episode' || file === undefined) return false;
  const expected = file.episodes.map(({ episode_number: number }) => `${file.season}x${number}`);
  const recognized = parsed.name.episodes.map(({ season, episode }) => `${season}x${episode}`);
  return expected.join() === recognized.join() && Buffer.byteLength(path.split('/').at(-1) ?? '') <= NAME_MAX_BYTES;
}
