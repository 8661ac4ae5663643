/** Builds series, season and episode items from one folder of a series library, or from the files in its root. */
import type { MetadataFields } from './metadata-fields';
import { toScannedMediaId } from './media-uuid';
import { toTitleFields } from './movie-unit';
import { toBaseName } from '../naming/file-kinds';
import { toLooseKey } from '../naming/loose-key';
import { findSeasonFolder } from '../naming/folders/season-folder';
import { type SeriesPath, toSeriesPath } from '../naming/folders/series-path';
import type { TitleName } from '../naming/title-name';
import type { NfoDocument } from '../nfo/nfo-document';
import { NfoReader, toFirstItemFields, withUrlIds } from '../nfo/nfo-reader';
import {
  type ScannedFile,
  type ScannedItem,
  toScannedItem,
  type UnitMetadata,
  type UnitReadOptions,
} from './scanned-item';
import type { FoundFile } from '../tree/folder-listing';
import type { ScanUnit, UnitFolder } from '../tree/scan-unit';

type EpisodePath = Extract<SeriesPath, { kind: 'episode' }>;
type EpisodeNumbers = EpisodePath['name']['episodes'];

interface FoundEpisode {
  readonly season: number;
  readonly episode: number;
  readonly absolute: number | null;
  readonly fileName: MetadataFields;
  readonly nfo?: MetadataFields;
  readonly files: ScannedFile[];
}

interface FoundSeries {
  readonly name: TitleName;
  readonly identity: readonly string[];
  /** Keys are `<season>x<episode>`. */
  readonly episodes: Map<string, FoundEpisode>;
  readonly path: string;
  /** Whether an episode is in a season folder. */
  hasEpisodeInSeason: boolean;
  /** Whether an episode is directly in the series folder. */
  hasEpisodeOutside: boolean;
}

/** Returns the series of a unit with their seasons and episodes. Reports files that are not episodes. */
export function readSeriesUnit(unit: ScanUnit, options: UnitReadOptions, metadata: UnitMetadata | null): ScannedItem[] {
  return new SeriesUnit(unit, options, metadata).read();
}

class SeriesUnit {
  private readonly nfoReader: NfoReader;
  private readonly series = new Map<string, FoundSeries>();
  private readonly seasonFolders = new Map<number, UnitFolder>();

  constructor(
    private readonly unit: ScanUnit,
    private readonly options: UnitReadOptions,
    private readonly metadata: UnitMetadata | null,
  ) {
    this.nfoReader = new NfoReader(unit, options);
  }

  read(): ScannedItem[] {
    for (const folder of this.unit.folders) {
      for (const video of folder.videos) this.readVideo(folder, video);
      this.addSeasonFolder(folder);
    }
    return [...this.series.values()].flatMap((series) => {
      if (series.hasEpisodeInSeason && series.hasEpisodeOutside) this.options.log.add('mixed-layout', series.path);
      return this.toItems(series);
    });
  }

  private addSeasonFolder(folder: UnitFolder): void {
    const found = findSeasonFolder(folder.names.at(-1) ?? '');
    if (found !== null && !this.seasonFolders.has(found.season)) this.seasonFolders.set(found.season, folder);
    if (folder.videos.length > 0 && found?.discouraged === true) {
      this.options.log.add('season-folder-discouraged', [...this.unit.names, ...folder.names].join('/'));
    }
  }

  private readVideo(folder: UnitFolder, video: FoundFile): void {
    const { log, acceptEmpty } = this.options;
    const names = [...this.unit.names, ...folder.names, video.name];
    const path = names.join('/');
    const found = toSeriesPath(names);
    if (found.kind === 'extra') return log.add('extra', path);
    if (video.sizeBytes === 0 && !acceptEmpty) return log.add('zero-byte-video', path);
    const document = this.nfoReader.find(folder, [toBaseName(video.name)], 'episodedetails');
    const file = { path, size_bytes: video.sizeBytes };
    if (found.kind === 'unknown') return this.readByNfo(found.series, document, file);
    if (found.name.seasonMismatch) log.add('season-mismatch', path);
    if (found.name.seasonAssumed) log.add('season-assumed', path);
    const series = this.seriesOf(found.series, found.folder);
    if (found.outsideSeason) series.hasEpisodeOutside = true;
    else series.hasEpisodeInSeason = true;
    this.reportNumbering(document, found.name.episodes, path);
    for (const [index, number] of found.name.episodes.entries()) {
      this.addEpisode(series, number, { name: found.name, nfo: findItem(document, number, index), file });
    }
  }

  /** Takes the episode numbers from the NFO file, because the file name has none. */
  private readByNfo(series: TitleName | null, document: NfoDocument | null, file: ScannedFile): void {
    const numbered = (document?.items ?? []).filter((item) => item.season !== null && item.episode !== null);
    const [folder] = this.unit.names;
    if (series === null || folder === undefined || numbered.length === 0) {
      return this.options.log.add(series === null ? 'no-series' : 'no-episode-number', file.path);
    }
    for (const { season, episode, fields } of numbered) {
      const number = { season: season ?? 0, episode: episode ?? 0 };
      this.addEpisode(this.seriesOf(series, folder), number, { name: null, nfo: fields, file });
    }
  }

