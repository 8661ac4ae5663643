/** Plans the folder, the seasons and the files of a series. */
import type { MetadataFields } from '../../catalog/scanner/units/metadata-fields';
import { toSeriesPath } from '../../catalog/scanner/naming/folders/series-path';
import type { ListedSeason, ProviderSeason, ProviderSeries } from '../provider/provider-shapes';
import type { DemoLibraryOptions, DemoOptions } from './demo-options';
import type { Range } from './raw-demo-options';
import { writeNfo } from './nfo-writer';
import { countDirectories, type PlannedFile, type PlannedUnit, type TakenNames } from './planned-unit';
import { findYear, toEpisodeFields, toSeasonFields, toSeriesFields } from './provider-fields';
import { applyQuirks, hasQuirk } from './quirks';
import { toCollisionKey, toSafeName } from './safe-name';
import { choose, happens } from './seeded-choice';

/** Maximum bytes of the series title in a name. */
const SERIES_BYTES = 80;
/** Maximum bytes of the episode titles in a name. */
const EPISODE_BYTES = 90;
/** Share of the pairs of consecutive episodes that the pack `multi_episode` joins into one file. */
const MULTI_EPISODE_RATE = 0.3;

type Episode = ProviderSeason['episodes'][number];

/** A file with one or two episodes. */
interface EpisodeFile {
  readonly season: number;
  readonly episodes: readonly Episode[];
}

/**
 * Returns the numbers of the seasons that the folder contains: those of the provider, limited to the configured ranges.
 * Returns null if the series has too few seasons with enough episodes. The demo then skips the series.
 */
export function chooseSeasons(
  series: ProviderSeries,
  library: DemoLibraryOptions,
  options: DemoOptions,
): number[] | null {
  const [minEpisodes] = library.episodesPerSeason;
  const hasEnoughEpisodes = (season: ListedSeason): boolean => season.episode_count >= minEpisodes;
  const regular = series.seasons.filter((season) => season.season_number > 0 && hasEnoughEpisodes(season));
  const numbers = distinct(regular.map(({ season_number: number }) => number)).sort((a, b) => a - b);
  const [minSeasons, maxSeasons] = library.seasonsPerSeries;
  if (numbers.length < minSeasons) return null;
  const specials = hasQuirk('specials', options, 'series', series.id) && series.seasons.some(isSpecial);
  return [...(specials ? [0] : []), ...numbers.slice(0, maxSeasons)];
}

function isSpecial(season: ListedSeason): boolean {
  return season.season_number === 0 && season.episode_count > 0;
}

/** Plans a series with the chosen seasons. Returns null if none of the regular seasons has an episode. */
export function planSeries(
  series: ProviderSeries,
  seasons: readonly ProviderSeason[],
  library: DemoLibraryOptions,
  options: DemoOptions,
  taken: TakenNames,
): PlannedUnit | null {
  const limited = seasons
    .map((season) => ({ ...season, episodes: limitEpisodes(season, library.episodesPerSeason) }))
    .filter(({ episodes }) => episodes.length > 0);
  if (!limited.some((season) => season.season_number > 0)) return null;
  const folder = chooseFolder(series, options, taken);
  const files = limited.flatMap((season) => groupEpisodes(season, series, options));
  const style = chooseStyle(series, library, options);
  const paths = [style, 'plain' as const, 'bare' as const]
    .map((candidate) => files.map((file) => pathOf(candidate, folder, series, file)))
    .find((candidates) => candidates.every((path, index) => isRecognized(path, files[index])));
  const metadata = toMetadata(series, limited, library, options);
  const videos = (paths ?? files.map((file) => pathOf('bare', folder, series, file))).flatMap((path) =>
    versionsOf(path, series, options),
  );
  const planned = [
    ...videos.map((path): PlannedFile => ({ path, text: '' })),
    ...nfoFilesOf(series, folder, files, paths ?? [], metadata, options),
  ];
  return { providerId: series.id, folder, files: planned, directoryCount: countDirectories(planned), metadata };
}

function limitEpisodes(season: ProviderSeason, [, most]: Range): Episode[] {
  const seen = new Set<number>();
  return season.episodes
    .filter(({ episode_number: number }) => (seen.has(number) ? false : seen.add(number).size > 0))
    .sort((a, b) => a.episode_number - b.episode_number)
    .slice(0, most);
}

