import type { MetadataFields } from '../../catalog/scanner/units/metadata-fields';
import { distinctBy } from '../../common/distinct-by';
import type { ListedSeason, ProviderEpisode, ProviderSeason, ProviderSeries } from '../provider/provider-shapes';
import type { DemoLibraryOptions, DemoOptions } from './demo-options';
import { writeNfo } from './nfo-writer';
import { countDirectories, type PlannedFile, type PlannedUnit, type TakenNames } from './planned-unit';
import { toEpisodeFields, toSeasonFields, toSeriesFields } from './provider-fields';
import { applyQuirks, hasQuirk } from './quirks';
import type { Range } from './raw-demo-options';
import { happens } from './seeded-choice';
import { chooseFolder, choosePaths, type EpisodeFile } from './series-names';

/** Share of the pairs of consecutive episodes that the quirk `multi_episode` joins into one file. */
const MULTI_EPISODE_RATE = 0.3;

/**
 * Returns the numbers of the seasons to plan: the first seasons with enough episodes, at most the configured number,
 * and season 0 if the quirk `specials` applies and the series has specials. Returns null if too few seasons have enough
 * episodes; the demo then skips the series.
 */
export function chooseSeasons(
  series: ProviderSeries,
  library: DemoLibraryOptions,
  options: DemoOptions,
): number[] | null {
  const [minEpisodes] = library.episodesPerSeason;
  const hasEnoughEpisodes = (season: ListedSeason): boolean => season.episode_count >= minEpisodes;
  const regularSeasons = series.seasons.filter((season) => season.season_number > 0 && hasEnoughEpisodes(season));
  const numbers = [...new Set(regularSeasons.map(({ season_number: number }) => number))].sort((a, b) => a - b);
  const [minSeasons, maxSeasons] = library.seasonsPerSeries;
  if (numbers.length < minSeasons) return null;
  const hasSpecials = hasQuirk('specials', options, 'series', series.id) && series.seasons.some(isSpecial);
  return [...(hasSpecials ? [0] : []), ...numbers.slice(0, maxSeasons)];
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
  const limitedSeasons = seasons
    .map((season) => ({ ...season, episodes: limitEpisodes(season, library.episodesPerSeason) }))
    .filter(({ episodes }) => episodes.length > 0);
  if (!limitedSeasons.some((season) => season.season_number > 0)) return null;
  const folder = chooseFolder(series, options, taken);
  const files = limitedSeasons.flatMap((season) => groupEpisodes(season, series, options));
  const { paths, areRecognized } = choosePaths(files, folder, series, library, options);
  const metadata = toMetadata(series, limitedSeasons, library, options);
  const videos = paths.flatMap((path) => versionsOf(path, series, options));
  const plannedFiles = [
    ...videos.map((path): PlannedFile => ({ path, text: '' })),
    // Episodes get NFO files only if the scanner recognizes the names of all files of episodes.
    ...nfoFilesOf(series, folder, files, areRecognized ? paths : [], metadata, options),
  ];
  const directoryCount = countDirectories(plannedFiles);
  return { providerId: series.id, folder, files: plannedFiles, directoryCount, metadata };
}

function limitEpisodes(season: ProviderSeason, [, maxEpisodes]: Range): ProviderEpisode[] {
  return distinctBy(season.episodes, ({ episode_number: number }) => number)
    .sort((a, b) => a.episode_number - b.episode_number)
    .slice(0, maxEpisodes);
}

function groupEpisodes(season: ProviderSeason, series: ProviderSeries, options: DemoOptions): EpisodeFile[] {
  const files: EpisodeFile[] = [];
  const joinsEpisodes = hasQuirk('multi_episode', options, 'series', series.id);
  for (let index = 0; index < season.episodes.length; index += 1) {
    const [first, second] = season.episodes.slice(index, index + 2);
    if (first === undefined) break;
    const isPair =
      joinsEpisodes &&
      second?.episode_number === first.episode_number + 1 &&
      happens(MULTI_EPISODE_RATE, options.seed, 'multi', series.id, season.season_number, index);
    files.push({ season: season.season_number, episodes: isPair ? [first, second] : [first] });
    if (isPair) index += 1;
  }
  return files;
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