  private reportNumbering(document: NfoDocument | null, numbers: EpisodeNumbers, path: string): void {
    const differs = (document?.items ?? []).some(({ season, episode }) => {
      if (season === null || episode === null) return false;
      return !numbers.some((number) => number.season === season && number.episode === episode);
    });
    if (differs) this.options.log.add('nfo-season-mismatch', path);
  }

  private seriesOf(name: TitleName, folder: string | null): FoundSeries {
    const identity = folder === null ? ['root', toLooseKey(name.title)] : ['folder', folder];
    const key = identity.join('\0');
    const known = this.series.get(key);
    if (known !== undefined) return known;
    const found = {
      name,
      identity,
      episodes: new Map<string, FoundEpisode>(),
      path: folder ?? name.title,
      hasEpisodeInSeason: false,
      hasEpisodeOutside: false,
    };
    this.series.set(key, found);
    return found;
  }

  private addEpisode(
    series: FoundSeries,
    { season, episode }: EpisodeNumbers[number],
    source: { name: EpisodePath['name'] | null; nfo: MetadataFields | undefined; file: ScannedFile },
  ): void {
    const key = `${season}x${episode}`;
    const known = series.episodes.get(key);
    // The file is another version of a known episode. The fields of the first version are kept.
    if (known !== undefined) return void known.files.push(source.file);
    const { name, nfo, file } = source;
    const absolute = name?.absoluteNumber ?? null;
    series.episodes.set(key, {
      season,
      episode,
      absolute: name !== null && name.episodes.length > 1 ? null : absolute,
      fileName: { ...(name?.title && { title: name.title }), ...(name?.airDate && { date: name.airDate }) },
      nfo,
      files: [file],
    });
  }

  private toItems(series: FoundSeries): ScannedItem[] {
    const { libraryId, log } = this.options;
    const seriesId = toScannedMediaId(libraryId, 'series', series.identity);
    const mainFolder = this.unit.folders[0];
    const document =
      mainFolder === undefined || this.unit.names.length === 0
        ? null
        : this.nfoReader.find(mainFolder, ['tvshow'], 'tvshow');
    const title = toScannedItem(
      {
        mediaId: seriesId,
        kind: 'series',
        hierarchyFields: { library_id: libraryId },
        fileName: toTitleFields(series.name),
        nfo: toFirstItemFields(document),
        provider: this.metadata?.get('series'),
        files: [],
        path: series.path,
      },
      log,
    );
    const episodes = [...series.episodes.values()].sort((a, b) => a.season - b.season || a.episode - b.episode);
    const seasons = [...new Set(episodes.map(({ season }) => season))];
    return [
      title,
      ...seasons.map((season) => this.toSeason(series, seriesId, season)),
      ...episodes.map((episode) => this.toEpisode(series, seriesId, episode)),
    ];
  }

  private toSeason(series: FoundSeries, seriesId: string, season: number): ScannedItem {
    const folder = this.seasonFolders.get(season);
    const document = folder === undefined ? null : this.nfoReader.find(folder, ['season'], 'season');
    return toScannedItem(
      {
        mediaId: this.childId('season', series, season),
        kind: 'season',
        hierarchyFields: { series_id: seriesId, season_number: season },
        fileName: {},
        nfo: toFirstItemFields(document),
        provider: this.metadata?.get(`season/${season}`),
        files: [],
        path: [series.path, ...(folder?.names ?? [])].join('/'),
      },
      this.options.log,
    );
  }

  private toEpisode(series: FoundSeries, seriesId: string, found: FoundEpisode): ScannedItem {
    const { season, episode, absolute } = found;
    return toScannedItem(
      {
        mediaId: this.childId('episode', series, `${season}x${episode}`),
        kind: 'episode',
        hierarchyFields: {
          series_id: seriesId,
          season_id: this.childId('season', series, season),
          season_number: season,
          episode_number: episode,
          ...(absolute !== null && { absolute_number: absolute }),
        },
        fileName: found.fileName,
        nfo: found.nfo,
        provider: this.metadata?.get(`episode/${season}x${episode}`),
        files: found.files,
        path: found.files[0]?.path ?? series.path,
      },
      this.options.log,
    );
  }

  private childId(kind: 'season' | 'episode', series: FoundSeries, number: number | string): string {
    return toScannedMediaId(this.options.libraryId, kind, [...series.identity, number]);
  }
}

/**
 * Returns the fields of an episode in an NFO file. Finds them by the episode number, otherwise by the position in the
 * file.
 */
function findItem(
  document: NfoDocument | null,
  number: EpisodeNumbers[number],
  index: number,
): MetadataFields | undefined {
  if (document === null) return undefined;
  const byNumber = document.items.find(
    ({ season, episode }) => episode === number.episode && (season ?? number.season) === number.season,
  );
  const item = byNumber ?? document.items[index];
  return item === undefined ? undefined : withUrlIds(item.fields, document);
}