function chooseFolder(series: ProviderSeries, options: DemoOptions, taken: TakenNames): string {
  const year = findYear(series.first_air_date);
  const suffix = year === null ? '' : ` (${year})`;
  const unicode = hasQuirk('unicode', options, 'series', series.id);
  const title = toSafeName((unicode && series.original_name) || series.name, SERIES_BYTES);
  const name = `${title}${suffix}`;
  const plain = unicode && happens(0.5, options.seed, 'nfd', 'series', series.id) ? name.normalize('NFD') : name;
  if (!taken.has(toCollisionKey(plain)) && toSafeName(plain.normalize('NFC'), 255) === plain.normalize('NFC'))
    return plain;
  return `${toSafeName(series.name, SERIES_BYTES)}${suffix} [tmdbid-${series.id}]`;
}

function groupEpisodes(season: ProviderSeason, series: ProviderSeries, options: DemoOptions): EpisodeFile[] {
  const files: EpisodeFile[] = [];
  const joinsEpisodes = hasQuirk('multi_episode', options, 'series', series.id);
  for (let index = 0; index < season.episodes.length; index += 1) {
    const [first, second] = season.episodes.slice(index, index + 2);
    if (first === undefined) break;
    const follows = second !== undefined && second.episode_number === first.episode_number + 1;
    const joined =
      joinsEpisodes &&
      follows &&
      happens(MULTI_EPISODE_RATE, options.seed, 'multi', series.id, season.season_number, index);
    files.push({ season: season.season_number, episodes: joined ? [first, second] : [first] });
    if (joined) index += 1;
  }
  return files;
}

const STYLES = ['cross', 'words', 'release', 'short_folder', 'flat'] as const;
type Style = (typeof STYLES)[number] | 'plain' | 'bare';

function chooseStyle(series: ProviderSeries, library: DemoLibraryOptions, options: DemoOptions): Style {
  if (!library.allowDeviations || !happens(options.deviationRate, options.seed, 'deviation', 'series', series.id))
    return 'plain';
  return choose(STYLES, options.seed, 'deviation', 'series', series.id, 'which');
}

function pathOf(style: Style, folder: string, series: ProviderSeries, { season, episodes }: EpisodeFile): string {
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
    case 'cross':
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

/** Whether the scanner finds exactly the episodes of the file in the path, and the file name is not too long. */
function isRecognized(path: string, file: EpisodeFile | undefined): boolean {
  const found = toSeriesPath(path.split('/'));
  if (found.kind !== 'episode' || file === undefined) return false;
  const expected = file.episodes.map(({ episode_number: number }) => `${file.season}x${number}`);
  const recognized = found.name.episodes.map(({ season, episode }) => `${season}x${episode}`);
  return expected.join() === recognized.join() && Buffer.byteLength(path.split('/').at(-1) ?? '') <= 250;
}

function versionsOf(path: string, series: ProviderSeries, options: DemoOptions): string[] {
  const hasTwoVersions =
    hasQuirk('duplicates', options, 'series', series.id) && happens(0.2, options.seed, 'version', path);
  return hasTwoVersions ? [path, path.replace(/\.mkv$/, '.mp4')] : [path];
}

function toMetadata(
  series: ProviderSeries,
  seasons: readonly ProviderSeason[],
  library: DemoLibraryOptions,
  options: DemoOptions,
): Record<string, MetadataFields> {
  const withQuirks = (fields: MetadataFields): MetadataFields => applyQuirks(fields, options, 'series', series.id);
  const metadata: Record<string, MetadataFields> = { series: withQuirks(toSeriesFields(series, library.region)) };
  for (const season of seasons) {
    metadata[`season/${season.season_number}`] = toSeasonFields(season);
    for (const episode of season.episodes) {
      metadata[`episode/${season.season_number}x${episode.episode_number}`] = withQuirks(toEpisodeFields(episode));
    }
  }
  return metadata;
}

function nfoFilesOf(
  series: ProviderSeries,
  folder: string,
  files: readonly EpisodeFile[],
  paths: readonly string[],
  metadata: Readonly<Record<string, MetadataFields>>,
  options: DemoOptions,
): PlannedFile[] {
  if (!hasQuirk('nfo', options, 'series', series.id)) return [];
  const seriesNfo = { path: `${folder}/tvshow.nfo`, text: writeNfo('tvshow', metadata['series'] ?? {}) };
  const episodeNfos = files.flatMap(({ season, episodes }, index): PlannedFile[] => {
    const path = paths[index];
    if (path === undefined || !happens(0.5, options.seed, 'nfo', 'episode', series.id, index)) return [];
    const documents = episodes.map(({ episode_number: episode }) =>
      writeNfo('episodedetails', metadata[`episode/${season}x${episode}`] ?? {}, { season, episode }),
    );
    return [{ path: path.replace(/\.mkv$/, '.nfo'), text: documents.join('') }];
  });
  return [seriesNfo, ...episodeNfos];
}

function distinct(values: readonly number[]): number[] {
  return [...new Set(values)];
}
