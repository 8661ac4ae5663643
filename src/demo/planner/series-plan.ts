/** From a series at the provider to a folder with seasons. */
import type { MetadataFields } from '../../catalog/scanner/units/metadata-fields';
import { toSeriesPath } from '../../catalog/scanner/naming/folders/series-path';
import type { ListedSeason, ProviderSeason, ProviderSeries } from '../provider/provider-shapes';
import type { DemoLibraryOptions, DemoOptions, Range } from './demo-options';
import { writeNfo } from './nfo-writer';
import { countDirectories, type PlannedFile, type PlannedUnit, type TakenNames } from './planned-unit';
import { findYear, toEpisodeFields, toSeasonFields, toSeriesFields } from './provider-fields';
import { bendFields, hasQuirk } from './quirks';
import { toCollisionKey, toSafeName } from './safe-name';
import { choose, happens } from './seeded-choice';

const SERIES_BYTES = 80;
const EPISODE_BYTES = 90;
const MULTI_RATE = 0.3;

type Episode = ProviderSeason['episodes'][number];

/** A file with one episode or two. */
interface EpisodeFile {
  readonly season: number;
  readonly episodes: readonly Episode[];
}

/**
 * The seasons of a series that its folder gets: the provider's own, cut to the ranges. Null when it has too few, or
 * none with enough episodes: then another series is taken.
 */
export function chooseSeasons(
  series: ProviderSeries,
  library: DemoLibraryOptions,
  options: DemoOptions,
): number[] | null {
  const [fewestEpisodes] = library.episodesPerSeason;
  const enough = (season: ListedSeason): boolean => season.episode_count >= fewestEpisodes;
  const regular = series.seasons.filter((season) => season.season_number > 0 && enough(season));
  const numbers = distinct(regular.map(({ season_number: number }) => number)).sort((a, b) => a - b);
  const [fewest, most] = library.seasonsPerSeries;
  if (numbers.length < fewest) return null;
  const specials = hasQuirk('specials', options, 'series', series.id) && series.seasons.some(isSpecial);
  return [...(specials ? [0] : []), ...numbers.slice(0, most)];
}

function isSpecial(season: ListedSeason): boolean {
  return season.season_number === 0 && season.episode_count > 0;
}

/** Plans a series with the chosen seasons; null when the provider gave no episode for any regular season. */
export function planSeries(
  series: ProviderSeries,
  seasons: readonly ProviderSeason[],
  library: DemoLibraryOptions,
  options: DemoOptions,
  taken: TakenNames,
): PlannedUnit | null {
  const cut = seasons
    .map((season) => ({ ...season, episodes: cutEpisodes(season, library.episodesPerSeason) }))
    .filter(({ episodes }) => episodes.length > 0);
  if (!cut.some((season) => season.season_number > 0)) return null;
  const folder = chooseFolder(series, options, taken);
  const files = cut.flatMap((season) => groupEpisodes(season, series, options));
  const style = chooseStyle(series, library, options);
  const paths = [style, 'plain' as const, 'bare' as const]
    .map((candidate) => files.map((file) => pathOf(candidate, folder, series, file)))
    .find((candidates) => candidates.every((path, index) => isRead(path, files[index])));
  const metadata = toMetadata(series, cut, library, options);
  const videos = (paths ?? files.map((file) => pathOf('bare', folder, series, file))).flatMap((path) =>
    versionsOf(path, series, options),
  );
  const planned = [
    ...videos.map((path): PlannedFile => ({ path, text: '' })),
    ...notesOf(series, folder, files, paths ?? [], metadata, options),
  ];
  return { providerId: series.id, folder, files: planned, directoryCount: countDirectories(planned), metadata };
}

function cutEpisodes(season: ProviderSeason, [, most]: Range): Episode[] {
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
  const doubled = hasQuirk('multi_episode', options, 'series', series.id);
  for (let index = 0; index < season.episodes.length; index += 1) {
    const [first, second] = season.episodes.slice(index, index + 2);
    if (first === undefined) break;
    const follows = second !== undefined && second.episode_number === first.episode_number + 1;
    const joined =
      doubled && follows && happens(MULTI_RATE, options.seed, 'multi', series.id, season.season_number, index);
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
  const two = (value: number): string => String(value).padStart(2, '0');
  const [first, last] = [episodes[0]?.episode_number ?? 0, episodes.at(-1)?.episode_number ?? 0];
  const code = `S${two(season)}E${two(first)}${last === first ? '' : `-E${two(last)}`}`;
  const title = toSafeName(
    episodes
      .map(({ name }) => name ?? '')
      .filter((name) => name !== '')
      .join(' & '),
    EPISODE_BYTES,
  );
  const named = title === 'Untitled' ? '' : ` - ${title}`;
  const name = toSafeName(series.name, SERIES_BYTES);
  const seasonFolder = season === 0 ? 'Specials' : `Season ${two(season)}`;
  switch (style) {
    case 'plain':
      return `${folder}/${seasonFolder}/${name} - ${code}${named}.mkv`;
    case 'bare':
      return `${folder}/${seasonFolder}/${code}.mkv`;
    case 'cross':
      return `${folder}/${seasonFolder}/${name} ${season}x${two(first)}${last === first ? '' : `-${two(last)}`}.mkv`;
    case 'words':
      return last === first
        ? `${folder}/${seasonFolder}/Season ${season} Episode ${first}.mkv`
        : `${folder}/${seasonFolder}/${code}.mkv`;
    case 'release':
      return `${folder}/${seasonFolder}/${name.replace(/[\s._]+/g, '.')}.${code}.720p.HDTV.x264.mkv`;
    case 'short_folder':
      return `${folder}/S${two(season)}/${name} - ${code}${named}.mkv`;
    case 'flat':
      return `${folder}/${name} - ${code}${named}.mkv`;
  }
}

/** Whether the scanner finds in the path exactly the episodes that are meant. */
function isRead(path: string, file: EpisodeFile | undefined): boolean {
  const found = toSeriesPath(path.split('/'));
  if (found.kind !== 'episode' || file === undefined) return false;
  const wanted = file.episodes.map(({ episode_number: number }) => `${file.season}x${number}`);
  const read = found.name.episodes.map(({ season, episode }) => `${season}x${episode}`);
  return wanted.join() === read.join() && Buffer.byteLength(path.split('/').at(-1) ?? '') <= 250;
}

function versionsOf(path: string, series: ProviderSeries, options: DemoOptions): string[] {
  const twice = hasQuirk('duplicates', options, 'series', series.id) && happens(0.2, options.seed, 'version', path);
  return twice ? [path, path.replace(/\.mkv$/, '.mp4')] : [path];
}

function toMetadata(
  series: ProviderSeries,
  seasons: readonly ProviderSeason[],
  library: DemoLibraryOptions,
  options: DemoOptions,
): Record<string, MetadataFields> {
  const bend = (fields: MetadataFields): MetadataFields => bendFields(fields, options, 'series', series.id);
  const metadata: Record<string, MetadataFields> = { series: bend(toSeriesFields(series, library.region)) };
  for (const season of seasons) {
    metadata[`season/${season.season_number}`] = toSeasonFields(season);
    for (const episode of season.episodes) {
      metadata[`episode/${season.season_number}x${episode.episode_number}`] = bend(toEpisodeFields(episode));
    }
  }
  return metadata;
}

function notesOf(
  series: ProviderSeries,
  folder: string,
  files: readonly EpisodeFile[],
  paths: readonly string[],
  metadata: Readonly<Record<string, MetadataFields>>,
  options: DemoOptions,
): PlannedFile[] {
  if (!hasQuirk('nfo', options, 'series', series.id)) return [];
  const own = { path: `${folder}/tvshow.nfo`, text: writeNfo('tvshow', metadata['series'] ?? {}) };
  const episodes = files.flatMap(({ season, episodes: several }, index): PlannedFile[] => {
    const path = paths[index];
    if (path === undefined || !happens(0.5, options.seed, 'nfo', 'episode', series.id, index)) return [];
    const roots = several.map(({ episode_number: episode }) =>
      writeNfo('episodedetails', metadata[`episode/${season}x${episode}`] ?? {}, { season, episode }),
    );
    return [{ path: path.replace(/\.mkv$/, '.nfo'), text: roots.join('') }];
  });
  return [own, ...episodes];
}

function distinct(values: readonly number[]): number[] {
  return [...new Set(values)];
}
